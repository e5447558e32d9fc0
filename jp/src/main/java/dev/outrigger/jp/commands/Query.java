package dev.outrigger.jp.commands;

import dev.outrigger.assistant.Backoff;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Turn;
import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.Approving;
import dev.outrigger.jp.query.Editor;
import dev.outrigger.jp.query.EndOfTurn;
import dev.outrigger.jp.query.Heard;
import dev.outrigger.jp.query.Hidden;
import dev.outrigger.jp.query.InJson;
import dev.outrigger.jp.query.Inquiring;
import dev.outrigger.jp.query.Instructions;
import dev.outrigger.jp.query.Interrupts;
import dev.outrigger.jp.query.Memory;
import dev.outrigger.jp.query.OnScreen;
import dev.outrigger.jp.query.Parameters;
import dev.outrigger.jp.query.Person;
import dev.outrigger.jp.query.Plainly;
import dev.outrigger.jp.query.ProviderChoice;
import dev.outrigger.jp.query.RequestMaker;
import dev.outrigger.jp.query.StoredConversation;
import dev.outrigger.jp.query.ToolChoice;
import dev.outrigger.jp.query.Watching;
import dev.outrigger.jp.query.Workbench;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Channel;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Escapes;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.Held;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

final class Query implements BuiltIn {
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
                .arg(Arg.flag("new", "In a new conversation").shortName('n'))
                .arg(Arg.option("title", "TITLE", "What the new conversation is called; its first line without"))
                .arg(Arg.option("id", "ID", "In this conversation: its id, the beginning or end of it, or its title")
                        .shortName('i'))
                .arg(Arg.option("model", "MODEL", "Ask this one: NAME, PROVIDER/NAME, PROVIDER or an alias")
                        .shortName('m'))
                .arg(Arg.option(
                                "tool",
                                "NAME",
                                "With these tools and no others: a name, a full name, or a pattern such as fs_*")
                        .shortName('t')
                        .many())
                .arg(Arg.option("no-tool", "NAME", "Without this tool, or those of this pattern")
                        .shortName('T')
                        .many())
                .arg(Arg.option("attach", "FILE", "Send this file along: text, at most 1 MiB")
                        .shortName('a')
                        .many())
                .arg(Arg.option("schema", "SCHEMA", "Answer with data: a JSON Schema, or a file with one")
                        .shortName('s'))
                .arg(Arg.option("reasoning", "HOW", "How much the model thinks before it answers")
                        .shortName('r')
                        .possibleValues("off", "low", "medium", "high"))
                .arg(Arg.option("param", "KEY=VALUE", "Set a parameter of the model, such as temperature=0.2")
                        .shortName('p')
                        .many())
                .arg(Arg.flag("edit", "Write the request in an editor").shortName('e'))
                .arg(Arg.flag("hide-reasoning", "Do not show what the model thinks"))
                .arg(Arg.flag("hide-tools", "Do not show tool calls and their results"))
                .arg(Arg.positional("TEXT", "What to ask").optional().many())
                .example("jp query \"What changed here?\"", "In the conversation in use")
                .example("jp query -n -a notes.md \"Summarise this.\" > summary.md", "The answer alone, in a file")
                .example("git diff | jp query \"Write a commit message.\"", "What is piped in goes along")
                .example(
                        "jp query -s '{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}' \"…\"",
                        "Data")
                .example("jp query @question.txt", "The request is in a file");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var conversations = session.conversations("jp query");
        var chosen = chosen(session, conversations);
        var editor = new Editor(session.settings().text("editor.command"), session.environmentOutside());
        return ask(session, chosen, new RequestMaker(session, editor).make(chosen, conversations), editor);
    }

    /// A request that is made already, in this conversation or in a new one.
    static int ask(Session session, Optional<ConversationId> chosen, Event.ChatRequest request, Editor editor)
            throws Problem, OutputFailed {
        var conversations = session.conversations("jp query");
        var asked = new Asked(
                request,
                ProviderChoice.of(session, session.values().text("model").orElse("")),
                Parameters.of(
                        session.settings().at("assistant.model.parameters"),
                        session.values().all("param"),
                        session.values().text("reasoning")),
                editor);
        // First: what cannot begin leaves no empty conversation, and nobody's lock is held while servers start.
        try (var workbench = workbench(session)) {
            return StoreCall.of(() -> {
                try (var held = held(session, conversations, chosen, request.content())) {
                    var conversation = new StoredConversation(conversations, held);
                    return turn(session, workbench, conversation, asked, chosen.isEmpty());
                }
            });
        }
    }

    private record Asked(Event.ChatRequest request, ProviderChoice model, Json.Obj parameters, Editor editor) {}

    private static Optional<ConversationId> chosen(Session session, Conversations conversations)
            throws Problem, OutputFailed {
        var named = session.values().text("id");
        if (session.values().flag("new")) {
            if (named.isPresent()) {
                throw new Problem("--new and --id do not go together", "", 2);
            }
            return Optional.empty();
        }
        return named.isPresent()
                ? Optional.of(Chosen.named(named.get(), conversations))
                : Chosen.toGoOn(session, conversations);
    }

    private static Held held(
            Session session, Conversations conversations, Optional<ConversationId> chosen, String request)
            throws Problem, OutputFailed {
        return StoreCall.of(() -> {
            if (chosen.isPresent()) {
                return conversations.lock(chosen.get());
            }
            var title = session.values().text("title").orElse(firstLine(request));
            return conversations.create(title.isEmpty() ? null : title, Instant.now());
        });
    }

    private static String firstLine(String request) {
        return Escapes.oneLine(request.strip().lines().findFirst().orElse(""), LONGEST_TITLE);
    }

    private static int turn(
            Session session, Workbench workbench, StoredConversation conversation, Asked asked, boolean isNew)
            throws Problem, OutputFailed {
        var values = session.values();
        var model = asked.model;
        var hidden = new Hidden(values.flag("hide-reasoning"), values.flag("hide-tools"));
        var cancellation = new Cancellation();
        var prompt = new Prompt(session.environment());
        var printer = session.printer();
        var end = new EndOfTurn(session, model.name(), conversation.held().id());
        var made = conversation.held().id();
        // Not before: a query that nobody answered leaves the terminal with the conversation that it had.
        var heard = new Heard(conversation, isNew ? () -> Chosen.useQuietly(session, made) : () -> {});
        Turn.Outcome outcome;
        Interrupts interrupts;
        try (var watching = watching(session, hidden, workbench.notes())) {
            var person = new Person(watching, prompt);
            var ports = new Turn.Ports(
                    model.provider(),
                    workbench.toolbox(session),
                    new Approving(person, prompt, printer, Memory.of(session), asked.editor),
                    new Inquiring(person, prompt, printer),
                    watching,
                    heard,
                    session.log()::bug);
            interrupts = new Interrupts(cancellation, watching, asked.editor, prompt);
            try (interrupts) {
                outcome = new Turn(
                                ports,
                                new Turn.Model(model.model(), Instructions.of(session), asked.parameters),
                                Backoff.USUAL,
                                limits(session),
                                cancellation)
                        .run(asked.request);
            }
        }
        if (isNew && (heard.anything() || !(outcome instanceof Turn.Outcome.Failed))) {
            Chosen.useIfPossible(session, made);
        }
        return end.tell(outcome, heard, interrupts.exitCode(), isNew ? model.told() : "");
    }

    /// The settings have it in range, or not at all.
    private static Turn.Limits limits(Session session) throws Problem, OutputFailed {
        return session.settings().at("conversation.tools.max_result_kb").orElse(Json.Null.NULL)
                        instanceof Json.Num(var kb)
                ? new Turn.Limits(Integer.parseInt(kb))
                : Turn.Limits.USUAL;
    }

    /// An MCP server that is started for the first time may have to be downloaded.
    private static Workbench workbench(Session session) throws Problem, OutputFailed {
        var choice =
                new ToolChoice(session.values().all("tool"), session.values().all("no-tool"));
        session.printer().passing("looking for tools…");
        try {
            return Workbench.open(session, choice);
        } finally {
            session.printer().passing("");
        }
    }

    private static Watching watching(Session session, Hidden hidden, List<String> notes) throws OutputFailed {
        var printer = session.printer();
        for (var note : notes) {
            printer.note("warning: " + note);
        }
        if (session.json()) {
            return new InJson(printer);
        }
        return printer.watched(Channel.CONTENT) || printer.watched(Channel.CHROME)
                ? new OnScreen(printer, session.environment(), hidden)
                : new Plainly(printer, hidden);
    }
}
