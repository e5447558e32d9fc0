package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.event.Event;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// A turn whose ports are all in the hands of a test. What it is asked and told is kept.
final class TurnFixture {
    static final RetryBackoff AT_ONCE =
            new RetryBackoff(5, Duration.ofNanos(2), Duration.ofNanos(2), Duration.ofMinutes(5));

    final List<Event> stored = Collections.synchronizedList(new ArrayList<>());
    final List<Long> renderedSeqs = Collections.synchronizedList(new ArrayList<>());
    final List<AnswerPiece> shown = Collections.synchronizedList(new ArrayList<>());
    final List<Renderer.Waiting> waits = Collections.synchronizedList(new ArrayList<>());
    final List<ModelCall> asked = Collections.synchronizedList(new ArrayList<>());
    final List<Throwable> bugs = Collections.synchronizedList(new ArrayList<>());
    final Cancellation cancellation = new Cancellation();
    final List<Tool> tools = new ArrayList<>();
    Toolbox toolbox = () -> tools;
    Turn.Limits limits = Turn.Limits.USUAL;

    private final Deque<Script> scripts = new ArrayDeque<>();
    Approver approver = (_, _, _) -> new Approver.Decision.Granted();
    Inquirer inquirer = (_, _, _, _) -> Optional.empty();
    /// Refuses to store an event for which this gives a reason.
    Function<Event, Optional<String>> refusal = _ -> Optional.empty();
    /// Breaks the renderer at the first piece for which this is true.
    Function<AnswerPiece, Boolean> rendererBreaks = _ -> false;

    /// What a model does when it is its turn.
    interface Script {
        AnswerFinish play(Provider.Pieces pieces, Cancellation cancellation) throws ProviderProblem;
    }

    TurnFixture model(Script script) {
        scripts.add(script);
        return this;
    }

    TurnFixture says(AnswerPiece... pieces) {
        boolean calls = Arrays.stream(pieces).anyMatch(AnswerPiece.Call.class::isInstance);
        return model((to, _) -> {
            for (var piece : pieces) {
                to.piece(piece);
            }
            return new AnswerFinish(
                    calls ? AnswerFinish.Reason.TOOLS : AnswerFinish.Reason.DONE, new AnswerFinish.Usage(10, 1));
        });
    }

    TurnFixture fails(ProviderProblem problem) {
        return model((_, _) -> {
            throw problem;
        });
    }

    TurnFixture tool(String name, Tool.Consent consent, Work work) {
        tools.add(new Scripted(name, consent, work));
        return this;
    }

    interface Work {
        ToolResult run(Json.Obj arguments, ToolRun run);
    }

    Turn.Outcome ask(String content) {
        return ask(new Event.ChatRequest(content));
    }

    Turn.Outcome ask(Event.ChatRequest request) {
        return ask(request, AT_ONCE);
    }

    Turn.Outcome ask(Event.ChatRequest request, RetryBackoff backoff) {
        var ports = new Turn.Ports(
                new Actor(),
                toolbox,
                (call, tool, stop) -> approver.decide(call, tool, stop),
                (id, tool, question, stop) -> inquirer.answer(id, tool, question, stop),
                new Audience(),
                new Memory(),
                (_, what) -> bugs.add(what));
        return new Turn(ports, new Turn.Model("m", "", Json.EMPTY), backoff, limits, cancellation).run(request);
    }

    private final class Actor implements Provider {
        @Override
        public String name() {
            return "fixture";
        }

        @Override
        public AnswerFinish stream(ModelCall call, Pieces pieces, Cancellation stop) throws ProviderProblem {
            asked.add(call);
            return scripts.remove().play(pieces, stop);
        }

        @Override
        public Json withoutKeys(Json value) {
            try {
                return JsonText.parse(JsonText.text(value).replace("sk-of-the-fixture", "(the key)"));
            } catch (MalformedJson e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public List<Model> models(Cancellation stop) {
            return List.of();
        }
    }

    private final class Audience implements Renderer {
        @Override
        public void piece(AnswerPiece piece) throws IOException {
            if (rendererBreaks.apply(piece)) {
                throw new IOException("nobody there");
            }
            shown.add(piece);
        }

        @Override
        public void stored(StoredEvent event) {
            renderedSeqs.add(event.seq());
        }

        @Override
        public void waiting(Waiting on) {
            waits.add(on);
        }
    }

    private final class Memory implements Conversation {
        @Override
        public List<Event> events() {
            return List.copyOf(stored);
        }

        @Override
        public Stored append(List<? extends Event> events) throws StoreProblem {
            for (var event : events) {
                var reason = refusal.apply(event);
                if (reason.isPresent()) {
                    throw new StoreProblem(reason.get(), "");
                }
            }
            stored.addAll(events);
            return new Stored(stored.size() - events.size() + 1, "2025-07-20T10:30:00.000Z");
        }
    }

    private record Scripted(String name, Consent consent, Work work) implements Tool {
        @Override
        public ToolDefinition definition() {
            return new ToolDefinition(
                    name,
                    "",
                    Json.object()
                            .put("type", "object")
                            .put(
                                    "properties",
                                    Json.object()
                                            .put(
                                                    "n",
                                                    Json.object()
                                                            .put("type", "integer")
                                                            .build())
                                            .build())
                            .build());
        }

        @Override
        public String source() {
            return "builtin";
        }

        @Override
        public String fingerprint() {
            return name;
        }

        @Override
        public ToolResult run(Json.Obj arguments, ToolRun run) {
            return work.run(arguments, run);
        }
    }
}
