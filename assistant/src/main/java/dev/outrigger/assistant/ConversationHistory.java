package dev.outrigger.assistant;

import dev.outrigger.wire.event.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/// A conversation as a model may read it: every provider wants each tool call to be followed by its response, and a
/// conversation that several programs wrote need not be like that.
final class ConversationHistory {
    private ConversationHistory() {}

    static List<Event> forModel(List<Event> events) {
        Map<String, Queue<Event.ToolCallResponse>> responses = new HashMap<>();
        for (var event : events) {
            if (event instanceof Event.ToolCallResponse response) {
                responses
                        .computeIfAbsent(response.id(), _ -> new ArrayDeque<>())
                        .add(response);
            }
        }
        var ordered = new ArrayList<Event>(events.size());
        var due = new ArrayList<Event.ToolCallResponse>();
        var seen = new HashSet<String>();
        for (var event : events) {
            switch (event) {
                case Event.ToolCallRequest call -> {
                    var waiting = responses.get(call.id());
                    // A second call of the same id would not be taken, nor one that has no response.
                    if (waiting != null && seen.add(call.id())) {
                        ordered.add(call);
                        due.add(waiting.element());
                    }
                }
                case Event.ChatRequest _, Event.ChatResponse _ -> {
                    ordered.addAll(due);
                    due.clear();
                    ordered.add(event);
                }
                case Event.TurnStart _,
                        Event.ToolCallResponse _,
                        Event.InquiryRequest _,
                        Event.InquiryResponse _,
                        Event.ConfigDelta _,
                        Event.Unknown _ -> {}
            }
        }
        ordered.addAll(due);
        return ordered;
    }
}
