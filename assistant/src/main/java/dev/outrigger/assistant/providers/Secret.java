package dev.outrigger.assistant.providers;

/// A key. It goes into the header of a request and nowhere else: a server may send it back, in an error, an answer or a
/// list, and then it is neither shown nor stored.
final class Secret {
    /// What stands in its place.
    static final String MARK = "(the key)";

    /// A text this short is found in every sentence.
    private static final int SHORTEST_IN_ERRORS = 4;

    /// Nor is a word that people put where a server wants any key ("ollama", "lm-studio") to be taken out of answers.
    private static final int SHORTEST_IN_ANSWERS = 12;

    static final Secret NONE = new Secret("");

    private final String text;

    Secret(String text) {
        this.text = text;
    }

    boolean none() {
        return text.isEmpty();
    }

    int length() {
        return text.length();
    }

    String forHeader() {
        return text;
    }

    /// Words about a failure. What is left of a key where they were cut short is hidden, too.
    String hiddenIn(String words) {
        if (text.length() < SHORTEST_IN_ERRORS) {
            return words;
        }
        var hidden = words.replace(text, MARK);
        int beginning = Math.min(text.length(), SHORTEST_IN_ANSWERS);
        for (int at = hidden.indexOf(text.substring(0, beginning)); at >= 0; ) {
            int end = at + beginning;
            while (end < hidden.length() && end - at < text.length() && hidden.charAt(end) == text.charAt(end - at)) {
                end++;
            }
            hidden = hidden.substring(0, at) + MARK + hidden.substring(end);
            at = hidden.indexOf(text.substring(0, beginning), at + MARK.length());
        }
        return hidden;
    }

    /// Whether it is looked for in what is no failure.
    boolean isHidden() {
        return text.length() >= SHORTEST_IN_ANSWERS;
    }

    /// A text that is whole. Where it comes in parts: [KeyFilter].
    String without(String words) {
        return isHidden() ? words.replace(text, MARK) : words;
    }

    /// How much of the end of this text may be the beginning of the key.
    int begunIn(String words) {
        for (int from = Math.max(0, words.length() - text.length() + 1); from < words.length(); from++) {
            if (words.charAt(from) == text.charAt(0) && text.startsWith(words.substring(from))) {
                return words.length() - from;
            }
        }
        return 0;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && secret.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return none() ? "no key" : "(a key)";
    }
}
