package dev.outrigger.terminal;

import java.util.List;

/// Lines for a terminal, broken between words; what goes on is indented more than where it began. This is how every
/// text for people goes through the [Printer]: nobody folds what he prints.
final class FoldedLines {
    private static final int MORE = 4;
    private static final int NARROWEST = 20;

    private FoldedLines() {}

    /// Harmless text.
    static String text(String text, StreamLook look) {
        // asking how wide the terminal is costs a process
        return text.lines().allMatch(line -> TextWidth.of(line) <= NARROWEST && line.indexOf('\t') < 0)
                ? text
                : text(text, look.width());
    }

    static String text(String text, int width) {
        var folded = new StringBuilder(text.length() + 64);
        for (var line : text.lines().toList()) {
            var whole = line.replace("\t", "    ");
            if (TextWidth.of(whole) <= width) {
                folded.append(line).append('\n');
            } else {
                broken(whole, width, folded);
            }
        }
        return folded.toString();
    }

    private static void broken(String line, int width, StringBuilder folded) {
        var indent = indent(line);
        int room = Math.max(width - indent.length(), NARROWEST);
        List<String> lines;
        if (indent.equals(VisibleText.QUOTE)) {
            // a stranger's word must not go on before the bar
            lines = LineWrap.fittingLines(line.substring(indent.length()), room);
            folded.append(indent);
        } else {
            lines = LineWrap.lines(line, width, room);
        }
        folded.append(lines.getFirst()).append('\n');
        for (var each : lines.subList(1, lines.size())) {
            folded.append(indent).append(each).append('\n');
        }
    }

    private static String indent(String line) {
        if (line.startsWith(VisibleText.QUOTE)) {
            return VisibleText.QUOTE;
        }
        return " ".repeat(line.length() - line.stripLeading().length() + MORE);
    }
}
