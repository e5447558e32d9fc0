package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;

/// Breaks text into lines of so many columns: at spaces, between characters of double width, and only where there is
/// neither, inside a word, though never between a character and its marks. Newlines in the text and the indentation
/// behind them are kept.
public final class Wrap {
    /// A line without the spaces at its end, as a part of the text.
    record Range(int from, int to) {}

    private final CharSequence text;
    private final int width;
    private final List<Range> lines = new ArrayList<>();
    private int start;
    private int columns;
    private boolean anyInk;
    private int breakEnd;
    private int breakNext;

    private Wrap(CharSequence text, int width) {
        this.text = text;
        this.width = Math.max(width, 1);
    }

    static List<Range> ranges(CharSequence text, int width) {
        return new Wrap(text, width).ranges();
    }

    public static List<String> lines(String text, int width) {
        var lines = new ArrayList<String>();
        for (var range : ranges(text, width)) {
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
            int w = Width.of(c);
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
                    if (anyInk && (w == 2 || lastWide) && breakNext != at) {
                        breakEnd = at;
                        breakNext = at;
                    }
                    lastWide = w == 2;
                }
                if (columns + w > width && cluster > start) {
                    breakBefore(cluster, at);
                }
                columns += w;
                anyInk = true;
                inWord |= w > 0;
            }
            joined = inWord && Width.joins(c);
            at += Character.charCount(c);
        }
        endLine(text.length(), text.length());
        return lines;
    }

    private void space(int at) {
        if (anyInk) {
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
        columns = Width.of(text, start, at);
        anyInk = start < at;
    }

    private void endLine(int end, int next) {
        lines.add(range(start, end));
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
