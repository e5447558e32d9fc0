package dev.outrigger.web;

import dev.outrigger.system.ReaderRisk;
import java.util.HexFormat;

/// Text from somebody else, with what a browser would obey or hide written out as `<U+202E>`.
public final class VisibleCharacters {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private VisibleCharacters() {}

    /// For reading: line ends and tabs stay, and so does what writing and emoji need.
    public static String prose(String text) {
        return marked(text, true);
    }

    /// For what somebody decides upon: everything in it that is not drawn is shown. Line ends and tabs stay.
    public static String exact(String text) {
        return marked(text, false);
    }

    /// For a name, on one line.
    public static String name(String text) {
        return prose(
                text.replace("\r\n", " ").replace('\n', ' ').replace('\r', ' ').replace('\t', ' '));
    }

    private static String marked(String text, boolean prose) {
        if (text.codePoints().allMatch(c -> stays(c, prose))) {
            return text;
        }
        var visible = new StringBuilder(text.length() + 64);
        text.codePoints().forEach(c -> {
            if (stays(c, prose)) {
                visible.appendCodePoint(c);
            } else {
                visible.append("<U+")
                        .append(HEX.toHexDigits(c, c > 0xFFFF ? 6 : 4))
                        .append('>');
            }
        });
        return visible.toString();
    }

    private static boolean stays(int c, boolean prose) {
        return switch (ReaderRisk.of(c)) {
            case NONE -> true;
            case CONTROL -> c == '\n' || c == '\t' || (prose && c == '\r');
            case DIRECTION, HIDDEN, HALF -> false;
            // The marks of direction are among the joiners, and turn what has none of its own.
            case JOINER -> prose && c != 0x200E && c != 0x200F && c != 0x061C;
            case LINE_END, BLANK, UNDEFINED, PRIVATE -> prose;
        };
    }
}
