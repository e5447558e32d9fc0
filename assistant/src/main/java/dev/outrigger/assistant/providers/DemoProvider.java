package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerFinish.Reason;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.Provider;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.assistant.Tool;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.event.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/// No AI: a script that streams like one. Everything around a model can be tried with it, offline and without a key.
/// Lines of a request that begin with `/` are what it obeys:
///
/// - `/call TOOL {json}` calls a tool; several lines, several calls at once
/// - `/think TEXT` thinks aloud
/// - `/say TEXT` says just this
/// - `/data JSON` is its answer when data of some shape is wanted
/// - `/lines N` answers with so many lines
/// - `/ask TEXT`, `/ask TEXT | yes | no` and `/ask TEXT | ONE | OTHER …` ask the user
/// - `/slow`, `/slow MS`: from here on, so many milliseconds between two words, 200 without a number
/// - `/fail` breaks off here, as if the connection were lost
/// - `/cut` ends here, as if the model's limit were reached, `/decline` as if the model did not want to answer
/// - `/forever` answers without end, until it is cancelled
public final class DemoProvider implements Provider {
    public static final String NAME = "demo";

    /// `@SAID@` stands for the request.
    private static final String INTRODUCTION = """
            I am **demo**, a script and no AI: I answer the same to everything, offline and free of charge.

            You said: @SAID@

            What you can try with me:

            - `/call TOOL {"name": "value"}` has me call a tool; `jp tool list` shows which there are.
            - `/think TEXT`, `/say TEXT`, `/lines 5000`, `/forever` (until Ctrl-C), `/data JSON` (with `--schema`).
            - `/ask Which one? | this | that` asks you, `/slow` takes its time, `/fail` breaks off, `/cut` and `/decline` end early.

            One order on a line, as many as you like.

            For a real model: run Ollama on this machine, or set a key and choose one, for example

            ```sh
            export ANTHROPIC_API_KEY=…
            jp config set assistant.model.id.provider anthropic
            jp config set assistant.model.id.name MODEL
            ```
            """;

    private static final Set<String> ORDERS = Set.of(
            "/call", "/think", "/say", "/data", "/lines", "/ask", "/slow", "/fail", "/cut", "/decline", "/forever");

    private static final Duration SLOW = Duration.ofMillis(200);

    /// Between two words, so that it looks as it would with a model.
    private final Duration pause;
    private final Supplier<KeyRing> keys;

    /// It is sent no key, and repeats what tools and people say: `keys` are those that it does not.
    DemoProvider(Supplier<KeyRing> keys) {
        this(Duration.ofMillis(6), keys);
    }

    public DemoProvider(Duration pause) {
        this(pause, () -> KeyRing.EMPTY);
    }

    private DemoProvider(Duration pause, Supplier<KeyRing> keys) {
        this.pause = pause;
        this.keys = keys;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Model> models(Cancellation cancellation) {
        return List.of(new Model(NAME, "no AI: a script, to try things with"));
    }

    @Override
    public List<Tool> ownTools() {
        return List.of(new DemoQuestionTool());
    }

    @Override
    public AnswerFinish stream(ModelCall call, Pieces pieces, Cancellation cancellation) throws ProviderProblem {
        var filter = new KeyFilter(keys.get(), pieces);
        var finish = new Answer(call, filter, cancellation).give();
        filter.end();
        return finish;
    }

    @Override
    public Json withoutKeys(Json value) {
        return keys.get().without(value);
    }

    private final class Answer {
        private final ModelCall call;
        private final Pieces pieces;
        private final Cancellation cancellation;
        private Duration pause = DemoProvider.this.pause;
        private long words;
        /// Why it ended before its end.
        private Optional<Reason> early = Optional.empty();

        Answer(ModelCall call, Pieces pieces, Cancellation cancellation) {
            this.call = call;
            this.pieces = pieces;
            this.cancellation = cancellation;
        }

        AnswerFinish give() throws ProviderProblem {
            var results = new ArrayList<Event.ToolCallResponse>();
            var asked = "";
            int request = -1;
            for (int i = call.history().size() - 1; i >= 0 && request < 0; i--) {
                if (call.history().get(i) instanceof Event.ChatRequest chat) {
                    request = i;
                    asked = chat.content();
                } else if (call.history().get(i) instanceof Event.ToolCallResponse result) {
                    results.addFirst(result);
                }
            }
            boolean tools = results.isEmpty() ? obey(asked) : tell(results);
            var usage = new AnswerFinish.Usage(call.history().size(), words);
            if (cancellation.isCancelled()) {
                return new AnswerFinish(Reason.CANCELLED, usage);
            }
            return new AnswerFinish(early.orElse(tools ? Reason.TOOLS : Reason.DONE), usage);
        }

        /// What a tool said, in as many words as fit on a screen.
        private boolean tell(List<Event.ToolCallResponse> results) {
            for (var result : results) {
                var content = result.content();
                var shown = content.length() > 2000 ? content.substring(0, 2000) + "…" : content;
                say((result.isError() ? "The tool failed:" : "The tool answered:") + "\n\n```\n" + shown + "\n```\n\n");
            }
            return false;
        }

        private boolean obey(String asked) throws ProviderProblem {
            int calls = 0;
            boolean obeyed = false;
            for (var line : asked.lines().map(String::strip).toList()) {
                if (early.isPresent()) {
                    break;
                }
                int space = line.indexOf(' ');
                var rest = space < 0 ? "" : line.substring(space).strip();
                var order = space < 0 ? line : line.substring(0, space);
                obeyed |= ORDERS.contains(order);
                switch (order) {
                    case "/call" -> call(++calls, rest);
                    case "/ask" -> ask(++calls, rest);
                    case "/slow" -> pause = rest.matches("[0-9]{1,5}") ? Duration.ofMillis(Long.parseLong(rest)) : SLOW;
                    case "/fail" -> throw broken();
                    case "/cut" -> early = Optional.of(Reason.LENGTH);
                    case "/decline" -> early = Optional.of(Reason.REFUSED);
                    case "/think" -> say(rest, AnswerPiece.Thought::new);
                    case "/say", "/data" -> say(rest);
                    case "/lines" -> lines(rest);
                    case "/forever" -> forever();
                    default -> {}
                }
            }
            if (!obeyed) {
                say(call.schema().isPresent() ? "{}" : INTRODUCTION.replace("@SAID@", quoted(asked)));
            }
            return calls > 0;
        }

        private static ProviderProblem broken() {
            return new ProviderProblem(
                    ProviderProblem.Kind.REFUSED, "the demo model broke off, as it was told to", "Leave out `/fail`.");
        }

        private void ask(int number, String words) {
            var parts =
                    List.of(words.split("\\|", -1)).stream().map(String::strip).toList();
            var arguments = Json.object().put("question", parts.getFirst());
            if (parts.size() > 1) {
                arguments.put("options", Json.texts(parts.subList(1, parts.size())));
            }
            pieces.piece(new AnswerPiece.Call(id(number), DemoQuestionTool.NAME, arguments.build()));
        }

        private String id(int number) {
            return "demo-" + call.history().size() + "-" + number;
        }

        private String quoted(String asked) {
            var line = asked.strip().lines().findFirst().orElse("nothing");
            return "*" + (line.length() > 200 ? line.substring(0, 200) + "…" : line) + "*";
        }

        private void call(int number, String words) {
            int space = words.indexOf(' ');
            var tool = space < 0 ? words : words.substring(0, space);
            var written = space < 0 ? "{}" : words.substring(space).strip();
            var id = id(number);
            try {
                pieces.piece(
                        JsonText.parse(written) instanceof Json.Obj arguments
                                ? new AnswerPiece.Call(id, tool, arguments)
                                : new AnswerPiece.BadCall(id, tool, written, "it is something else"));
            } catch (MalformedJson e) {
                pieces.piece(new AnswerPiece.BadCall(id, tool, written, String.valueOf(e.getMessage())));
            }
        }

        private void lines(String count) {
            int most = count.matches("[0-9]{1,7}") ? Integer.parseInt(count) : 10;
            for (int i = 1; i <= most && !cancellation.isCancelled(); i++) {
                words++;
                pieces.piece(new AnswerPiece.Text(i + ". This is line " + i + " of " + most + ".\n"));
            }
        }

        private void forever() {
            for (int i = 1; !cancellation.cancelledWithin(pause); i++) {
                words++;
                pieces.piece(new AnswerPiece.Text(i % 20 == 0 ? "word " + i + ".\n\n" : "word " + i + " "));
            }
        }

        private void say(String text) {
            say(text, AnswerPiece.Text::new);
        }

        private void say(String text, Function<String, AnswerPiece> piece) {
            for (int from = 0; from < text.length(); ) {
                int space = text.indexOf(' ', from + 1);
                int to = space < 0 ? text.length() : space;
                if (cancellation.cancelledWithin(pause)) {
                    return;
                }
                words++;
                pieces.piece(piece.apply(text.substring(from, to)));
                from = to;
            }
        }
    }
}
