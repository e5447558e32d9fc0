package dev.outrigger.jp.front;

import dev.outrigger.assistant.Conversation;
import dev.outrigger.wire.event.Event;
import java.util.List;

/// A conversation, and what of the model was stored in it since.
public final class StoredAnswer implements Conversation {
    private final Conversation kept;
    private final Runnable first;
    private boolean anything;
    private boolean answer;

    /// @param first what is done when the model has said the first thing
    public StoredAnswer(Conversation kept, Runnable first) {
        this.kept = kept;
        this.first = first;
    }

    @Override
    public List<Event> events() throws StoreProblem {
        return kept.events();
    }

    @Override
    public Stored append(List<? extends Event> events) throws StoreProblem {
        var stored = kept.append(events);
        boolean before = anything();
        events.forEach(this::note);
        if (!before && anything()) {
            first.run();
        }
        return stored;
    }

    private synchronized void note(Event event) {
        switch (event) {
            case Event.Message(var text, var _) -> {
                anything = true;
                answer |= !text.isBlank();
            }
            case Event.Data _ -> {
                anything = true;
                answer = true;
            }
            case Event.ToolCallRequest _ -> {
                anything = true;
                // what was said before it led to the call, and is no answer
                answer = false;
            }
            case Event.Reasoning _ -> anything = true;
            case Event.TurnStart _,
                    Event.ChatRequest _,
                    Event.ToolCallResponse _,
                    Event.InquiryRequest _,
                    Event.InquiryResponse _,
                    Event.ConfigDelta _,
                    Event.Unknown _ -> {}
        }
    }

    public synchronized boolean anything() {
        return anything;
    }

    /// Whether there is something to read behind the last tool call.
    synchronized boolean answer() {
        return answer;
    }
}
