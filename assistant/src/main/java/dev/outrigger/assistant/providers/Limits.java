package dev.outrigger.assistant.providers;

/// What of an answer is taken at most, in bytes.
///
/// @param event one line, and one event of several lines
/// @param whole everything together
record Limits(int event, long whole) {
    static final Limits USUAL = new Limits(16 << 20, 64 << 20);
}
