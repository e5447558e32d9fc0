package dev.outrigger.assistant;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The renderer, for several threads at once. When it fails, the turn is cancelled and no more is shown.
final class SharedRenderer {
    private final Renderer renderer;
    private final Cancellation cancellation;
    private @Nullable IOException failure;

    SharedRenderer(Renderer renderer, Cancellation cancellation) {
        this.renderer = renderer;
        this.cancellation = cancellation;
    }

    private interface Act {
        void on(Renderer renderer) throws IOException;
    }

    void piece(AnswerPiece piece) {
        show(to -> to.piece(piece));
    }

    void stored(StoredEvent event) {
        show(to -> to.stored(event));
    }

    void waiting(Renderer.Waiting on) {
        show(to -> to.waiting(on));
    }

    private void show(Act act) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            try {
                act.on(renderer);
                return;
            } catch (IOException e) {
                failure = e;
            }
        }
        cancellation.cancel();
    }

    synchronized Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }
}
