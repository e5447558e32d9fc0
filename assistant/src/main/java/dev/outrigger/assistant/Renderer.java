package dev.outrigger.assistant;

import java.io.IOException;
import java.time.Duration;

/// Whoever shows what goes on. Calls come one at a time, in order, but from several threads. What it throws ends the
/// turn like a cancellation: nobody watches any more.
public interface Renderer {
    /// As it comes from the model.
    void piece(AnswerPiece piece) throws IOException;

    /// It is stored now.
    void stored(StoredEvent stored) throws IOException;

    /// Something that takes time has begun: an answer is awaited, a tool runs.
    void waiting(Waiting on) throws IOException;

    sealed interface Waiting {
        record Model(String model) implements Waiting {}

        record RunningTool(String id, String name) implements Waiting {}

        /// A line from a tool about how far it is.
        record Progress(String id, String name, String line) implements Waiting {}

        /// Another try, after this time, since the one before failed.
        record Retry(String why, int attempt, Duration pause) implements Waiting {}
    }
}
