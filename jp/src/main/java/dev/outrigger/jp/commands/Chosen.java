package dev.outrigger.jp.commands;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Visible;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.NoSuchConversation;
import dev.outrigger.workspace.conversations.Refusal;
import dev.outrigger.workspace.conversations.Summary;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Which conversation a command is about: the one it names ([Naming]), or else the one in use at this terminal.
final class Chosen {
    static final String NAMES =
            "A conversation: its id, as much of the beginning or end of it as no other has, or its" + " title";
    static final Arg ID =
            Arg.positional("ID", NAMES + "; without it the one in use").optional();
    private static final int MOST_SHOWN = 8;
    private static final int LONGEST_TITLE = 60;

    private Chosen() {}

    static ConversationId of(Session session, Conversations conversations) throws Problem, OutputFailed {
        var named = session.values().text("ID");
        return named.isPresent() ? named(named.get(), conversations) : inUse(session);
    }

    static ConversationId named(String text, Conversations conversations) throws Problem, OutputFailed {
        var id = ConversationId.parse(text);
        if (id.isPresent() && StoreCall.of(conversations::ids).contains(id.get())) {
            return id.get();
        }
        var all = StoreCall.of(conversations::list);
        var meant = Naming.meant(text, all);
        return switch (meant.size()) {
            case 0 -> throw none(text, all);
            case 1 -> meant.getFirst().id();
            default -> throw several(text, meant);
        };
    }

    private static Problem none(String text, List<Summary> all) {
        var nearest = Naming.nearest(text, all);
        return new Problem(
                "there is no conversation " + Visible.line(text, LONGEST_TITLE),
                nearest.isPresent()
                        ? "Did you mean " + shown(nearest.get()) + "? `jp conversation ls` lists them."
                        : "`jp conversation ls` lists them.");
    }

    private static Problem several(String text, List<Summary> meant) {
        var words = new StringBuilder(Visible.line(text, LONGEST_TITLE) + " may be any of " + meant.size() + ":");
        for (var one : meant.subList(0, Math.min(meant.size(), MOST_SHOWN))) {
            words.append('\n').append(shown(one));
        }
        if (meant.size() > MOST_SHOWN) {
            words.append("\nand ").append(meant.size() - MOST_SHOWN).append(" more");
        }
        return new Problem(
                words.toString(),
                "Type the id of the one you mean, such as " + meant.getFirst().id()
                        + ", or enough of its last digits.");
    }

    private static String shown(Summary one) {
        return one.id() + "  " + Visible.line(ConversationLs.title(one), LONGEST_TITLE);
    }

    private static ConversationId inUse(Session session) throws Problem {
        session.workspace();
        return session.conversationInUse()
                .orElseThrow(() -> new Problem(
                        "no conversation is in use at this terminal",
                        "Name one, or choose one with `jp conversation use ID`.",
                        2));
    }

    /// The one in use at this terminal, for a query to go on in. When it is gone, the user is told why a new one
    /// begins.
    static Optional<ConversationId> toGoOn(Session session, Conversations conversations) throws Problem, OutputFailed {
        var inUse = session.conversationInUse();
        if (inUse.isEmpty() || StoreCall.of(() -> isThere(conversations, inUse.get()))) {
            return inUse;
        }
        session.printer()
                .note("conversation " + inUse.get()
                        + ", which was in use at this terminal, is gone: this is a new one");
        return Optional.empty();
    }

    private static boolean isThere(Conversations conversations, ConversationId id) throws Refusal, IOException {
        try {
            return conversations.summary(id).id().equals(id);
        } catch (NoSuchConversation _) {
            return false;
        }
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
