package dev.outrigger.assistant.mcp.client;

import dev.outrigger.system.ReaderRisk;

/// A server's own words, made fit to be shown: bounded, and without what a terminal would obey.
public final class HarmlessWords {
    private static final int LONGEST_LINE = 300;

    private HarmlessWords() {}

    /// For a note or a log.
    public static String line(String text) {
        return cut(text, LONGEST_LINE, false);
    }

    /// Newlines and tabs stay.
    public static String text(String text, int longest) {
        return cut(text, longest, true);
    }

    private static String cut(String text, int longest, boolean lines) {
        int end = Math.min(text.length(), longest);
        if (end < text.length() && end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        var out = new StringBuilder(end + 1);
        for (int at = 0; at < end; ) {
            int c = text.codePointAt(at);
            boolean layout = c == '\n' || c == '\t';
            out.appendCodePoint(!obeyed(c) || (lines && layout) ? c : layout ? ' ' : 0xFFFD);
            at += Character.charCount(c);
        }
        return end < text.length() ? out.append('…').toString() : out.toString();
    }

    /// Controls, what turns the direction of what follows, and what hides words from who reads them.
    private static boolean obeyed(int c) {
        return switch (ReaderRisk.of(c)) {
            case CONTROL, LINE_END, DIRECTION, HIDDEN -> true;
            case NONE, JOINER, BLANK, HALF, UNDEFINED, PRIVATE -> false;
        };
    }
}
