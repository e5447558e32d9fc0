package dev.outrigger.jp.commands;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Turn;
import dev.outrigger.assistant.approval.AskingApprover;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.PreparedTurn;
import dev.outrigger.hosting.turn.SessionApprovals;
import dev.outrigger.hosting.turn.StoredConversation;
import dev.outrigger.hosting.turn.ToolChoice;
import dev.outrigger.jp.commands.conversation.ChosenConversation;
import dev.outrigger.jp.commands.conversation.StoreCall;
import dev.outrigger.jp.front.HiddenParts;
import dev.outrigger.jp.front.JsonRenderer;
import dev.outrigger.jp.front.LiveRenderer;
import dev.outrigger.jp.front.PlainRenderer;
import dev.outrigger.jp.front.RequestMaker;
import dev.outrigger.jp.front.StoredAnswer;
import dev.outrigger.jp.front.TerminalApprovalFront;
import dev.outrigger.jp.front.TerminalInquirer;
import dev.outrigger.jp.front.TerminalPerson;
import dev.outrigger.jp.front.TurnEnding;
import dev.outrigger.jp.front.TurnInterrupts;
import dev.outrigger.jp.front.TurnRenderer;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Editor;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.HeldConversation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `jp query`: puts a turn together from words, files and settings, and has the assistant run it.
final class QueryCommand implements ProgramCommand<JpContext> {
    private static final int LONGEST_TITLE = 60;

    @Override
    public Command describe() {
        return Command.named("query")
                .alias("q")
                .about("Ask the assistant")
                .longAbout("""
                        Ask the assistant, in the conversation in use at this terminal or in a new one. Without TEXT your \
                        editor opens; a TEXT of @FILE is read from that file, and what is piped in goes with the request, \
                        or is the request when there is no TEXT. Outside of every workspace it is kept in one of your \
                        own, below XDG_DATA_HOME, whose folder is also all that tools reach then. The answer goes to \
                        standard output and everything else to standard error. With --format json, one event per line: docs/query.md says which.""")
                .arg(Argument.flag("new", "In a new conversation").shortName('n'))
                .arg(Argument.option("title", "TITLE", "What the new conversation is called; its first line without"))
                .arg(Argument.option(
                                "id", "ID", "In this conversation: its id, the beginning or end of it, or its title")
                        .shortName('i'))
                .arg(Argument.option("model", "MODEL", "Ask this one: NAME, PROVIDER/NAME, PROVIDER or an alias")
                        .shortName('m'))
                .arg(Argument.option(
                                "tool",
                                "NAME",
                                "With these tools and no others: a name, a full name, or a pattern such as fs_*")
                        .shortName('t')
                        .many())
                .arg(Argument.option("no-tool", "NAME", "Without this tool, or those of this pattern")
                        .shortName('T')
                        .many())
                .arg(Argument.option("attach", "FILE", "Send this file along: text, at most 1 MiB")
                        .shortName('a')
                        .many())
                .arg(Argument.option("schema", "SCHEMA", "Answer with data: a JSON Schema, or a file with one")
                        .shortName('s'))
                .arg(Argument.option("reasoning", "HOW", "How much the model thinks before it answers")
                        .shortName('r')
                        .possibleValues("off", "low", "medium", "high"))
                .arg(Argument.option("param", "KEY=VALUE", "Set a parameter of the model, such as temperature=0.2")
                        .shortName('p')
                        .many())
                .arg(Argument.flag("edit", "Write the request in an editor").shortName('e'))
                .arg(Argument.flag("hide-reasoning", "Do not show what the model thinks"))
                .arg(Argument.flag("hide-tools", "Do not show tool calls and their results"))
                .arg(Argument.positional("TEXT", "What to ask").optional().many())
                .example("jp query \"What changed here?\"", "In the conversation in use")
                .example("jp query -n -a notes.md \"Summarise this.\" > summary.md", "The answer alone, in a file")
                .example("git diff | jp query \"Write a commit message.\"", "What is piped in goes along")
                .example(
                        "jp query -s '{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}' \"…\"",
                        "Data")
                .example("jp query @question.txt", "The request is in a file");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var conversations = context.conversations("jp query");
        var chosen = chosen(context, conversations);
        var editor = new Editor("jp", context.settings().text("editor.command"), context.environmentOutside());
        return ask(context, chosen, new RequestMaker(context, editor).make(chosen, conversations), editor);
    }

    /// A request that is made already, in this conversation or in a new one.
    static int ask(JpContext context, @Nullable ConversationId chosen, Event.ChatRequest request, Editor editor)
            throws Problem, OutputFailed {
        var conversations = context.conversations("jp query");
        var values = context.values();
        var wishes = new PreparedTurn.Wishes(
                values.text("model").orElse(""),
                values.all("param"),
                values.text("reasoning").orElse(""),
                new ToolChoice(values.all("tool"), values.all("no-tool")));
        // First: what cannot begin leaves no empty conversation, and nobody's lock is held while servers start.
        try (var prepared = PreparedTurn.of(context, wishes)) {
            return StoreCall.of(() -> {
                try (var held = held(context, conversations, chosen, request.content())) {
                    var conversation = new StoredConversation(conversations, held);
                    return turn(context, prepared, conversation, request, editor, chosen == null);
                }
            });
        }
    }

    private static @Nullable ConversationId chosen(JpContext context, Conversations conversations)
            throws Problem, OutputFailed {
        var named = context.values().text("id");
        if (context.values().flag("new")) {
            if (named.isPresent()) {
                throw new Problem("--new and --id do not go together", "", 2);
            }
            return null;
        }
        return named.isPresent()
                ? ChosenConversation.named(named.get(), conversations)
                : ChosenConversation.toGoOn(context, conversations).orElse(null);
    }

    private static HeldConversation held(
            JpContext context, Conversations conversations, @Nullable ConversationId chosen, String request)
            throws Problem, OutputFailed {
        return StoreCall.of(() -> {
            if (chosen != null) {
                return conversations.lock(chosen);
            }
            var title = context.values().text("title").orElse(firstLine(request));
            return conversations.create(title.isEmpty() ? null : title, Instant.now());
        });
    }

    private static String firstLine(String request) {
        return TerminalEscapes.oneLine(request.strip().lines().findFirst().orElse(""), LONGEST_TITLE);
    }

    private static int turn(
            JpContext context,
            PreparedTurn prepared,
            StoredConversation conversation,
            Event.ChatRequest request,
            Editor editor,
            boolean isNew)
            throws Problem, OutputFailed {
        var values = context.values();
        var hidden = new HiddenParts(values.flag("hide-reasoning"), values.flag("hide-tools"));
        var cancellation = new Cancellation();
        var prompt = new Prompt(context.environment());
        var printer = context.printer();
        var made = conversation.held().id();
        var end = new TurnEnding(context, prepared.model().name(), made);
        // Not before: a query that nobody answered leaves the terminal with the conversation that it had.
        var heard =
                new StoredAnswer(conversation, isNew ? () -> ChosenConversation.useQuietly(context, made) : () -> {});
        Turn.Outcome outcome;
        TurnInterrupts interrupts;
        try (var watching = watching(context, hidden, prepared.notes())) {
            var person = new TerminalPerson(watching, prompt);
            var approvals = new TerminalApprovalFront(person, prompt, printer, editor);
            var front = new PreparedTurn.Front(
                    watching,
                    new AskingApprover(approvals, new SessionApprovals(context)),
                    new TerminalInquirer(person, prompt, printer));
            interrupts = new TurnInterrupts(cancellation, watching, editor, prompt);
            try (interrupts) {
                outcome = prepared.run(request, front, heard, cancellation);
            }
        }
        if (isNew && (heard.anything() || !(outcome instanceof Turn.Outcome.Failed))) {
            ChosenConversation.useIfPossible(context, made);
        }
        return end.tell(
                outcome, heard, interrupts.exitCode(), isNew ? prepared.model().told() : "");
    }

    private static TurnRenderer watching(JpContext context, HiddenParts hidden, List<String> notes)
            throws OutputFailed {
        var printer = context.printer();
        for (var note : notes) {
            printer.note("warning: " + note);
        }
        if (context.json()) {
            return new JsonRenderer(printer);
        }
        return printer.watched(PrintChannel.CONTENT) || printer.watched(PrintChannel.CHROME)
                ? new LiveRenderer(printer, context.environment(), hidden)
                : new PlainRenderer(printer, hidden);
    }
}
