package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;

/// A terminal that understands the few escapes which we write, and fails at every other. What scrolls off its top is
/// kept, and can no longer be written to.
final class Emulator {
    private final int rows;
    private final int columns;
    private final List<StringBuilder> lines = new ArrayList<>(List.of(new StringBuilder()));
    /// Whether a row goes on in the next.
    private final List<Boolean> wrapped = new ArrayList<>(List.of(false));
    private int row;
    private int column;
    private long bytes;

    Emulator(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
    }

    void write(String text) {
        bytes += text.length();
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            switch (c) {
                case '\n' -> newLine(false);
                case '\r' -> column = 0;
                case 0x1B -> at = escape(text, at);
                default -> put(c);
            }
        }
    }

    long bytes() {
        return bytes;
    }

    private int escape(String text, int at) {
        int end = at + 1;
        while ((text.charAt(end) >= '0' && text.charAt(end) <= '9') || text.charAt(end) == ';') {
            end++;
        }
        var number = text.substring(at + 1, end);
        switch (text.charAt(end)) {
            case 'm' -> {}
            case 'A' -> {
                row -= Integer.parseInt(number);
                if (row < Math.max(0, lines.size() - rows)) {
                    throw new AssertionError("moved above the screen");
                }
            }
            case 'J' -> {
                if (!number.isEmpty()) {
                    throw new AssertionError("J" + number);
                }
                while (lines.size() > row + 1) {
                    lines.removeLast();
                    wrapped.removeLast();
                }
                lines.get(row).setLength(0);
                wrapped.set(row, false);
                if (column != 0) {
                    throw new AssertionError("erased from the middle of a line");
                }
            }
            default -> throw new AssertionError("unknown escape " + text.substring(at, end + 1));
        }
        return end + 1;
    }

    private void put(int c) {
        int width = TextWidth.of(c);
        if (column + width > columns) {
            newLine(true);
        }
        lines.get(row).appendCodePoint(c);
        column += width;
    }

    private void newLine(boolean goesOn) {
        wrapped.set(row, goesOn);
        row++;
        column = 0;
        if (row == lines.size()) {
            lines.add(new StringBuilder());
            wrapped.add(false);
        }
    }

    /// Everything that was ever put for good and is there now, in lines as they were written.
    String text() {
        var text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append(lines.get(i)).append(wrapped.get(i) ? "" : "\n");
        }
        return text.toString();
    }
}
