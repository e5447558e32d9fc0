package dev.outrigger.hosting.describe;

import dev.outrigger.terminal.TerminalEscapes;

/// Makes a stranger's text fit to be shown: no escapes, no more than so many characters.
final class HarmlessText {
    /// A name, a version.
    static final int NAME = 64;
    /// An address, a placeholder.
    static final int LABEL = 256;
    /// What stands on a line.
    static final int LINE = 1_024;
    /// What has lines of its own.
    static final int TEXT = 65_536;

    private HarmlessText() {}

    /// On one line: line breaks and tabs become spaces.
    static String line(String text, int most) {
        return cut(TerminalEscapes.unbroken(text).strip(), most);
    }

    /// With its lines.
    static String text(String text) {
        return cut(TerminalEscapes.strip(text), TEXT);
    }

    static boolean isCut(String original, String shown) {
        return shown.endsWith("…") && original.length() > shown.length();
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 2)) ? most - 2 : most - 1;
        return text.substring(0, end) + "…";
    }

    /// What can be typed as a word of a command or behind `--`: letters, digits and few signs, no sign first. So it is
    /// never taken for an option, a path or a hidden file.
    static boolean isWord(String text) {
        if (text.isEmpty() || text.length() > NAME) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean sign = c == '-' || c == '_' || c == '.' || c == '+';
            if (!Character.isLetterOrDigit(c) && (!sign || i == 0)) {
                return false;
            }
        }
        return true;
    }
}
