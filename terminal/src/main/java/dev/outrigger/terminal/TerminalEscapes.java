package dev.outrigger.terminal;

import dev.outrigger.system.ReaderRisk;

/// Makes text from others harmless on a terminal: what moves the cursor, changes the window's title, answers in the
/// user's name, rings, overwrites or turns the direction of writing is dropped; `\n` and `\t` stay. One pass, whatever
/// the text.
public final class TerminalEscapes {
    private static final char ESC = 0x1B;
    private static final char CSI = 0x9B;
    private static final int LONGEST_COLOUR = 64;
    private static final int SELECTOR = 4;
    private static final int UNKNOWN_COLOUR = -1;

    private TerminalEscapes() {}

    /// Without any escape.
    public static String strip(String text) {
        return clean(text, false);
    }

    /// Without any escape but those that set colours and weights.
    public static String keepColour(String text) {
        return clean(text, true);
    }

    /// Without any escape, on one line: what ends a line, for any reader, and tabs become blanks.
    public static String unbroken(String text) {
        var clean = strip(text);
        int at = 0;
        while (at < clean.length() && !breaks(clean.charAt(at))) {
            at++;
        }
        if (at == clean.length()) {
            return clean;
        }
        var line = new StringBuilder(clean);
        for (; at < line.length(); at++) {
            if (breaks(line.charAt(at))) {
                line.setCharAt(at, ' ');
            }
        }
        return line.toString();
    }

    /// Of those that [#strip] leaves. A terminal draws the separators of Unicode as nothing; pagers, editors and
    /// scripts begin a line there.
    private static boolean breaks(char c) {
        return c == '\n' || c == '\t' || c == 0x2028 || c == 0x2029;
    }

    /// Without any escape, on one line, and cut off behind so many characters.
    public static String oneLine(String text, int most) {
        // a text that is long on purpose is not worth going through
        var clean = unbroken(text.length() > 8 * most ? text.substring(0, 8 * most) : text);
        var line = new StringBuilder();
        for (int i = 0; i < clean.length() && line.length() <= most; i++) {
            char c = clean.charAt(i);
            if (c != ' ') {
                line.append(c);
            } else if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                line.append(' ');
            }
        }
        if (line.length() > most) {
            int end = most - 1;
            line.setLength(end > 0 && Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end);
            line.append('…');
        }
        return line.toString().strip();
    }

    private static String clean(String text, boolean keepColour) {
        int at = 0;
        while (at < text.length() && harmless(text.codePointAt(at))) {
            at += Character.charCount(text.codePointAt(at));
        }
        if (at == text.length()) {
            return text;
        }
        var clean = new StringBuilder(text.length()).append(text, 0, at);
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (harmless(c)) {
                clean.appendCodePoint(c);
                at += Character.charCount(c);
            } else {
                int end = afterSequence(text, at);
                if (keepColour && isColour(text, at, end)) {
                    clean.append(text, at, end);
                }
                at = end;
            }
        }
        return clean.toString();
    }

    /// Without what is neither written nor drawn, too: it hides words from who reads, and not from a model. What joins
    /// and parts stays: writings and emoji need it.
    static boolean harmless(int c) {
        if (c >= ' ' && c < 0x7F) {
            // Nearly all that is ever printed.
            return true;
        }
        return switch (ReaderRisk.of(c)) {
            case CONTROL -> c == '\n' || c == '\t';
            case DIRECTION, HIDDEN -> false;
            case NONE, LINE_END, JOINER, BLANK, HALF, UNDEFINED, PRIVATE -> true;
        };
    }

    /// Past the control character or the sequence that starts here. Both forms count, the one with ESC and the single
    /// character of ISO 6429.
    private static int afterSequence(String text, int at) {
        char c = text.charAt(at);
        if (c != ESC) {
            return switch (c) {
                case CSI -> afterControl(text, at + 1);
                case 0x90, 0x98, 0x9D, 0x9E, 0x9F -> afterString(text, at + 1);
                default -> at + Character.charCount(text.codePointAt(at));
            };
        }
        if (at + 1 == text.length()) {
            return at + 1;
        }
        return switch (text.charAt(at + 1)) {
            case '[' -> afterControl(text, at + 2);
            case ']', 'P', 'X', '^', '_' -> afterString(text, at + 2);
            default -> afterShort(text, at + 1);
        };
    }

    /// Parameters, intermediates, one final character. What does not belong ends the sequence and is looked at anew.
    private static int afterControl(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) <= '?') {
            at++;
        }
        return at < text.length() && text.charAt(at) >= '@' && text.charAt(at) <= '~' ? at + 1 : at;
    }

    /// A title, a link, a picture: up to its terminator. Where that is missing, the line ends it, since no honest one
    /// spans lines and the rest of the text should not be lost.
    private static int afterString(String text, int from) {
        for (int at = from; at < text.length(); at++) {
            switch (text.charAt(at)) {
                case 0x07, 0x18, 0x1A, 0x9C -> {
                    return at + 1;
                }
                case ESC -> {
                    return at + 1 < text.length() && text.charAt(at + 1) == '\\' ? at + 2 : at;
                }
                case '\n' -> {
                    return at;
                }
                default -> {}
            }
        }
        return text.length();
    }

    private static int afterShort(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) <= '/') {
            at++;
        }
        return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '~' ? at + 1 : at;
    }

    /// `ESC [ … m` with numbers only, and without number 8, which hides text.
    private static boolean isColour(String text, int from, int to) {
        if (to - from < 3
                || to - from > LONGEST_COLOUR
                || text.charAt(from) != ESC
                || text.charAt(from + 1) != '['
                || text.charAt(to - 1) != 'm') {
            return false;
        }
        int operands = 0;
        int number = 0;
        boolean detail = false;
        for (int at = from + 2; at < to; at++) {
            char c = text.charAt(at);
            if (c >= '0' && c <= '9') {
                number = Math.min(number * 10 + c - '0', 1000);
                continue;
            }
            boolean last = at == to - 1;
            if ((c != ';' && c != ':' && !last) || (!detail && operands == 0 && number == 8)) {
                return false;
            }
            if (!detail) {
                operands = operands(operands, number, c == ';');
            }
            if (operands == UNKNOWN_COLOUR) {
                return false;
            }
            // what a colon leads in belongs to the number before it, and is no command
            detail = c == ':';
            number = 0;
        }
        return true;
    }

    /// How many of the following numbers are no commands: behind `38;`, `48;` and `58;` come `5` and one, or `2` and
    /// three. Of anything else there it is not known what a terminal would make.
    private static int operands(int left, int number, boolean more) {
        if (left == SELECTOR) {
            return number == 5 ? 1 : number == 2 ? 3 : UNKNOWN_COLOUR;
        }
        if (left > 0) {
            return left - 1;
        }
        return more && (number == 38 || number == 48 || number == 58) ? SELECTOR : 0;
    }
}
