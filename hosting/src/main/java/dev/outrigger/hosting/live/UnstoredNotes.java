package dev.outrigger.hosting.live;

import dev.outrigger.wire.command.ToPlugin.Happened;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/// What a subscription tells beside what is stored: each behind so many stored events, in the order in which it came.
/// Of activities, which pass, only the latest wait.
final class UnstoredNotes {
    private static final String ACTIVITY = "activity";
    private static final int MOST_ACTIVITIES = 64;

    private record Note(long after, String type, Supplier<Optional<Happened>> event) {}

    private final Deque<Note> notes = new ArrayDeque<>();

    /// @param event what it is when it is told; nothing when it is not worth telling any more
    void add(long after, String type, Supplier<Optional<Happened>> event) {
        if (type.equals(ACTIVITY)) {
            dropOldActivities();
        }
        notes.add(new Note(after, type, event));
    }

    private void dropOldActivities() {
        long waiting = notes.stream().filter(note -> note.type.equals(ACTIVITY)).count();
        if (waiting >= MOST_ACTIVITIES) {
            for (var each = notes.iterator(); each.hasNext(); ) {
                if (each.next().type.equals(ACTIVITY)) {
                    each.remove();
                    return;
                }
            }
        }
    }

    /// The next one, when so many stored events were told.
    Optional<Happened> due(long told) {
        while (!notes.isEmpty() && notes.getFirst().after <= told) {
            var event = notes.removeFirst().event.get();
            if (event.isPresent()) {
                return event;
            }
        }
        return Optional.empty();
    }

    void clear() {
        notes.clear();
    }
}
