package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.FieldReader;

/// An answer of a model as it comes in, in one provider's format.
interface ProviderReply {
    /// True when nothing is to come after this.
    boolean take(AnswerFrames frame) throws ProviderProblem, MalformedAnswer, FieldReader.Mistake;

    /// Whether the provider has said how it ended; without that, an answer was cut off.
    boolean whole();

    /// As far as it is known.
    AnswerFinish finish();
}
