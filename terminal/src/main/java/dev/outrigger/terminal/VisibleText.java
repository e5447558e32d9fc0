package dev.outrigger.terminal;

import dev.outrigger.system.ReaderRisk;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntPredicate;

/// Text that somebody decides upon, with everything in it to be seen. [TerminalEscapes] drops what would do harm, which
/// is right for reading; but who agrees to a text agrees to all of it, so here nothing is dropped: what a terminal
/// would obey or not draw is written as `<U+202E>`. Different texts stay different.
public final class VisibleText {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String MARK = "<U+";
    static final String QUOTE = "  │ ";

    private VisibleText() {}

    /// Newlines and tabs stay. What looks like one of our own marks has its `<` marked.
    public static String text(String text) {
        return marked(text, at -> isLayout(text.charAt(at)) || drawn(text, at));
    }

    /// All of a name, a path, a word: on one line, so that line ends and tabs are marked as well, and blanks where one
    /// would not see how many there are, at its ends and behind another. What looks alike here is alike.
    public static String name(String name) {
        return marked(name, at -> drawn(name, at) && (name.charAt(at) != ' ' || isSeenBlank(name, at)));
    }

    private static boolean isLayout(char c) {
        return c == '\n' || c == '\t';
    }

    private static boolean isSeenBlank(String name, int at) {
        return at > 0 && at + 1 < name.length() && name.charAt(at - 1) != ' ';
    }

    private static String marked(String text, IntPredicate stays) {
        int at = 0;
        while (at < text.length() && stays.test(at)) {
            at += Character.charCount(text.codePointAt(at));
        }
        if (at == text.length()) {
            return text;
        }
        var visible = new StringBuilder(text.length() + 64).append(text, 0, at);
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (stays.test(at)) {
                visible.appendCodePoint(c);
            } else {
                visible.append(MARK)
                        .append(HEX.toHexDigits(c, c > 0xFFFF ? 6 : 4))
                        .append('>');
            }
            at += Character.charCount(c);
        }
        return visible.toString();
    }

    private static boolean drawn(String text, int at) {
        int c = text.codePointAt(at);
        return c == '<' ? !text.startsWith(MARK, at) : drawn(c);
    }

    /// On one line, and cut off behind so many characters.
    public static String line(String text, int most) {
        // a text that is long on purpose is not worth going through
        return TerminalEscapes.oneLine(text(text.length() > 8 * most ? text.substring(0, 8 * most) : text), most);
    }

    /// JSON that is text already, and stays the same JSON: such characters can only stand inside its strings.
    public static String json(String json) {
        var visible = new StringBuilder(json.length() + 16);
        for (int at = 0; at < json.length(); ) {
            int c = json.codePointAt(at);
            int next = at + Character.charCount(c);
            if (c == '\n' || drawn(c)) {
                visible.append(json, at, next);
            } else {
                escape(visible, json, at, next);
            }
            at = next;
        }
        return visible.toString();
    }

    /// A stranger's words among ours, each line behind a bar: none of them can pass for something that we say.
    /// Long ones are broken, since a terminal would go on at its left edge.
    public static String quoted(String text, int columns) {
        var lines = new StringBuilder();
        for (var line : wrapped(text(text).replace("\t", "    ").strip(), columns - QUOTE.length())) {
            lines.append((QUOTE + line).stripTrailing()).append('\n');
        }
        return lines.toString();
    }

    private static List<String> wrapped(String text, int columns) {
        return text.isEmpty() ? new ArrayList<>() : LineWrap.fittingLines(text, Math.max(columns, 10));
    }

    /// As JSON writes it.
    static void escape(StringBuilder json, String text, int from, int to) {
        for (int i = from; i < to; i++) {
            json.append("\\u").append(HexFormat.of().toHexDigits(text.charAt(i)));
        }
    }

    /// Whether a terminal draws something for it that looks like nothing else. Not so: controls, changes of
    /// direction, what joins and parts without being seen, halves of characters, spaces that look like the usual
    /// one, letters that are blank, and what nobody has defined.
    public static boolean drawn(int c) {
        return ReaderRisk.of(c) == ReaderRisk.NONE;
    }
}
