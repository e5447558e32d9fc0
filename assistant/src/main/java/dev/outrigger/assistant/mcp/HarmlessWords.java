package dev.outrigger.assistant.mcp;

/// A server's own words, made fit to be shown: bounded, and without what a terminal would obey.
final class HarmlessWords {
    private static final int LONGEST_LINE = 300;

    private HarmlessWords() {}

    /// For a note or a log.
    static String line(String text) {
        return cut(text, LONGEST_LINE, false);
    }

    /// Newlines and tabs stay.
    static String text(String text, int longest) {
        return cut(text, longest, true);
    }

    private static String cut(String text, int longest, boolean lines) {
        int end = Math.min(text.length(), longest);
        if (end < text.length() && end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        var out = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            out.append((lines && (c == '\n' || c == '\t')) || !obeyed(c) ? c : c == '\n' || c == '\t' ? ' ' : '\uFFFD');
        }
        return end < text.length() ? out.append('…').toString() : out.toString();
    }

    /// Controls, and the marks that turn the direction of what follows.
    private static boolean obeyed(char c) {
        return Character.isISOControl(c)
                || (c >= '\u202A' && c <= '\u202E')
                || (c >= '\u2066' && c <= '\u2069')
                || c == '\u2028'
                || c == '\u2029';
    }
}
