package dev.outrigger.assistant.providers;

import dev.outrigger.wire.Json;
import java.io.IOException;

/// The parts in which an answer is streamed, one after another.
interface AnswerFrames {
    /// False when there are no more; one that was cut off does not count.
    boolean next() throws IOException, MalformedAnswer;

    /// Whether the present one is just this text.
    boolean says(String text);

    /// The present one.
    Json.Obj object() throws MalformedAnswer;
}
