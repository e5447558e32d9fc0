package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;

/// Breaks text into lines of so many columns: at spaces, between characters of double width, and where there is
/// neither, not at all, so that a path stays what can be copied; what stands in backquotes is kept on one line that it
/// fits on. Or else, for what must not be wider, inside a word, though never between a character and its marks.
/// Newlines in the text and the indentation behind them are kept.
public final class LineWrap {
    /// A line without the spaces at its end, as a part of the text.
    record Range(int from, int to) {}

    /// So many characters a column is looked for the other backquote.
    private static final int MOST_MARKS = 4;

    private final CharSequence text;
    private final int others;
    private final boolean insideWords;
    private int width;
    private final List<Range> lines = new ArrayList<>();
    private int start;
    private int columns;
    private boolean anyInk;
    private int breakEnd;
    private int breakNext;
    /// Before it, no space is one to break at.
    private int togetherUntil;

    private LineWrap(CharSequence text, int first, int others, boolean insideWords) {
        this.text = text;
        this.width = Math.max(first, 1);
        this.others = Math.max(others, 1);
        this.insideWords = insideWords;
    }

    /// None is wider than that, if need be inside words.
    static List<Range> fitting(CharSequence text, int width) {
        return new LineWrap(text, width, width, true).ranges();
    }

    /// None is wider than that, if need be inside words.
    static List<String> fittingLines(String text, int width) {
        return cut(text, fitting(text, width));
    }

    public static List<String> lines(String text, int width) {
        return lines(text, width, width);
    }

    /// The first has another width than the others.
    static List<String> lines(String text, int first, int others) {
        return cut(text, new LineWrap(text, first, others, false).ranges());
    }

    private static List<String> cut(String text, List<Range> ranges) {
        var lines = new ArrayList<String>();
        for (var range : ranges) {
            lines.add(text.substring(range.from, range.to));
        }
        return lines;
    }

    private List<Range> ranges() {
        boolean lastWide = false;
        boolean inWord = false;
        boolean joined = false;
        int cluster = 0;
        int at = 0;
        while (at < text.length()) {
            int c = Character.codePointAt(text, at);
            int w = TextWidth.of(c);
            if (c == TextWidth.ESC) {
                at = TextWidth.afterColour(text, at);
                continue;
            }
            if (c == '\n') {
                endLine(at, at + 1);
                lastWide = false;
                inWord = false;
            } else if (c == ' ') {
                space(at);
                lastWide = false;
                inWord = false;
            } else {
                if (w > 0 && !joined) {
                    cluster = at;
                    if (anyInk && (w == 2 || lastWide) && breakNext != at && at >= togetherUntil) {
                        breakEnd = at;
                        breakNext = at;
                    }
                    lastWide = w == 2;
                }
                if (c == '`' && !insideWords && at >= togetherUntil) {
                    keepTogether(at);
                }
                if (columns + w > width && (insideWords ? cluster > start : breakNext > start)) {
                    breakBefore(cluster, at);
                }
                columns += w;
                anyInk = true;
                inWord |= w > 0;
            }
            joined = inWord && TextWidth.joins(c);
            at += Character.charCount(c);
        }
        endLine(text.length(), text.length());
        return lines;
    }

    /// What is in backquotes is there to be copied.
    private void keepTogether(int from) {
        int farthest = (int) Math.min(text.length(), from + (long) MOST_MARKS * others);
        int to = from + 1;
        while (to < farthest && text.charAt(to) != '`' && text.charAt(to) != '\n') {
            to++;
        }
        if (to < farthest && text.charAt(to) == '`' && TextWidth.of(text, from, to + 1) <= others) {
            togetherUntil = to + 1;
        }
    }

    private void space(int at) {
        if (anyInk && at >= togetherUntil) {
            if (breakNext != at || breakNext <= start) {
                breakEnd = at;
            }
            breakNext = at + 1;
        }
        columns++;
    }

    /// `at` is how far we have read; `place` where a word would have to be broken.
    private void breakBefore(int place, int at) {
        boolean atBreak = breakNext > start;
        lines.add(range(start, atBreak ? breakEnd : place));
        start = atBreak ? breakNext : place;
        width = others;
        columns = TextWidth.of(text, start, at);
        anyInk = start < at;
    }

    private void endLine(int end, int next) {
        lines.add(range(start, end));
        width = others;
        start = next;
        columns = 0;
        anyInk = false;
    }

    private Range range(int from, int to) {
        int end = to;
        while (end > from && text.charAt(end - 1) == ' ') {
            end--;
        }
        return new Range(from, end);
    }
}
