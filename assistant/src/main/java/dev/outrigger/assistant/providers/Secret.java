package dev.outrigger.assistant.providers;

/// A key. It goes into the header of a request and nowhere else.
final class Secret {
    /// A text this short is found in every sentence.
    private static final int SHORTEST_HIDDEN = 4;

    static final Secret NONE = new Secret("");

    private final String text;

    Secret(String text) {
        this.text = text;
    }

    boolean none() {
        return text.isEmpty();
    }

    String forHeader() {
        return text;
    }

    /// A text of a server, which may have sent the key back to us.
    String hiddenIn(String words) {
        return text.length() < SHORTEST_HIDDEN ? words : words.replace(text, "(the key)");
    }

    @Override
    public String toString() {
        return none() ? "no key" : "(a key)";
    }
}
