package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;

/// The last lines on a terminal, which may still change. What is above them is there for good. Never taller than the
/// screen, since nobody can write on what has scrolled away.
///
/// Between two writes the cursor is at the end of the last line that may change, or in the first column when there is
/// none. Each change is one write, and no style outlives it: whoever ends the program in between leaves a terminal that
/// can be used.
final class ScreenRegion {
    interface TerminalSink {
        void write(String text) throws OutputFailed;
    }

    private static final char ESC = 0x1B;
    private static final int TAB = 8;

    private final TerminalSink paper;
    private List<String> live = List.of();

    ScreenRegion(TerminalSink paper) {
        this.paper = paper;
    }

    boolean isEmpty() {
        return live.isEmpty();
    }

    /// Puts `done` there for good and `changing` below it, in place of what could change until now. Of `changing` only
    /// the end is shown when it is too tall.
    void show(List<String> done, List<String> changing, ScreenSize screen) throws OutputFailed {
        var fitting = fitting(changing, screen);
        var lines = new ArrayList<>(done);
        lines.addAll(fitting);
        int same = 0;
        while (same < live.size() && same < lines.size() && live.get(same).equals(lines.get(same))) {
            same++;
        }
        if (same == live.size() && same == lines.size() && done.isEmpty()) {
            return;
        }
        // The cursor is to end up behind the last line, so that is written in any case.
        int last = fitting.isEmpty() ? lines.size() : lines.size() - 1;
        int from = Math.max(0, Math.min(same, Math.min(live.size() - 1, last)));
        var text = new StringBuilder();
        backTo(from, screen, text);
        for (int i = from; i < lines.size(); i++) {
            text.append(lines.get(i)).append(i < lines.size() - 1 || fitting.isEmpty() ? "\n" : "");
        }
        live = fitting;
        paper.write(text.toString());
    }

    /// To the beginning of a line that may change, and wipes away what is from there on.
    private void backTo(int line, ScreenSize screen, StringBuilder text) {
        if (live.isEmpty()) {
            return;
        }
        int up = -1;
        for (var each : live.subList(line, live.size())) {
            up += rows(each, screen.columns());
        }
        text.append('\r');
        if (up > 0) {
            text.append(ESC).append('[').append(up).append('A');
        }
        text.append(ESC).append("[J");
    }

    private static List<String> fitting(List<String> lines, ScreenSize screen) {
        int left = Math.max(screen.rows() - 1, 1);
        int from = lines.size();
        while (from > 0) {
            int rows = rows(lines.get(from - 1), screen.columns());
            if (rows > left) {
                break;
            }
            left -= rows;
            from--;
        }
        // A single line can be taller than the screen: better nothing of it than a mess.
        return List.copyOf(lines.subList(from, lines.size()));
    }

    static int rows(List<String> lines, int columns) {
        int rows = 0;
        for (var line : lines) {
            rows += rows(line, columns);
        }
        return rows;
    }

    /// How many rows of the screen a drawn line takes.
    static int rows(String line, int columns) {
        int rows = 1;
        int column = 0;
        for (int at = 0; at < line.length(); ) {
            if (line.charAt(at) == ESC) {
                int end = line.indexOf('m', at);
                at = end < 0 ? line.length() : end + 1;
                continue;
            }
            int c = line.codePointAt(at);
            int width = c == '\t' ? TAB - column % TAB : TextWidth.of(c);
            if (column + width > columns) {
                rows++;
                column = 0;
            }
            column += width;
            at += Character.charCount(c);
        }
        return rows;
    }
}
