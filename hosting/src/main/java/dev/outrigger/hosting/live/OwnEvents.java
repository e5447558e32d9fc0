package dev.outrigger.hosting.live;

import dev.outrigger.workspace.conversations.PushedBatch;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What this host itself has stored in a conversation of late, and the turn that it runs there, or ran last.
final class OwnEvents implements ConversationSubscription.Turns {
    private static final int MOST = 64;

    private record Stretch(long first, long last) {}

    private final Deque<Stretch> pushed = new ArrayDeque<>();
    private @Nullable LiveTurn turn;
    private boolean held;

    synchronized void begin(LiveTurn next) {
        turn = next;
    }

    /// Stores events of the plugin's own.
    interface Push {
        PushedBatch run() throws StoreRefusal, IOException;
    }

    /// Whoever wants to know whose an event is waits meanwhile.
    synchronized PushedBatch push(Push push) throws StoreRefusal, IOException {
        var batch = push.run();
        pushed.addLast(new Stretch(batch.first(), batch.last()));
        if (pushed.size() > MOST) {
            pushed.removeFirst();
        }
        return batch;
    }

    synchronized void held(boolean here) {
        held = here;
    }

    @Override
    public synchronized Optional<LiveTurn> latest() {
        return Optional.ofNullable(turn);
    }

    @Override
    public synchronized boolean isOurs(long seq) {
        return (turn != null && (!turn.isOver() || turn.covers(seq)))
                || pushed.stream().anyMatch(each -> each.first <= seq && seq <= each.last);
    }

    @Override
    public synchronized boolean isHeldHere() {
        return held;
    }
}
