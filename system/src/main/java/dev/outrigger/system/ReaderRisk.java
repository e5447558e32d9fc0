package dev.outrigger.system;

/// What a character may do to who reads it, on a terminal, in a pager, in a log. One rule for all; which of them are
/// dropped, marked, escaped or refused is for each caller to say, in a switch over all.
///
/// Characters are code points: a half of one says nothing of the whole.
public enum ReaderRisk {
    /// It is drawn, and looks like nothing else.
    NONE,
    /// A control: a terminal obeys it. Line ends and tabs are among them.
    CONTROL,
    /// A separator of Unicode's: nothing on a terminal, a new line to pagers, editors and scripts.
    LINE_END,
    /// It turns the direction of what follows.
    DIRECTION,
    /// It carries text or notes that nothing draws: a tag, a mark of music or of shorthand. No writing needs it.
    HIDDEN,
    /// It joins or parts others without being seen. Many a writing and emoji need it.
    JOINER,
    /// It looks like a blank, or like nothing: spaces that are not the usual one, fillers, selectors of variants.
    BLANK,
    /// Half a character.
    HALF,
    /// Nobody has defined what it is.
    UNDEFINED,
    /// What it is, only some have agreed upon.
    PRIVATE;

    public static ReaderRisk of(int c) {
        if (c < 0x7F) {
            return c >= ' ' ? NONE : CONTROL;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL -> CONTROL;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> LINE_END;
            case Character.FORMAT -> ofFormat(c);
            case Character.SPACE_SEPARATOR -> c == 0x3000 ? NONE : BLANK;
            case Character.SURROGATE -> HALF;
            case Character.UNASSIGNED -> UNDEFINED;
            case Character.PRIVATE_USE -> PRIVATE;
            default -> isBlank(c) ? BLANK : NONE;
        };
    }

    /// For a line that tells of a text that may not be as it should: with a `?` for each character that does something
    /// without being seen, or is none.
    public static String masked(String text) {
        var masked = new StringBuilder(text.length());
        text.codePoints().forEach(c -> masked.appendCodePoint(of(c).isMasked() ? '?' : c));
        return masked.toString();
    }

    private boolean isMasked() {
        return switch (this) {
            case CONTROL, LINE_END, DIRECTION, HIDDEN, JOINER, HALF, UNDEFINED -> true;
            case NONE, BLANK, PRIVATE -> false;
        };
    }

    private static ReaderRisk ofFormat(int c) {
        if ((c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)) {
            return DIRECTION;
        }
        boolean hidden =
                (c >= 0xE0000 && c <= 0xE007F) || (c >= 0x1D173 && c <= 0x1D17A) || (c >= 0x1BCA0 && c <= 0x1BCA3);
        return hidden ? HIDDEN : JOINER;
    }

    /// Marks and letters that are not drawn: the grapheme joiner, fillers, selectors of variants, the empty pattern of
    /// Braille.
    private static boolean isBlank(int c) {
        return switch (c) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0 -> true;
            default -> (c >= 0x180B && c <= 0x180F) || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0000 && c <= 0xE0FFF);
        };
    }
}
