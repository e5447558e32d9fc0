package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.hosting.trust.PluginApproval;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;

/// `jp plugin revoke`: takes every word of trust about a plugin out of the user's configuration.
public final class PluginRevokeCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("revoke")
                .about("Take back what was said about a plugin: its approval, denial and pin")
                .arg(ChosenPlugin.NAME)
                .example("jp plugin revoke serve web", "it asks again, or is refused where there is no terminal");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var id = ChosenPlugin.id(context);
        var approval = new PluginApproval(context, id);
        var before = PluginTerms.of(id, context.loadSettings());
        boolean changed = approval.isGiven();
        if (!changed && RemainingTerms.of(before).isEmpty()) {
            throw new Problem(
                    "nothing is set about jp-" + id + " in " + approval.file(), "`jp plugin list` shows what is.");
        }
        return () -> {
            approval.takeBack();
            return told -> tell(id, approval, changed, RemainingTerms.after(told, before));
        };
    }

    private static Answer tell(String id, PluginApproval approval, boolean changed, PluginTerms terms) {
        return Answer.result(
                (changed
                                ? "jp-" + id + " is no longer approved in " + approval.file()
                                : "nothing is set about jp-" + id + " in " + approval.file())
                        + "\n" + RemainingTerms.of(terms),
                Json.object()
                        .put("id", id)
                        .put("changed", changed)
                        .put("config", approval.file().toString())
                        .put("run", RemainingTerms.word(terms))
                        .put("pinned", terms.pin().isPresent())
                        .build());
    }
}
