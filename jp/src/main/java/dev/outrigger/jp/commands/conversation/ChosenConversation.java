package dev.outrigger.jp.commands.conversation;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.conversations.ConversationSummary;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.NoSuchConversation;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Which conversation a command is about: the one it names ([ConversationNaming]), or else the one in use at this
/// terminal.
public final class ChosenConversation {
    static final String NAMES =
            "A conversation: its id, as much of the beginning or end of it as no other has, or its" + " title";
    static final Argument ID =
            Argument.positional("ID", NAMES + "; without it the one in use").optional();
    private static final int MOST_SHOWN = 8;
    private static final int LONGEST_TITLE = 60;

    private ChosenConversation() {}

    static ConversationId of(JpContext context, Conversations conversations) throws Problem, OutputFailed {
        var named = context.values().text("ID");
        return named.isPresent() ? named(named.get(), conversations) : inUse(context);
    }

    public static ConversationId named(String text, Conversations conversations) throws Problem, OutputFailed {
        var id = ConversationId.parse(text);
        if (id.isPresent() && StoreCall.of(conversations::ids).contains(id.get())) {
            return id.get();
        }
        var all = StoreCall.of(conversations::list);
        var meant = ConversationNaming.meant(text, all);
        return switch (meant.size()) {
            case 0 -> throw none(text, all);
            case 1 -> meant.getFirst().id();
            default -> throw several(text, meant);
        };
    }

    private static Problem none(String text, List<ConversationSummary> all) {
        var nearest = ConversationNaming.nearest(text, all);
        return new Problem(
                "there is no conversation " + VisibleText.line(text, LONGEST_TITLE),
                nearest.isPresent()
                        ? "Did you mean " + shown(nearest.get()) + "? `jp conversation ls` lists them."
                        : "`jp conversation ls` lists them.");
    }

    private static Problem several(String text, List<ConversationSummary> meant) {
        var words = new StringBuilder(VisibleText.line(text, LONGEST_TITLE) + " may be any of " + meant.size() + ":");
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

    private static String shown(ConversationSummary one) {
        return one.id() + "  " + VisibleText.line(ConversationLsCommand.title(one), LONGEST_TITLE);
    }

    private static ConversationId inUse(JpContext context) throws Problem {
        context.workspace();
        return context.conversationInUse()
                .orElseThrow(() -> new Problem(
                        "no conversation is in use at this terminal",
                        "Name one, or choose one with `jp conversation use ID`.",
                        2));
    }

    /// The one in use at this terminal, for a query to go on in. When it is gone, the user is told why a new one
    /// begins.
    public static Optional<ConversationId> toGoOn(JpContext context, Conversations conversations)
            throws Problem, OutputFailed {
        var inUse = context.conversationInUse();
        if (inUse.isEmpty() || StoreCall.of(() -> isThere(conversations, inUse.get()))) {
            return inUse;
        }
        context.printer()
                .note("conversation " + inUse.get()
                        + ", which was in use at this terminal, is gone: this is a new one");
        return Optional.empty();
    }

    private static boolean isThere(Conversations conversations, ConversationId id) throws StoreRefusal, IOException {
        try {
            return conversations.summary(id).id().equals(id);
        } catch (NoSuchConversation _) {
            return false;
        }
    }

    /// While a screen is drawn, which a note would disturb; [#useIfPossible] says it afterwards.
    public static void useQuietly(JpContext context, ConversationId id) {
        try {
            context.use(id);
        } catch (Problem e) {
            context.log().add(LogLevel.WARN, "jp", id + " is not in use at this terminal: " + e.what());
        }
    }

    /// After something was made that is worth more than a note about it.
    public static void useIfPossible(JpContext context, ConversationId id) throws OutputFailed {
        try {
            context.use(id);
        } catch (Problem e) {
            context.printer().note("warning: " + id + " is not in use at this terminal: " + e.what());
        }
    }
}
