package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.trust.Approval;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class PluginUnpin implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("unpin")
                .about("Let any file run under this name that is approved otherwise")
                .arg(PluginChosen.NAME)
                .example("jp plugin unpin serve web", "an approval of it then holds for whatever the file becomes");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var id = PluginChosen.id(session);
        var approval = new Approval(session, id);
        boolean changed = approval.unpin();
        var terms = Terms.of(id, session.loadSettings());
        var left = terms.pin().isPresent()
                ? "Still pinned: " + terms.key("checksum", "value") + " in "
                        + terms.pinOrigin().text() + "\n"
                : "";
        if (!changed) {
            throw new Problem("jp-" + id + " is not pinned in " + approval.file(), left.strip());
        }
        session.show(
                "jp-" + id + " is no longer pinned in " + approval.file() + "\n" + left,
                Json.object()
                        .put("id", id)
                        .put("config", approval.file().toString())
                        .put("pinned", terms.pin().isPresent())
                        .build());
        return 0;
    }
}
