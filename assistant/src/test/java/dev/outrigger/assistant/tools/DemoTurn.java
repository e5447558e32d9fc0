package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Conversation;
import dev.outrigger.assistant.Inquirer;
import dev.outrigger.assistant.Renderer;
import dev.outrigger.assistant.RetryBackoff;
import dev.outrigger.assistant.StoredEvent;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.Turn;
import dev.outrigger.assistant.providers.DemoProvider;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A turn with the demo provider and these tools.
final class DemoTurn {
    private final List<Tool> tools;
    private final List<Event> events = new ArrayList<>();
    Approver approver = (_, _, _) -> new Approver.Decision.Reject("rejected by the user");
    Inquirer inquirer = (_, _, _, _) -> Optional.empty();
    final Cancellation cancellation = new Cancellation();

    DemoTurn(List<Tool> tools) {
        this.tools = tools;
    }

    /// The responses to the tool calls of this request, in order.
    List<Event.ToolCallResponse> ask(String request) {
        int before = events.size();
        var ports = new Turn.Ports(
                new DemoProvider(Duration.ZERO),
                () -> tools,
                approver,
                inquirer,
                new Silent(),
                new Kept(),
                (where, what) -> {
                    throw new AssertionError(where, what);
                });
        new Turn(ports, new Turn.Model("demo", "", Json.EMPTY), RetryBackoff.USUAL, cancellation)
                .run(new Event.ChatRequest(request));
        var responses = new ArrayList<Event.ToolCallResponse>();
        for (var event : events.subList(before, events.size())) {
            if (event instanceof Event.ToolCallResponse response) {
                responses.add(response);
            }
        }
        return responses;
    }

    private final class Kept implements Conversation {
        @Override
        public List<Event> events() {
            return List.copyOf(events);
        }

        @Override
        public Stored append(List<? extends Event> more) {
            events.addAll(more);
            return new Stored(events.size() - more.size() + 1, "");
        }
    }

    private static final class Silent implements Renderer {
        @Override
        public void piece(AnswerPiece piece) {}

        @Override
        public void stored(StoredEvent event) {}

        @Override
        public void waiting(Waiting on) {}
    }
}
