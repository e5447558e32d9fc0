package dev.outrigger.fuzz;

import java.util.ArrayList;
import java.util.List;

/// Where the words of a text begin, roughly as in all languages that our readers know: names, numbers, quoted texts,
/// white space, single marks.
final class WordStarts {
    private static final int MOST = 4_096;

    private WordStarts() {}

    /// The beginnings, and the end behind the last.
    static int[] of(byte[] text) {
        List<Integer> starts = new ArrayList<>();
        int at = 0;
        while (at < text.length && starts.size() < MOST) {
            starts.add(at);
            at = after(text, at);
        }
        starts.add(at);
        return starts.stream().mapToInt(Integer::intValue).toArray();
    }

    private static int after(byte[] text, int from) {
        int kind = kind(text[from]);
        int at = from + 1;
        if (kind == 0) {
            return at;
        }
        if (kind == 3) {
            while (at < text.length && text[at] != text[from] && text[at] != '\n') {
                at += text[at] == '\\' ? 2 : 1;
            }
            return Math.min(at + 1, text.length);
        }
        while (at < text.length && kind(text[at]) == kind) {
            at++;
        }
        return at;
    }

    private static int kind(byte b) {
        if (b < 0 || b == '_' || (b >= '0' && b <= '9') || (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z')) {
            return 1;
        }
        return b == ' ' || b == '\t' ? 2 : b == '"' || b == '\'' ? 3 : 0;
    }
}
