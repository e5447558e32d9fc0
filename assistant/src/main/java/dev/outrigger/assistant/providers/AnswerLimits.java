package dev.outrigger.assistant.providers;

/// What of an answer is taken at most, in bytes.
///
/// @param event one line, and one event of several lines
/// @param whole everything together
record AnswerLimits(int event, long whole) {
    static final AnswerLimits USUAL = new AnswerLimits(16 << 20, 64 << 20);
}
