package dev.outrigger.assistant.providers;

import java.util.ArrayList;
import java.util.List;

/// A key. It goes into the header of a request and nowhere else: a server may send it back, in an error, an answer or a
/// list, and then it is neither shown nor stored.
final class SecretKey {
    /// What stands in its place.
    static final String MARK = "(the key)";

    /// A text this short is found in every sentence.
    private static final int SHORTEST_IN_ERRORS = 4;

    /// Nor is a word that people put where a server wants any key ("ollama", "lm-studio") to be taken out of answers.
    private static final int SHORTEST_IN_ANSWERS = 12;

    static final SecretKey NONE = new SecretKey("");

    private final String text;

    SecretKey(String text) {
        this.text = text;
    }

    boolean none() {
        return text.isEmpty();
    }

    String forHeader() {
        return text;
    }

    /// Words about a failure. What is left of a key where they were cut short is hidden, too.
    String hiddenIn(String words) {
        return KeySpan.hidden(words, begunSpans(words));
    }

    /// Where it stands in words about a failure, or at least its beginning.
    List<KeySpan> begunSpans(String words) {
        if (text.length() < SHORTEST_IN_ERRORS) {
            return List.of();
        }
        var beginning = text.substring(0, Math.min(text.length(), SHORTEST_IN_ANSWERS));
        var spans = new ArrayList<KeySpan>();
        for (int at = words.indexOf(beginning); at >= 0; at = words.indexOf(beginning, at + 1)) {
            int end = at + beginning.length();
            while (end < words.length() && end - at < text.length() && words.charAt(end) == text.charAt(end - at)) {
                end++;
            }
            spans.add(new KeySpan(at, end));
        }
        return spans;
    }

    /// Whether it is looked for in what is no failure.
    boolean isHidden() {
        return text.length() >= SHORTEST_IN_ANSWERS;
    }

    /// Where it stands in a text.
    List<KeySpan> spans(String words) {
        var spans = new ArrayList<KeySpan>();
        for (int at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + 1)) {
            spans.add(new KeySpan(at, at + text.length()));
        }
        return spans;
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
        return other instanceof SecretKey secret && secret.text.equals(text);
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
