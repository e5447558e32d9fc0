package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.trust.Approval;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;

final class PluginRevoke implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("revoke")
                .about("Take back what was said about a plugin: its approval, denial and pin")
                .arg(PluginChosen.NAME)
                .example("jp plugin revoke serve web", "it asks again, or is refused where there is no terminal");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var id = PluginChosen.id(session);
        var approval = new Approval(session, id);
        boolean changed = approval.takeBack();
        var terms = Terms.of(id, session.loadSettings());
        var left = left(terms);
        if (!changed && left.isEmpty()) {
            throw new Problem(
                    "nothing is set about jp-" + id + " in " + approval.file(), "`jp plugin list` shows what is.");
        }
        session.show(
                (changed
                                ? "jp-" + id + " is no longer approved in " + approval.file()
                                : "nothing is set about jp-" + id + " in " + approval.file())
                        + "\n" + left,
                Json.object()
                        .put("id", id)
                        .put("changed", changed)
                        .put("config", approval.file().toString())
                        .put("run", word(terms))
                        .put("pinned", terms.pin().isPresent())
                        .build());
        return 0;
    }

    private static String word(Terms terms) {
        return switch (terms.run()) {
            case UNSET -> "unset";
            case ASK -> "ask";
            case UNATTENDED -> "unattended";
            case DENY -> "deny";
        };
    }

    /// What other files and variables say of it.
    private static String left(Terms terms) {
        var left = new StringBuilder();
        if (terms.run() != Terms.Run.UNSET) {
            left.append("Still set: ")
                    .append(terms.key("run"))
                    .append(" is \"")
                    .append(word(terms))
                    .append("\" in ")
                    .append(terms.origin("run").text())
                    .append('\n');
        }
        if (terms.pin().isPresent()) {
            left.append("Still pinned: ")
                    .append(terms.key("checksum", "value"))
                    .append(" in ")
                    .append(terms.pinOrigin().text())
                    .append('\n');
        }
        return left.toString();
    }
}
