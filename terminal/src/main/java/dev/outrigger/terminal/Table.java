package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.node.Node;

/// A table whose columns get what they need, or a fair share of the width where that is too much.
final class Table {
    private static final int NARROWEST = 3;

    private record Cell(StyledText content, TableCell.Alignment alignment) {}

    private final boolean colour;
    private final List<List<Cell>> rows = new ArrayList<>();
    private int headRows;

    private Table(boolean colour) {
        this.colour = colour;
    }

    static List<String> draw(TableBlock block, MarkdownInlines inlines, int width, boolean colour) {
        var table = new Table(colour);
        table.collect(block, inlines);
        return table.draw(width);
    }

    private void collect(TableBlock block, MarkdownInlines inlines) {
        for (var part = block.getFirstChild(); part != null; part = part.getNext()) {
            boolean head = part instanceof TableHead;
            for (var row = part.getFirstChild(); row != null; row = row.getNext()) {
                rows.add(cells(row, inlines, head ? "1" : ""));
                headRows += head ? 1 : 0;
            }
        }
    }

    private static List<Cell> cells(Node row, MarkdownInlines inlines, String style) {
        var cells = new ArrayList<Cell>();
        for (var node = row.getFirstChild(); node != null; node = node.getNext()) {
            var alignment = node instanceof TableCell cell && cell.getAlignment() != null
                    ? cell.getAlignment()
                    : TableCell.Alignment.LEFT;
            cells.add(new Cell(inlines.of(node, style), alignment));
        }
        return cells;
    }

    private List<String> draw(int width) {
        var widths = widths(width);
        var lines = new ArrayList<String>();
        for (int i = 0; i < rows.size(); i++) {
            if (i == headRows && i > 0) {
                lines.add(rule(widths));
            }
            row(rows.get(i), widths, lines);
        }
        if (rows.size() == headRows) {
            lines.add(rule(widths));
        }
        return lines;
    }

    /// Narrow columns first; what they leave is shared by the others.
    private int[] widths(int width) {
        int columns = rows.isEmpty() ? 0 : rows.getFirst().size();
        var wanted = new int[columns];
        for (var row : rows) {
            for (int i = 0; i < Math.min(columns, row.size()); i++) {
                wanted[i] = Math.max(wanted[i], row.get(i).content.columns());
            }
        }
        var narrowFirst = new Integer[columns];
        for (int i = 0; i < columns; i++) {
            narrowFirst[i] = i;
        }
        Arrays.sort(narrowFirst, (a, b) -> Integer.compare(wanted[a], wanted[b]));
        int left = width - 3 * (columns - 1);
        for (int i = 0; i < columns; i++) {
            int share = Math.max(left / (columns - i), NARROWEST);
            wanted[narrowFirst[i]] = Math.clamp(wanted[narrowFirst[i]], 1, share);
            left -= wanted[narrowFirst[i]];
        }
        return wanted;
    }

    private String rule(int[] widths) {
        var rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : "─┼─").append("─".repeat(widths[i]));
        }
        return new StyledText().add(rule.toString(), "2").drawn(colour);
    }

    private void row(List<Cell> cells, int[] widths, List<String> lines) {
        var wrapped = new ArrayList<List<StyledText>>();
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            wrapped.add(i < cells.size() ? cells.get(i).content.wrapped(widths[i]) : List.of());
            height = Math.max(height, wrapped.get(i).size());
        }
        for (int y = 0; y < height; y++) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(i == 0 ? "" : " " + new StyledText().add("│", "2").drawn(colour) + " ");
                var content = y < wrapped.get(i).size() ? wrapped.get(i).get(y) : new StyledText();
                var alignment = i < cells.size() ? cells.get(i).alignment : TableCell.Alignment.LEFT;
                pad(line, content, widths[i], alignment, i == widths.length - 1);
            }
            lines.add(line.toString().stripTrailing());
        }
    }

    private void pad(StringBuilder line, StyledText content, int width, TableCell.Alignment alignment, boolean last) {
        int space = Math.max(width - content.columns(), 0);
        int before = switch (alignment) {
            case LEFT -> 0;
            case CENTER -> space / 2;
            case RIGHT -> space;
        };
        line.append(" ".repeat(before)).append(content.drawn(colour)).append(last ? "" : " ".repeat(space - before));
    }
}
