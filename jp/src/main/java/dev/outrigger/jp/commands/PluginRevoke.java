package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.trust.Approval;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class PluginRevoke implements Changing {
    @Override
    public Command describe() {
        return Command.named("revoke")
                .about("Take back what was said about a plugin: its approval, denial and pin")
                .arg(PluginChosen.NAME)
                .example("jp plugin revoke serve web", "it asks again, or is refused where there is no terminal");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var id = PluginChosen.id(session);
        var approval = new Approval(session, id);
        var before = Terms.of(id, session.loadSettings());
        boolean changed = approval.isGiven();
        if (!changed && TermsLeft.of(before).isEmpty()) {
            throw new Problem(
                    "nothing is set about jp-" + id + " in " + approval.file(), "`jp plugin list` shows what is.");
        }
        return () -> {
            approval.takeBack();
            return told -> tell(id, approval, changed, TermsLeft.after(told, before));
        };
    }

    private static Answer tell(String id, Approval approval, boolean changed, Terms terms) {
        return Answer.result(
                (changed
                                ? "jp-" + id + " is no longer approved in " + approval.file()
                                : "nothing is set about jp-" + id + " in " + approval.file())
                        + "\n" + TermsLeft.of(terms),
                Json.object()
                        .put("id", id)
                        .put("changed", changed)
                        .put("config", approval.file().toString())
                        .put("run", TermsLeft.word(terms))
                        .put("pinned", terms.pin().isPresent())
                        .build());
    }
}
