package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import java.time.Instant;
import java.time.ZoneId;

/// `jp conversation show`: the summary of one conversation, with what damages it and who has its lock.
public final class ConversationShowCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("show")
                .about("Show what is known about a conversation")
                .arg(ChosenConversation.ID)
                .example("jp conversation show", "the one in use");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations();
        var id = ChosenConversation.of(context, conversations);
        var one = StoreCall.of(() -> conversations.summary(id));
        var text = new StringBuilder();
        row(text, "id", id.digits());
        row(text, "title", one.title() == null ? "(none)" : one.title());
        row(
                text,
                "last used",
                RelativeTime.of(one.lastActivatedAt(), Instant.now(), ZoneId.systemDefault())
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
        context.show(text.toString(), ConversationLsCommand.json(one));
        return 0;
    }

    /// Each on its line, whatever stands in the files: a workspace may be a stranger's.
    private static void row(StringBuilder text, String name, String value) {
        text.append(name)
                .append(" ".repeat(11 - name.length()))
                .append(TerminalEscapes.unbroken(value))
                .append('\n');
    }
}
