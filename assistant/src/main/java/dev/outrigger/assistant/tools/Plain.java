package dev.outrigger.assistant.tools;

/// Somebody's words, made fit for one line that people read.
final class Plain {
    private static final int LONGEST = 300;

    private Plain() {}

    static String line(String text) {
        int end = Math.min(text.length(), LONGEST);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        var line = new StringBuilder(end + 1);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(c == '\t' ? ' ' : acts(c) ? '\uFFFD' : c);
        }
        return end < text.length() ? line.append('…').toString() : line.toString();
    }

    /// Controls, line ends and changes of direction: what a terminal would act upon.
    private static boolean acts(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
