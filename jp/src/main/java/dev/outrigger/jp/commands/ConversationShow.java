package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import java.time.Instant;
import java.time.ZoneId;

final class ConversationShow implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("show")
                .about("Show what is known about a conversation")
                .arg(Chosen.ID)
                .example("jp conversation show", "the one in use");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations();
        var id = Chosen.of(session, conversations);
        var one = StoreCall.of(() -> conversations.summary(id));
        var text = new StringBuilder();
        row(text, "id", id.digits());
        row(text, "title", one.title() == null ? "(none)" : one.title());
        row(
                text,
                "last used",
                Ago.of(one.lastActivatedAt(), Instant.now(), ZoneId.systemDefault())
                        .phrase());
        row(text, "events", Long.toString(one.eventsCount()));
        if (one.pinnedAt() != null) {
            row(text, "pinned", one.pinnedAt());
        }
        if (one.archivedAt() != null) {
            row(text, "archived", one.archivedAt());
        }
        if (one.damage() != null) {
            row(text, "damaged", one.damage().reason());
        }
        StoreCall.of(() -> conversations.holder(id)).ifPresent(holder -> row(text, "locked", holder.toString()));
        session.show(text.toString(), ConversationLs.json(one));
        return 0;
    }

    /// Each on its line, whatever stands in the files: a workspace may be a stranger's.
    private static void row(StringBuilder text, String name, String value) {
        text.append(name)
                .append(" ".repeat(11 - name.length()))
                .append(Escapes.unbroken(value))
                .append('\n');
    }
}
