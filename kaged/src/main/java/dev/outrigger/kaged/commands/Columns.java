package dev.outrigger.kaged.commands;

import dev.outrigger.terminal.Visible;
import java.util.ArrayList;
import java.util.List;

/// Rows of cells, one below the other; the last cell of a row takes what it needs.
final class Columns {
    private final List<List<String>> rows = new ArrayList<>();

    /// Cells may hold a stranger's words: each is made one harmless line.
    void row(String... cells) {
        var row = new ArrayList<String>();
        for (var cell : cells) {
            row.add(Visible.line(cell, 500));
        }
        rows.add(row);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    String text() {
        var widths = new ArrayList<Integer>();
        for (var row : rows) {
            for (int i = 0; i < row.size(); i++) {
                int width = row.get(i).length();
                if (i == widths.size()) {
                    widths.add(width);
                } else {
                    widths.set(i, Math.max(widths.get(i), width));
                }
            }
        }
        var text = new StringBuilder();
        for (var row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                line.append(" "
                        .repeat(
                                i == row.size() - 1
                                        ? 0
                                        : widths.get(i) - row.get(i).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
