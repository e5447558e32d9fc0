package dev.outrigger.hosting.live;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.Renderer;
import dev.outrigger.assistant.StoredEvent;
import dev.outrigger.hosting.turn.TurnJson;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A turn of this host, as far as subscriptions have to know more of it than is stored: the message that is coming, and
/// the questions that are open. What is stored they read from the conversation, up to where the turn has told of it.
final class LiveTurn implements Renderer {
    /// Those who have subscribed to the conversation.
    interface Audience {
        /// There may be more to tell.
        void changed();

        /// This is to be told behind so many stored events.
        void tell(long after, Json.Obj data);

        /// The question is closed for whoever was asked, but for the one that answered it; null where none did.
        void answered(long after, OpenQuestion.Wording wording, @Nullable String by, String action);
    }

    /// A question and the stored event that it is about.
    record Asked(OpenQuestion<?> question, StoredEvent event) {}

    private final Audience audience;
    private long first = Long.MAX_VALUE;
    private long last;
    private boolean over;
    private @Nullable LiveMessage open;
    private long messages;
    private final Map<Long, LiveMessage> storedMessages = new HashMap<>();
    /// Stored calls and inquiries of which it is not known yet whether somebody is asked about them, by their ids.
    private final Map<String, StoredEvent> undecided = new HashMap<>();

    private final Map<String, Asked> questions = new LinkedHashMap<>();

    LiveTurn(Audience audience) {
        this.audience = audience;
    }

    @Override
    public void piece(AnswerPiece piece) {
        switch (piece) {
            case AnswerPiece.Text(var text) -> add(LiveMessage.Kind.MESSAGE, text);
            case AnswerPiece.Thought(var text) -> add(LiveMessage.Kind.REASONING, text);
            case AnswerPiece.Seal _, AnswerPiece.Call _, AnswerPiece.BadCall _ -> {}
        }
    }

    private void add(LiveMessage.Kind kind, String text) {
        if (text.isEmpty()) {
            return;
        }
        synchronized (this) {
            if (open == null || open.kind != kind) {
                open = new LiveMessage(kind, messages++);
            }
            open.add(text);
        }
        audience.changed();
    }

    @Override
    public void stored(StoredEvent stored) {
        synchronized (this) {
            first = Math.min(first, stored.seq());
            last = stored.seq();
            switch (stored.event()) {
                case Event.Message _ -> whole(LiveMessage.Kind.MESSAGE, stored.seq());
                case Event.Reasoning _ -> whole(LiveMessage.Kind.REASONING, stored.seq());
                case Event.ToolCallRequest call -> undecided.put(call.id(), stored);
                case Event.InquiryRequest inquiry -> undecided.put(inquiry.id(), stored);
                case Event.ToolCallResponse response -> undecided.remove(response.id());
                case Event.InquiryResponse response -> undecided.remove(response.id());
                case Event.TurnStart _, Event.ChatRequest _, Event.Data _, Event.ConfigDelta _, Event.Unknown _ -> {}
            }
        }
        audience.changed();
    }

    private void whole(LiveMessage.Kind kind, long seq) {
        var message = open != null && open.kind == kind ? open : new LiveMessage(kind, messages++);
        message.stored(seq);
        storedMessages.put(seq, message);
        open = null;
    }

    @Override
    public void waiting(Waiting on) {
        long after;
        synchronized (this) {
            if (on instanceof Waiting.RunningTool(var id, var _)) {
                undecided.remove(id);
            }
            after = last;
        }
        audience.tell(after, TurnJson.waiting("activity", on));
    }

    /// A question about a stored call or inquiry: from now on, it is open.
    void ask(OpenQuestion<?> question) {
        synchronized (this) {
            var id = question.wording().id();
            var event = undecided.remove(id);
            if (event != null) {
                questions.put(id, new Asked(question, event));
            }
        }
        audience.changed();
    }

    /// The question is closed.
    ///
    /// @param by the subscription that answered; null where none did
    void closed(OpenQuestion<?> question, @Nullable String by, String action) {
        long after;
        synchronized (this) {
            questions.remove(question.wording().id());
            after = last;
        }
        audience.answered(after, question.wording(), by, action);
    }

    /// It is over, and this is how.
    void end(Json.Obj complete) {
        synchronized (this) {
            over = true;
            undecided.clear();
            open = null;
        }
        audience.tell(last(), complete);
        audience.changed();
    }

    synchronized boolean isOver() {
        return over;
    }

    /// How many events of the conversation may be told now. Before the turn has begun it is no more than there is; and
    /// so when it is over.
    synchronized long readable() {
        return over || last == 0 ? Long.MAX_VALUE : last;
    }

    private synchronized long last() {
        return last;
    }

    /// Whether an event of this number is the turn's own.
    synchronized boolean covers(long seq) {
        return seq >= first && (seq <= last || !over);
    }

    /// Whether it is too early to tell of this event, since it may become a question.
    synchronized boolean holdsBack(Json.Obj event) {
        return !undecided.isEmpty() && id(event).filter(undecided::containsKey).isPresent();
    }

    /// The question about this event, if it is open.
    synchronized Optional<Asked> question(Json.Obj event) {
        return questions.isEmpty() ? Optional.empty() : id(event).map(questions::get);
    }

    private static Optional<String> id(Json.Obj event) {
        var type = event.text("type").orElse("");
        return type.equals("tool_call_request") || type.equals("inquiry_request") ? event.text("id") : Optional.empty();
    }

    synchronized Optional<Asked> question(String id) {
        return Optional.ofNullable(questions.get(id));
    }

    synchronized List<Asked> questions() {
        return new ArrayList<>(questions.values());
    }

    /// What became of the message that is stored under this number.
    synchronized Optional<LiveMessage> message(long seq) {
        return Optional.ofNullable(storedMessages.get(seq));
    }

    /// The message that is coming, for whoever has told all that is stored before it.
    synchronized Optional<LiveMessage> coming(long told) {
        return told == last && !over ? Optional.ofNullable(open) : Optional.empty();
    }
}
