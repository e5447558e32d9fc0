package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.trust.Approval;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class PluginUnpin implements Changing {
    @Override
    public Command describe() {
        return Command.named("unpin")
                .about("Let any file run under this name that is approved otherwise")
                .arg(PluginChosen.NAME)
                .example("jp plugin unpin serve web", "an approval of it then holds for whatever the file becomes");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var id = PluginChosen.id(session);
        var approval = new Approval(session, id);
        var before = Terms.of(id, session.loadSettings());
        if (!approval.isPinned()) {
            throw new Problem(
                    "jp-" + id + " is not pinned in " + approval.file(),
                    TermsLeft.pin(before).strip());
        }
        return () -> {
            approval.unpin();
            return told -> {
                var terms = TermsLeft.after(told, before);
                return Answer.result(
                        "jp-" + id + " is no longer pinned in " + approval.file() + "\n" + TermsLeft.pin(terms),
                        Json.object()
                                .put("id", id)
                                .put("config", approval.file().toString())
                                .put("pinned", terms.pin().isPresent())
                                .build());
            };
        };
    }
}
