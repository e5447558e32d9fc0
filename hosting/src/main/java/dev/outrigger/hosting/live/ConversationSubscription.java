package dev.outrigger.hosting.live;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToPlugin.Happened;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.FollowedEvents;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One subscription to a conversation: how far it has told, and what comes next. It keeps nothing that is stored, and
/// no text: whoever reads slowly is told from the store, and what has come of a message meanwhile in one piece.
final class ConversationSubscription implements Subscription {
    private static final String RESPONSE = "chat_response";
    private static final String COMPLETE = "query_complete";
    /// So often it is looked again whether a lock is free, after a change...
    private static final int LOOKS = 6;
    /// ... the first time after this, and then after twice as long each time.
    private static final long FIRST_LOOK = TimeUnit.MILLISECONDS.toNanos(5);

    /// The turns of this host in the conversation.
    interface Turns {
        /// The one that runs, or that ran last.
        Optional<LiveTurn> latest();

        /// Whether this host has stored the event of this number.
        boolean isOurs(long seq);

        /// Whether this host has the lock of the conversation.
        boolean isHeldHere();
    }

    private final String id;
    private final ConversationId conversation;
    private final @Nullable Set<String> events;
    private final boolean responds;
    private final Conversations conversations;
    private final FollowedEvents tail;
    private final Turns turns;

    private final UnstoredNotes notes = new UnstoredNotes();
    private final Set<String> asked = new HashSet<>();
    /// Read, and not told yet.
    private Json.@Nullable Obj next;

    private @Nullable LiveMessage begun;
    /// So much of [#begun] was told.
    private int told;

    /// Whether another process has begun a turn, whose end is to be told.
    private boolean elsewhere;

    /// The system tells of the end of a lock a little before it is free.
    private int looks;

    private volatile boolean touched;
    /// When to look again, in [System#nanoTime]; 0 when not.
    private volatile long lookAt;

    private final long begin;
    private boolean closed;

    /// @param events null for all
    ConversationSubscription(
            String id,
            ConversationId conversation,
            @Nullable List<String> events,
            boolean responds,
            Conversations conversations,
            FollowedEvents tail,
            long stored,
            Turns turns) {
        this.id = id;
        this.conversation = conversation;
        this.events = events == null ? null : Set.copyOf(events);
        this.responds = responds;
        this.conversations = conversations;
        this.tail = tail;
        this.begin = stored;
        this.turns = turns;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public boolean isAbout(ConversationId other) {
        return conversation.equals(other);
    }

    ConversationId conversation() {
        return conversation;
    }

    FollowedEvents tail() {
        return tail;
    }

    boolean responds() {
        return responds;
    }

    /// Whoever comes when a question is open is asked, too; and hears of the end of a turn that another process is in
    /// the middle of.
    synchronized void join() throws IOException {
        var turn = turns.latest().filter(each -> !each.isOver());
        if (turn.isEmpty()) {
            elsewhere = conversations.isLocked(conversation) && !turns.isHeldHere() && hasOpenTurn();
            return;
        }
        var open = turn.get().questions();
        // Asked at the same time, in any order; told as they are stored.
        open.sort(Comparator.comparingLong(each -> each.event().seq()));
        for (var question : open) {
            if (responds && question.event().seq() <= tail.count()) {
                notes.add(
                        0,
                        question.question().wording().kind().respond,
                        () -> question.question().isOpen()
                                ? Optional.of(question(
                                        question,
                                        question.event().seq(),
                                        question.event().json()))
                                : Optional.empty());
            }
        }
    }

    /// Whether what is stored ends in mid-turn: a lock may be held for something else.
    private boolean hasOpenTurn() throws IOException {
        if (begin == 0) {
            return false;
        }
        var last = new ArrayList<Json.Obj>();
        try {
            conversations.read(conversation, begin - 1, 1).forEach(last::add);
            return last.stream().anyMatch(ConversationSubscription::isFollowed);
        } catch (StoreRefusal _) {
            // Whoever tells next finds that, too, and knows what to do.
            return false;
        }
    }

    /// Whether more of its turn comes behind this event.
    private static boolean isFollowed(Json.Obj event) {
        return switch (event.text("type").orElse("")) {
            case "turn_start",
                    "chat_request",
                    "tool_call_request",
                    "tool_call_response",
                    "inquiry_request",
                    "inquiry_response" -> true;
            case RESPONSE -> event.text(LiveMessage.Kind.REASONING.field).isPresent();
            default -> false;
        };
    }

    /// What is told behind so many stored events.
    synchronized void note(long after, Json.Obj data) {
        var type = data.text("type").orElseThrow();
        if (closed || !(type.equals(COMPLETE) || wants(type))) {
            return;
        }
        notes.add(after, type, () -> Optional.of(plain(null, data)));
    }

    /// That a question is closed, for those who were asked.
    synchronized void answered(long after, OpenQuestion.Wording wording, String action) {
        if (!closed) {
            var data = Json.object()
                    .put("type", "answered")
                    .put(wording.kind().idField, wording.id())
                    .put("action", action)
                    .build();
            notes.add(
                    after,
                    "answered",
                    () -> asked.remove(wording.id()) ? Optional.of(plain(null, data)) : Optional.empty());
        }
    }

    /// Whoever has answered knows it.
    synchronized void hasAnswered(OpenQuestion.Wording wording) {
        asked.remove(wording.id());
    }

    @Override
    public synchronized Optional<Happened> next() throws StoreRefusal, IOException {
        lookAt = 0;
        while (!closed) {
            var turn = turns.latest().orElse(null);
            var note = notes.due(next == null ? tail.count() : tail.count() - 1);
            if (note.isPresent()) {
                return note;
            }
            if (next == null && (turn == null || tail.count() < turn.readable())) {
                next = tail.next().orElse(null);
            }
            if (next == null) {
                if (turn != null && !turn.isOver()) {
                    return piece(turn);
                }
                if (!elsewhere || isStillLocked()) {
                    return Optional.empty();
                }
                // What its writer stored before it let go is told first.
                next = tail.next().orElse(null);
                if (next == null) {
                    elsewhere = false;
                    return Optional.of(
                            plain(null, Json.object().put("type", COMPLETE).build()));
                }
            }
            if (turn != null && turn.holdsBack(next)) {
                return Optional.empty();
            }
            var event = next;
            next = null;
            var stored = stored(event, tail.count(), turn);
            if (stored.isPresent()) {
                return stored;
            }
        }
        return Optional.empty();
    }

    /// Something has changed about the conversation. Does not wait for what is being told.
    void touched() {
        touched = true;
    }

    private boolean isStillLocked() throws IOException {
        if (touched) {
            touched = false;
            looks = 0;
        }
        boolean locked = conversations.isLocked(conversation);
        lookAt = locked && looks < LOOKS ? System.nanoTime() + (FIRST_LOOK << looks++) : 0;
        return locked;
    }

    private Optional<Happened> piece(LiveTurn turn) {
        var coming = turn.coming(tail.count());
        if (coming.isEmpty() || !wants(RESPONSE)) {
            return Optional.empty();
        }
        var message = coming.get();
        var more = message.after(message.equals(begun) ? told : 0);
        if (more.isEmpty()) {
            return Optional.empty();
        }
        told = message.equals(begun) ? told + more.length() : more.length();
        begun = message;
        return Optional.of(new Happened(
                id,
                null,
                null,
                message.index,
                false,
                null,
                List.of(),
                Json.object()
                        .put("type", RESPONSE)
                        .put("timestamp", Instant.now().toString())
                        .put(message.kind.field, more)
                        .build()));
    }

    private Optional<Happened> stored(Json.Obj event, long seq, @Nullable LiveTurn turn) {
        var type = event.text("type").orElse("");
        if (type.equals("turn_start") && seq > begin && !turns.isOurs(seq)) {
            elsewhere = true;
        }
        var question = turn == null ? Optional.<LiveTurn.Asked>empty() : turn.question(event);
        if (question.isPresent() && responds) {
            return Optional.of(question(question.get(), seq, event));
        }
        if (!wants(type)) {
            return Optional.empty();
        }
        return Optional.of(type.equals(RESPONSE) ? response(event, seq, turn) : plain(seq, event));
    }

    /// A message is told to its end: what of it was not told yet, or all of it.
    private Happened response(Json.Obj event, long seq, @Nullable LiveTurn turn) {
        for (var kind : LiveMessage.Kind.values()) {
            var text = event.text(kind.field);
            if (text.isPresent()) {
                boolean goesOn = begun != null && begun.seq() == seq;
                var message =
                        goesOn ? begun : turn == null ? null : turn.message(seq).orElse(null);
                var rest =
                        goesOn ? text.get().substring(Math.min(told, text.get().length())) : text.get();
                begun = null;
                return new Happened(
                        id,
                        null,
                        seq,
                        message == null ? null : message.index,
                        true,
                        null,
                        List.of(),
                        event.with(kind.field, Json.of(rest)));
            }
        }
        return plain(seq, event);
    }

    private Happened question(LiveTurn.Asked question, long seq, Json.Obj event) {
        var wording = question.question().wording();
        asked.add(wording.id());
        var data = event;
        for (var more : wording.more().fields().entrySet()) {
            data = data.with(more.getKey(), more.getValue());
        }
        return new Happened(id, wording.kind().respond, seq, null, false, wording.proposal(), wording.actions(), data);
    }

    private Happened plain(@Nullable Long seq, Json.Obj data) {
        return new Happened(id, null, seq, null, false, null, List.of(), data);
    }

    private boolean wants(String type) {
        return events == null || events.contains(type);
    }

    @Override
    public long due() {
        long at = lookAt;
        return at == 0 ? 0 : Math.max(1, at - System.nanoTime());
    }

    @Override
    public synchronized long waitingBytes() throws IOException {
        long coming = turns.latest()
                .flatMap(turn -> turn.coming(tail.count()))
                .map(LiveMessage::length)
                .orElse(0);
        return closed ? 0 : tail.unread() + coming;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        notes.clear();
        tail.close();
    }
}
