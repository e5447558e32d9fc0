package dev.outrigger.assistant;

import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The events of a conversation while a turn adds to them. What is in here is stored, shown, and known to the model.
final class TurnEvents {
    static final String LEFT_BEHIND =
            "this call was never answered: the turn it belongs to ended before. " + "It may or may not have run.";

    private final Conversation conversation;
    private final SharedRenderer stage;
    private final List<Event> events = new ArrayList<>();
    private final Set<String> calls = new HashSet<>();

    TurnEvents(Conversation conversation, SharedRenderer stage) {
        this.conversation = conversation;
        this.stage = stage;
    }

    /// Reads what there is, answers the calls that a crash left without a response, and adds the request.
    synchronized void begin(Event.ChatRequest request) throws Conversation.StoreProblem {
        var earlier = conversation.events();
        events.addAll(earlier);
        var open = new ArrayList<String>();
        for (var event : earlier) {
            if (event instanceof Event.ToolCallRequest call) {
                calls.add(call.id());
                open.add(call.id());
            } else if (event instanceof Event.ToolCallResponse response) {
                open.remove(response.id());
            }
        }
        var batch = new ArrayList<Event>();
        for (var id : open) {
            batch.add(new Event.ToolCallResponse(id, LEFT_BEHIND, true));
        }
        batch.add(new Event.TurnStart());
        batch.add(request);
        store(batch);
    }

    void store(Event event) throws Conversation.StoreProblem {
        store(List.of(event));
    }

    synchronized void store(List<Event> batch) throws Conversation.StoreProblem {
        var stored = conversation.append(batch);
        events.addAll(batch);
        long seq = stored.first();
        for (var event : batch) {
            stage.stored(new StoredEvent(event, seq++, stored.timestamp()));
        }
    }

    /// For the model alone.
    synchronized void addUnstored(List<Event> batch) {
        events.addAll(batch);
    }

    synchronized List<Event> events() {
        return List.copyOf(events);
    }

    /// The id, or one like it when the conversation has it already: some providers count from 0 in every answer.
    synchronized String freshCall(String id) {
        var fresh = id;
        for (int i = 2; !calls.add(fresh); i++) {
            fresh = id + "-" + i;
        }
        return fresh;
    }
}
