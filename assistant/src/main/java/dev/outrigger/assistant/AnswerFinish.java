package dev.outrigger.assistant;

/// How an answer of a model ended, and what it cost.
public record AnswerFinish(Reason reason, Usage usage) {
    public enum Reason {
        /// It has said what it had to say.
        DONE,
        /// It waits for the results of its tool calls.
        TOOLS,
        /// It was cut off at the longest answer allowed.
        LENGTH,
        /// The provider did not let it go on.
        REFUSED,
        CANCELLED
    }

    /// In tokens; 0 when the provider does not tell.
    public record Usage(long input, long output) {
        public static final Usage NONE = new Usage(0, 0);

        public Usage plus(Usage other) {
            return new Usage(input + other.input, output + other.output);
        }
    }
}
