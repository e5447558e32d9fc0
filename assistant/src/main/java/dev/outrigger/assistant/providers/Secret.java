package dev.outrigger.assistant.providers;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;

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

    /// The same for every text of a value, names too; the very value when the key is nowhere in it.
    Json without(Json value) {
        return switch (value) {
            case Json.Str(var words) -> {
                var rest = without(words);
                yield rest.equals(words) ? value : Json.of(rest);
            }
            case Json.Arr(var items) -> {
                var rest = new ArrayList<Json>();
                items.forEach(item -> rest.add(without(item)));
                yield new Json.Arr(rest);
            }
            case Json.Obj object -> without(object);
            // Nobody can look into it, so nobody can promise what is in it.
            case Json.Deferred _ -> Json.of(MARK);
            case Json.Num _, Json.Bool _, Json.Null _ -> value;
        };
    }

    Json.Obj without(Json.Obj object) {
        if (!isHidden()) {
            return object;
        }
        var rest = new LinkedHashMap<String, Json>();
        object.fields().forEach((name, value) -> rest.put(without(name), without(value)));
        return new Json.Obj(rest);
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
    public String toString() {
        return none() ? "no key" : "(a key)";
    }
}
