package dev.outrigger.assistant.tools;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;

/// Somebody's words, made fit for one line that people read.
final class PlainWords {
    private static final int LONGEST = 300;

    private PlainWords() {}

    static String line(String text) {
        int end = Math.min(text.length(), LONGEST);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        var line = new StringBuilder(end + 1);
        for (int at = 0; at < end; ) {
            int c = text.codePointAt(at);
            line.appendCodePoint(c == '\t' ? ' ' : acts(c) ? 0xFFFD : c);
            at += Character.charCount(c);
        }
        return end < text.length() ? line.append('…').toString() : line.toString();
    }

    /// All of a word, for whoever decides upon it: in quotes as JSON has them where it could be taken for more than
    /// one, or for something else.
    static String word(String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c <= ' ' || c == '"' || c == '\\' || c == '`') {
                return JsonText.text(Json.of(word));
            }
        }
        return word.isEmpty() ? "\"\"" : word;
    }

    /// Controls, line ends and changes of direction: what a terminal would act upon.
    private static boolean acts(int c) {
        return switch (ReaderRisk.of(c)) {
            case CONTROL, LINE_END, DIRECTION, HIDDEN, JOINER -> true;
            case NONE, BLANK, HALF, UNDEFINED, PRIVATE -> false;
        };
    }
}
