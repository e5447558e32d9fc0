package dev.outrigger.assistant.providers;

/// An answer that is not in its provider's format. One line for people: what is wrong.
final class MalformedAnswer extends Exception {
    private final String what;

    MalformedAnswer(String what) {
        super(what);
        this.what = what;
    }

    String what() {
        return what;
    }
}
