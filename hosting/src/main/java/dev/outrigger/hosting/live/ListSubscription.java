package dev.outrigger.hosting.live;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToPlugin.Happened;
import dev.outrigger.workspace.conversations.ConversationSummary;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.NoSuchConversation;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A subscription to the list of conversations: of each the latest, and not more often than people can see.
final class ListSubscription implements Subscription {
    static final String CHANGED = "conversation_changed";
    static final String REMOVED = "conversation_removed";
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final String id;
    private final @Nullable Set<String> events;
    private final Conversations conversations;
    /// As they were told last, or were there before.
    private final Map<ConversationId, Json.Obj> known = new HashMap<>();
    /// When each was told last.
    private final Map<ConversationId, Long> toldAt = new HashMap<>();

    private final Set<ConversationId> touched = new LinkedHashSet<>();
    private boolean allTouched;
    private boolean closed;

    /// @param events null for all
    ListSubscription(String id, @Nullable List<String> events, Conversations conversations) throws IOException {
        this.id = id;
        this.events = events == null ? null : Set.copyOf(events);
        this.conversations = conversations;
        for (var each : conversations.list()) {
            known.put(each.id(), changed(each));
        }
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public boolean isAbout(ConversationId conversation) {
        return true;
    }

    /// Does not wait for a look that is going on, as nothing does that is guarded by [#touched].
    void touched(ConversationId conversation) {
        synchronized (touched) {
            touched.add(conversation);
        }
    }

    void allTouched() {
        synchronized (touched) {
            allTouched = true;
        }
    }

    @Override
    public synchronized Optional<Happened> next() throws IOException {
        touchAll();
        for (var due = takeDue(); due.isPresent() && !closed; due = takeDue()) {
            var told = look(due.get());
            if (told.isPresent()) {
                synchronized (touched) {
                    toldAt.put(due.get(), System.nanoTime());
                }
                return told;
            }
        }
        return Optional.empty();
    }

    private void touchAll() throws IOException {
        synchronized (touched) {
            if (!allTouched) {
                return;
            }
            allTouched = false;
        }
        var all = new HashSet<>(known.keySet());
        all.addAll(conversations.ids());
        synchronized (touched) {
            touched.addAll(all);
        }
    }

    private Optional<ConversationId> takeDue() {
        synchronized (touched) {
            for (var each = touched.iterator(); each.hasNext(); ) {
                var conversation = each.next();
                if (left(conversation) == 0) {
                    each.remove();
                    return Optional.of(conversation);
                }
            }
            return Optional.empty();
        }
    }

    /// How long it is to wait, in nanoseconds.
    private long left(ConversationId conversation) {
        var before = toldAt.get(conversation);
        return before == null ? 0 : Math.max(0, PAUSE - (System.nanoTime() - before));
    }

    private Optional<Happened> look(ConversationId conversation) throws IOException {
        Json.Obj data;
        try {
            data = changed(conversations.summary(conversation));
            if (data.equals(known.put(conversation, data))) {
                return Optional.empty();
            }
        } catch (NoSuchConversation _) {
            if (known.remove(conversation) == null) {
                return Optional.empty();
            }
            data = removed(id, conversation).data();
        }
        return events == null || events.contains(data.text("type").orElseThrow())
                ? Optional.of(new Happened(id, null, null, null, false, null, List.of(), data))
                : Optional.empty();
    }

    static Happened removed(String subId, ConversationId conversation) {
        var data = Json.object()
                .put("type", REMOVED)
                .put("id", conversation.digits())
                .build();
        return new Happened(subId, null, null, null, false, null, List.of(), data);
    }

    private static Json.Obj changed(ConversationSummary summary) {
        var data = Json.object()
                .put("type", CHANGED)
                .put("id", summary.id().digits())
                .put("title", summary.title() == null ? Json.Null.NULL : Json.of(summary.title()))
                .put("last_activated_at", summary.lastActivatedAt())
                .put("events_count", summary.eventsCount());
        if (summary.pinnedAt() != null) {
            data.put("pinned_at", summary.pinnedAt());
        }
        if (summary.archivedAt() != null) {
            data.put("archived", true);
        }
        return data.build();
    }

    @Override
    public long due() {
        synchronized (touched) {
            long soonest = 0;
            for (var conversation : touched) {
                long left = Math.max(1, left(conversation));
                soonest = soonest == 0 ? left : Math.min(soonest, left);
            }
            return soonest;
        }
    }

    @Override
    public long waitingBytes() {
        return 0;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
