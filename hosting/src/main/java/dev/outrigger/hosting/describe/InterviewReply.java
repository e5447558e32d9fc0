package dev.outrigger.hosting.describe;

import dev.outrigger.wire.command.ToHost;

/// What came of a question. Everything but an answer has `words`, which go on after the plugin's name; they may hold
/// the plugin's own.
public sealed interface InterviewReply {
    record Described(ToHost.Describe answer) implements InterviewReply {}

    record Helped(ToHost.Help answer) implements InterviewReply {}

    sealed interface NoAnswer extends InterviewReply {
        String words();
    }

    /// It said something else, and was ended.
    record Otherwise(String words) implements NoAnswer {}

    /// It said nothing in time, and was ended.
    record TooLate(String words) implements NoAnswer {}

    /// It could not be started, or ended without an answer.
    record Broke(String words) implements NoAnswer {}
}
