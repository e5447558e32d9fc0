package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;

/// Text of which every part has a style: the numbers of an SGR escape, or "". Escapes in the text itself never get in.
final class StyledText {
    private record Part(int from, String style) {}

    private final StringBuilder text = new StringBuilder();
    private final List<Part> parts = new ArrayList<>();

    StyledText add(String more, String style) {
        var clean = TerminalEscapes.strip(more);
        if (!clean.isEmpty()) {
            append(clean, style);
        }
        return this;
    }

    private void append(CharSequence clean, String style) {
        if (parts.isEmpty() || !parts.getLast().style.equals(style)) {
            parts.add(new Part(text.length(), style));
        }
        text.append(clean);
    }

    String text() {
        return text.toString();
    }

    int columns() {
        return TextWidth.of(text);
    }

    List<StyledText> wrapped(int width) {
        var lines = new ArrayList<StyledText>();
        int part = 0;
        for (var range : LineWrap.fitting(text, width)) {
            var line = new StyledText();
            while (part + 1 < parts.size() && parts.get(part + 1).from <= range.from()) {
                part++;
            }
            for (int i = part; i < parts.size() && parts.get(i).from < range.to(); i++) {
                int from = Math.max(parts.get(i).from, range.from());
                int to = i + 1 < parts.size() ? Math.min(parts.get(i + 1).from, range.to()) : range.to();
                if (from < to) {
                    line.append(text.subSequence(from, to), parts.get(i).style);
                }
            }
            lines.add(line);
        }
        return lines;
    }

    /// For the terminal. No style outlives the text.
    String drawn(boolean colour) {
        if (!colour) {
            return text.toString();
        }
        var drawn = new StringBuilder(text.length() + 16 * parts.size());
        for (int i = 0; i < parts.size(); i++) {
            var part = parts.get(i);
            int to = i + 1 < parts.size() ? parts.get(i + 1).from : text.length();
            if (part.style.isEmpty()) {
                drawn.append(text, part.from, to);
            } else {
                drawn.append("\u001b[").append(part.style).append('m');
                drawn.append(text, part.from, to).append("\u001b[0m");
            }
        }
        return drawn.toString();
    }
}
