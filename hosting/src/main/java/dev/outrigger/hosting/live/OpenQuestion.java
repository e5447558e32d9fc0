package dev.outrigger.hosting.live;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.wire.Json;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Something that a turn asks whoever has subscribed, until the first of them has answered, or time is up. `T` is what
/// the turn wants to know.
final class OpenQuestion<T> {
    private final Wording wording;
    private @Nullable T answer;
    private boolean closed;

    /// What a subscription is told.
    ///
    /// @param id that of the tool call or of the inquiry
    /// @param kind what is asked for
    /// @param proposal what would be done; null where nothing would
    record Wording(String id, Kind kind, Json.@Nullable Obj proposal, List<String> actions, Json.Obj more) {}

    enum Kind {
        CALL("tool_approval", "tool_call_id"),
        INQUIRY("inquiry", "inquiry_id");

        final String respond;
        final String idField;

        Kind(String respond, String idField) {
            this.respond = respond;
            this.idField = idField;
        }
    }

    OpenQuestion(Wording wording) {
        this.wording = wording;
    }

    Wording wording() {
        return wording;
    }

    synchronized boolean isOpen() {
        return !closed;
    }

    /// The first one counts; false for all others.
    synchronized boolean settle(T how) {
        if (closed) {
            return false;
        }
        closed = true;
        answer = how;
        notifyAll();
        return true;
    }

    /// From now on, no answer counts. False when there is one.
    synchronized boolean close() {
        boolean was = closed;
        closed = true;
        notifyAll();
        return !was;
    }

    /// Waits for the answer, and closes; nothing when none came in time, or nobody wants one any more.
    Optional<T> await(Duration time, Cancellation cancellation) {
        try (var _ = cancellation.onCancel(this::close)) {
            return awaited(System.nanoTime() + time.toNanos());
        }
    }

    private synchronized Optional<T> awaited(long deadline) {
        try {
            for (long left = deadline - System.nanoTime(); !closed && left > 0; left = deadline - System.nanoTime()) {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        closed = true;
        return Optional.ofNullable(answer);
    }
}
