package dev.outrigger.serveweb;

import dev.outrigger.sdk.Jp;
import dev.outrigger.sdk.RequestFailed;
import dev.outrigger.sdk.Subscription;
import dev.outrigger.serveweb.view.Moment;
import dev.outrigger.serveweb.view.Row;
import dev.outrigger.web.VisibleCharacters;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.command.ToPlugin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All conversations, as they are now: read once, and kept by what the host says of their changes.
final class ConversationList implements AutoCloseable {
    private static final Comparator<Listed> ORDER = Comparator.comparing(Listed::pinned)
            .thenComparing(Listed::lastActivatedAt)
            .reversed();

    /// One of them.
    record Listed(
            ConversationId id,
            String title,
            String lastActivatedAt,
            long count,
            boolean pinned,
            boolean archived,
            boolean damaged) {
        Row row(boolean current, String excerpt) {
            return new Row(
                    id.digits(),
                    VisibleCharacters.name(title),
                    Moment.parse(lastActivatedAt).orElse(null),
                    pinned,
                    archived,
                    damaged,
                    current,
                    excerpt);
        }
    }

    /// A conversation that is new or another now; without one, the one of this id is gone.
    record Change(ConversationId id, @Nullable Listed now) {}

    private final Map<ConversationId, Listed> all = new ConcurrentHashMap<>();
    private final Set<Consumer<Change>> listeners = ConcurrentHashMap.newKeySet();
    private final long began = System.nanoTime();
    private final AtomicLong changes = new AtomicLong();
    private final Subscription subscription;

    private final Jp jp;

    private ConversationList(Jp jp) throws RequestFailed {
        this.jp = jp;
        // What changes while the list is read comes behind it, and is newer.
        subscription = jp.subscribeToList(this::changed);
        read();
    }

    private void read() throws RequestFailed {
        for (var entry : jp.conversations()) {
            all.putIfAbsent(entry.id(), listed(entry));
        }
    }

    static ConversationList of(Jp jp) throws RequestFailed {
        return new ConversationList(jp);
    }

    private static Listed listed(ToPlugin.Conversations.Entry entry) {
        return new Listed(
                entry.id(),
                entry.title() == null ? "" : entry.title(),
                entry.lastActivatedAt(),
                entry.eventsCount(),
                entry.pinnedAt() != null,
                entry.archived(),
                entry.damaged() != null);
    }

    private void changed(ToPlugin.Happened event) {
        var data = event.data();
        try {
            var fields = new FieldReader(data);
            var id = fields.conversation("id");
            switch (fields.text("type")) {
                case "conversation_changed" -> {
                    var now = new Listed(
                            id,
                            fields.textOrEmpty("title"),
                            fields.text("last_activated_at"),
                            fields.whole("events_count", 0, Long.MAX_VALUE),
                            fields.textOrNull("pinned_at") != null,
                            fields.truth("archived"),
                            false);
                    all.put(id, now);
                    changes.incrementAndGet();
                    listeners.forEach(listener -> listener.accept(new Change(id, now)));
                }
                case "conversation_removed" -> {
                    all.remove(id);
                    changes.incrementAndGet();
                    listeners.forEach(listener -> listener.accept(new Change(id, null)));
                }
                default -> System.err.println("the list says something that we do not know: " + fields.text("type"));
            }
        } catch (FieldReader.Mistake e) {
            System.err.println("the list says something that we do not understand: " + e.what());
        }
    }

    /// Says which state of the list this is. What changes behind it is told to whoever listened before.
    String state() {
        return began + "." + changes.get();
    }

    Registration listen(Consumer<Change> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /// One that is not known yet may have been made this moment: changes are told ten times a second.
    Optional<Listed> find(ConversationId id) throws RequestFailed {
        if (!all.containsKey(id)) {
            read();
        }
        return Optional.ofNullable(all.get(id));
    }

    /// Pinned ones first, then the latest.
    List<Listed> sorted() {
        var sorted = new ArrayList<>(all.values());
        sorted.sort(ORDER);
        return sorted;
    }

    /// Those with this in their title, in large or small letters.
    List<Listed> titled(String text) {
        var wanted = text.toLowerCase(Locale.ROOT);
        return sorted().stream()
                .filter(listed -> listed.title.toLowerCase(Locale.ROOT).contains(wanted))
                .toList();
    }

    @Override
    public void close() {
        subscription.close();
    }
}
