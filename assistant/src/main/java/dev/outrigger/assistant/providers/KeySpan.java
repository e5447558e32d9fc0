package dev.outrigger.assistant.providers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Where a key stands in a text.
record KeySpan(int from, int to) {
    /// Those that share a character become one: of keys that overlap, or begin each other, nothing is left over.
    static List<KeySpan> merged(List<KeySpan> spans) {
        var merged = new ArrayList<KeySpan>();
        for (var span :
                spans.stream().sorted(Comparator.comparingInt(KeySpan::from)).toList()) {
            if (!merged.isEmpty() && span.from < merged.getLast().to) {
                var before = merged.removeLast();
                merged.add(new KeySpan(before.from, Math.max(before.to, span.to)));
            } else {
                merged.add(span);
            }
        }
        return merged;
    }

    /// The very text when there is nothing to hide in it.
    static String hidden(String words, List<KeySpan> spans) {
        if (spans.isEmpty()) {
            return words;
        }
        var text = new StringBuilder();
        int at = 0;
        for (var span : merged(spans)) {
            text.append(words, at, span.from).append(SecretKey.MARK);
            at = span.to;
        }
        return text.append(words, at, words.length()).toString();
    }
}
