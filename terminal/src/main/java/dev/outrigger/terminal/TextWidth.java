package dev.outrigger.terminal;

/// How many columns of a terminal a text takes: two for most of East Asia and for pictures, none for marks that sit on
/// the character before, one for the rest. Counted per code point, as most terminals do.
final class TextWidth {
    static final char ESC = 0x1B;
    private static final int JOINER = 0x200D;

    /// First and last of every range that Unicode 16 calls wide or full-width.
    private static final int[] WIDE = {
        0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0, 0x23F3, 0x23F3, 0x25FD, 0x25FE,
        0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653, 0x267F, 0x267F, 0x268A, 0x268F, 0x2693, 0x2693, 0x26A1, 0x26A1,
        0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA, 0x26F2, 0x26F3,
        0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C,
        0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C,
        0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0xA4C6, 0xA960, 0xA97C, 0xAC00, 0xD7A3,
        0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B, 0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18D08, 0x1AFF0,
        0x1B2FB, 0x1D300, 0x1D376, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A, 0x1F200,
        0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0,
        0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B,
        0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680,
        0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4,
        0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70,
        0x1FAF8, 0x20000, 0x2FFFD, 0x30000, 0x3FFFD
    };

    private TextWidth() {}

    static int of(CharSequence text) {
        return of(text, 0, text.length());
    }

    static int of(CharSequence text, int from, int to) {
        int columns = 0;
        for (int at = from; at < to; ) {
            int c = Character.codePointAt(text, at);
            if (c == ESC) {
                at = afterColour(text, at);
                continue;
            }
            columns += of(c);
            at += Character.charCount(c);
        }
        return columns;
    }

    /// Behind the escape that begins there. The only ones that [TerminalEscapes] leaves set colours.
    static int afterColour(CharSequence text, int from) {
        int at = from + 1;
        if (at < text.length() && text.charAt(at) == '[') {
            while (at < text.length() && text.charAt(at) != 'm' && text.charAt(at) != '\n') {
                at++;
            }
            return at < text.length() && text.charAt(at) == 'm' ? at + 1 : at;
        }
        return at;
    }

    static int of(int c) {
        if (c < 0x300) {
            return c < ' ' || (c >= 0x7F && c < 0xA0) ? 0 : 1;
        }
        if (c >= 0x1160 && c <= 0x11FF) {
            return 0;
        }
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> 0;
            default -> wide(c) ? 2 : 1;
        };
    }

    /// Whether what follows this belongs to the same picture.
    static boolean joins(int c) {
        return c == JOINER;
    }

    private static boolean wide(int c) {
        int low = 0;
        int high = WIDE.length / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (c < WIDE[2 * middle]) {
                high = middle - 1;
            } else if (c > WIDE[2 * middle + 1]) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }
}
