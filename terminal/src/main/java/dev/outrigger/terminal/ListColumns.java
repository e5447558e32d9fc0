package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;

/// A list for people: rows of cells, one below the other, with what fits on a line of the terminal on a line of it. The
/// last cell of a row takes what room is left, and is broken between words; where there is too little, a row goes on
/// below, further to the right. For programs that read them, rows stay whole.
public final class ListColumns {
    private static final int GAP = 2;
    private static final int INDENT = 4;
    private static final int NARROWEST = 16;

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();

    /// Cells may hold a stranger's words: none of them leaves its line, or moves the cursor.
    public void row(String... cells) {
        var row = new ArrayList<String>();
        for (int i = 0; i < cells.length; i++) {
            var cell = TerminalEscapes.unbroken(cells[i]).stripTrailing();
            row.add(cell);
            if (i == widths.size()) {
                widths.add(0);
            }
            widths.set(i, Math.max(widths.get(i), TextWidth.of(cell)));
        }
        rows.add(row);
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public String text(StreamLook look) {
        return look.terminal() ? text(look.width()) : text();
    }

    /// Every row on one line.
    public String text() {
        return text(Integer.MAX_VALUE);
    }

    String text(int limit) {
        var text = new StringBuilder();
        for (var row : rows) {
            draw(row, limit, text);
        }
        return text.toString();
    }

    private void draw(List<String> row, int limit, StringBuilder text) {
        var line = new StringBuilder();
        int at = 0;
        for (int i = 0; i < row.size() - 1; i++) {
            if (at > INDENT && at + widths.get(i) > limit) {
                at = nextLine(line, text);
            }
            var cell = row.get(i);
            if (TextWidth.of(cell) > limit - at) {
                cell = allButLastLine(cell, limit, at, line, text);
            }
            line.append(cell).append(" ".repeat(Math.max(widths.get(i) - TextWidth.of(cell), 0) + GAP));
            at += widths.get(i) + GAP;
        }
        if (at > INDENT && !fits(row.getLast(), limit - at)) {
            at = nextLine(line, text);
        }
        line.append(allButLastLine(row.getLast(), limit, at, line, text));
        end(line, text);
    }

    /// Without becoming a narrow strip, or wider where a word is.
    private static boolean fits(String cell, int room) {
        return room >= Math.min(NARROWEST, TextWidth.of(cell))
                && LineWrap.lines(cell, room).stream().allMatch(line -> TextWidth.of(line) <= room);
    }

    private static int nextLine(StringBuilder line, StringBuilder text) {
        end(line, text);
        line.append(" ".repeat(INDENT));
        return INDENT;
    }

    /// What is left for the line that is begun then.
    private static String allButLastLine(String cell, int limit, int at, StringBuilder line, StringBuilder text) {
        var lines = LineWrap.lines(cell, Math.max(limit - at, 1));
        for (var each : lines.subList(0, lines.size() - 1)) {
            line.append(each);
            end(line, text);
            line.append(" ".repeat(at));
        }
        return lines.getLast();
    }

    private static void end(StringBuilder line, StringBuilder text) {
        text.append(line.toString().stripTrailing()).append('\n');
        line.setLength(0);
    }
}
