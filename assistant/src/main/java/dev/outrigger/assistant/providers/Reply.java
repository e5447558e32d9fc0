package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Finish;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Fields;

/// An answer of a model as it comes in, in one provider's format.
interface Reply {
    /// True when nothing is to come after this.
    boolean take(Frames frame) throws ProviderProblem, Malformed, Fields.Mistake;

    /// Whether the provider has said how it ended; without that, an answer was cut off.
    boolean whole();

    /// As far as it is known.
    Finish finish();
}
