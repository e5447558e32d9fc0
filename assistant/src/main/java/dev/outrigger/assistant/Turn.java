package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One turn: a request is stored, a model answers, its tools run, it answers again, until it wants no more tools.
///
/// Whatever happens, what was shown is stored, every stored tool call gets its response, and the outcome says how it
/// ended.
public final class Turn {
    /// A model that calls tools without end costs somebody money.
    private static final int MOST_ROUNDS = 200;

    /// What the loop speaks to. `bugs` hears of what should never happen.
    public record Ports(
            Provider provider,
            Toolbox toolbox,
            Approver approver,
            Inquirer inquirer,
            Renderer renderer,
            Conversation conversation,
            Bugs bugs) {}

    /// What a turn may do at most.
    ///
    /// @param resultKb how much of a tool's result a model gets, in KiB
    public record Limits(int resultKb) {
        public static final int MOST_RESULT_KB = 1024;
        public static final Limits USUAL = new Limits(64);

        public Limits {
            if (resultKb < 1 || resultKb > MOST_RESULT_KB) {
                throw new IllegalArgumentException("a result of " + resultKb + " KiB");
            }
        }
    }

    public interface Bugs {
        void bug(String where, Throwable what);
    }

    /// Which model, and what it is told; see [ModelCall].
    public record Model(String name, String instructions, Json.Obj parameters) {}

    public sealed interface Outcome {
        AnswerFinish.Usage usage();

        /// The answer is whole, or as long as it may be.
        record Done(AnswerFinish.Reason reason, AnswerFinish.Usage usage) implements Outcome {}

        record Cancelled(AnswerFinish.Usage usage) implements Outcome {}

        /// In words for people.
        record Failed(String what, String hint, AnswerFinish.Usage usage) implements Outcome {}

        /// Nobody watches any more; it was cancelled for that.
        record Unwatched(IOException why, AnswerFinish.Usage usage) implements Outcome {}
    }

    private final Ports ports;
    private final Model model;
    private final Cancellation cancellation;
    private final Limits limits;
    private final SharedRenderer stage;
    private final TurnEvents ledger;
    private final ModelAnswer answering;
    private AnswerFinish.Usage usage = AnswerFinish.Usage.NONE;

    public Turn(Ports ports, Model model, RetryBackoff backoff, Cancellation cancellation) {
        this(ports, model, backoff, Limits.USUAL, cancellation);
    }

    public Turn(Ports ports, Model model, RetryBackoff backoff, Limits limits, Cancellation cancellation) {
        this.ports = ports;
        this.model = model;
        this.limits = limits;
        this.cancellation = cancellation;
        this.stage = new SharedRenderer(ports.renderer(), cancellation);
        this.ledger = new TurnEvents(ports.conversation(), stage);
        this.answering = new ModelAnswer(ports.provider(), ledger, stage, backoff, cancellation);
    }

    /// Once.
    public Outcome run(Event.ChatRequest request) {
        var outcome = attempt(request);
        var failure = stage.failure();
        return failure.isPresent() && !(outcome instanceof Outcome.Failed)
                ? new Outcome.Unwatched(failure.get(), usage)
                : outcome;
    }

    private Outcome attempt(Event.ChatRequest request) {
        try {
            if (request.schema().isPresent()
                    && StructuredAnswer.of("null", request.schema().get())
                            instanceof StructuredAnswer.BadSchema(var why)) {
                return unusable(why);
            }
            ledger.begin(request);
            return request.schema().isPresent()
                    ? structured(request.schema().get())
                    : rounds(null).outcome();
        } catch (Conversation.StoreProblem e) {
            return new Outcome.Failed(e.what(), e.hint(), usage);
        } catch (ProviderProblem e) {
            return new Outcome.Failed(e.what(), e.hint(), usage);
        }
    }

    /// How the rounds ended, and the text of the last answer.
    private record Ended(Outcome outcome, String text) {}

    private Ended rounds(Json.@Nullable Obj schema) throws ProviderProblem, Conversation.StoreProblem {
        var tools = new ToolCalls(ports, ledger, stage, cancellation, limits.resultKb() << 10);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            var answer = answering.run(call(schema), schema != null);
            usage = usage.plus(answer.finish().usage());
            tools.run(answer);
            if (cancellation.isCancelled()) {
                return new Ended(new Outcome.Cancelled(usage), answer.text());
            }
            if (answer.calls().isEmpty()) {
                return new Ended(new Outcome.Done(answer.finish().reason(), usage), answer.text());
            }
        }
        return new Ended(
                new Outcome.Failed(
                        "the model called tools " + MOST_ROUNDS + " times in a row and was stopped",
                        "Everything is stored; another `jp query` goes on from here.",
                        usage),
                "");
    }

    private ModelCall call(Json.@Nullable Obj schema) {
        ports.toolbox().renew();
        var tools = ports.toolbox().tools().stream()
                .filter(tool -> tool.consent() != Tool.Consent.SKIP)
                .map(Tool::definition)
                .toList();
        return new ModelCall(
                model.name(),
                model.instructions(),
                ConversationHistory.forModel(ledger.events()),
                tools,
                Optional.ofNullable(schema),
                model.parameters());
    }

    /// The answer is to be data. One that does not fit is sent back once, with what is wrong about it.
    private Outcome structured(Json.Obj schema) throws ProviderProblem, Conversation.StoreProblem {
        var first = rounds(schema);
        if (!(first.outcome() instanceof Outcome.Done)) {
            return first.outcome();
        }
        var answer = StructuredAnswer.of(first.text(), schema);
        var last = first;
        if (answer instanceof StructuredAnswer.Misfit(var why)) {
            ledger.addUnstored(List.of(
                    new Event.Message(first.text()),
                    new Event.ChatRequest("This does not fit the JSON Schema: " + why
                            + "\nAnswer again, with the JSON value alone, and no word around it.")));
            last = rounds(schema);
            if (!(last.outcome() instanceof Outcome.Done)) {
                return last.outcome();
            }
            answer = StructuredAnswer.of(last.text(), schema);
        }
        return switch (answer) {
            case StructuredAnswer.Fits(var data) -> {
                ledger.store(new Event.Data(data));
                yield last.outcome();
            }
            case StructuredAnswer.Misfit(var why) -> {
                if (!last.text().isBlank()) {
                    ledger.store(new Event.Message(last.text(), StructuredAnswer.NOTE));
                }
                yield new Outcome.Failed(
                        "the answer does not fit the schema, and did not when asked again: " + why,
                        "Another model may do better (`-m`), or a simpler schema.",
                        usage);
            }
            case StructuredAnswer.BadSchema(var why) -> unusable(why);
        };
    }

    private Outcome unusable(String why) {
        return new Outcome.Failed("the schema cannot be used: " + why, "", usage);
    }
}
