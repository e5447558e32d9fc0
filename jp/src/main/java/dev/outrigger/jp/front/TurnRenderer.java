package dev.outrigger.jp.front;

import dev.outrigger.assistant.Renderer;
import dev.outrigger.terminal.OutputFailed;

/// Whoever shows a turn, from its beginning to its end.
public interface TurnRenderer extends Renderer, AutoCloseable {
    /// Nothing more comes: what is still open is finished, and what was only passing wiped away.
    @Override
    void close() throws OutputFailed;

    /// The terminal has another size now.
    default void resized() {}

    /// Something that needs the terminal for itself, such as a question. What comes meanwhile is shown after it.
    default <T> T aside(PausedQuestion<T> question) {
        return question.get();
    }

    interface PausedQuestion<T> {
        T get();
    }
}
