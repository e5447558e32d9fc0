package dev.outrigger.jp.commands;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.conversations.Conversations;
import java.util.ArrayList;

/// Which conversation a command is about: the one it names, in full or by as much of the beginning or the end of its
/// id as no other has, or else the one in use at this terminal.
final class Chosen {
    static final Arg ID = Arg.positional(
                    "ID", "A conversation, or the beginning or end of its id; without it the one in use")
            .optional();

    private Chosen() {}

    static ConversationId of(Session session, Conversations conversations) throws Problem, OutputFailed {
        var named = session.values().text("ID");
        return named.isPresent() ? named(named.get(), conversations) : inUse(session);
    }

    static ConversationId named(String text, Conversations conversations) throws Problem, OutputFailed {
        var matches = new ArrayList<ConversationId>();
        for (var id : StoreCall.of(conversations::ids)) {
            if (id.digits().equals(text)) {
                return id;
            }
            if (id.digits().startsWith(text) || id.digits().endsWith(text)) {
                matches.add(id);
            }
        }
        return switch (matches.size()) {
            case 0 -> throw new Problem("there is no conversation " + text, "`jp conversation ls` lists them.");
            case 1 -> matches.getFirst();
            default -> throw new Problem(text + " may be any of " + matches, "Give more of its digits.");
        };
    }

    private static ConversationId inUse(Session session) throws Problem {
        session.workspace();
        return session.conversationInUse()
                .orElseThrow(() -> new Problem(
                        "no conversation is in use at this terminal",
                        "Name one, or choose one with `jp conversation use ID`.",
                        2));
    }

    /// While a screen is drawn, which a note would disturb; [#useIfPossible] says it afterwards.
    static void useQuietly(Session session, ConversationId id) {
        try {
            session.use(id);
        } catch (Problem e) {
            session.log().add(LogLevel.WARN, "jp", id + " is not in use at this terminal: " + e.what());
        }
    }

    /// After something was made that is worth more than a note about it.
    static void useIfPossible(Session session, ConversationId id) throws OutputFailed {
        try {
            session.use(id);
        } catch (Problem e) {
            session.printer().note("warning: " + id + " is not in use at this terminal: " + e.what());
        }
    }
}
