package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.hosting.trust.PluginApproval;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;

/// `jp plugin unpin`: takes the checksum away, and leaves the approval.
public final class PluginUnpinCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("unpin")
                .about("Let any file run under this name that is approved otherwise")
                .arg(ChosenPlugin.NAME)
                .example("jp plugin unpin serve web", "an approval of it then holds for whatever the file becomes");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var id = ChosenPlugin.id(context);
        var approval = new PluginApproval(context, id);
        var before = PluginTerms.of(id, context.loadSettings());
        if (!approval.isPinned()) {
            throw new Problem(
                    "jp-" + id + " is not pinned in " + approval.file(),
                    RemainingTerms.pin(before).strip());
        }
        return () -> {
            approval.unpin();
            return told -> {
                var terms = RemainingTerms.after(told, before);
                return Answer.result(
                        "jp-" + id + " is no longer pinned in " + approval.file() + "\n" + RemainingTerms.pin(terms),
                        Json.object()
                                .put("id", id)
                                .put("config", approval.file().toString())
                                .put("pinned", terms.pin().isPresent())
                                .build());
            };
        };
    }
}
