package dev.outrigger.jp.front;

import dev.outrigger.terminal.TerminalEscapes;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.stream.Collectors;

/// Tool calls and what came of them, in a few lines for people.
public final class ToolCallText {
    private static final int LONGEST_CALL = 200;
    private static final int LONGEST_LINE = 160;
    private static final int LONGEST_VALUE = 80;
    private static final int MOST_LINES = 4;

    private ToolCallText() {}

    /// `→ write_file path=notes.md content="# Notes…"`.
    public static String call(Event.ToolCallRequest call) {
        // Each part is made visible for itself: to do it twice would mark the marks.
        var line = new StringBuilder("→ ").append(VisibleText.line(call.name(), LONGEST_CALL));
        for (var argument : call.arguments().fields().entrySet()) {
            if (line.length() > LONGEST_CALL) {
                break;
            }
            line.append(' ')
                    .append(VisibleText.line(argument.getKey(), LONGEST_VALUE))
                    .append('=');
            line.append(value(argument.getValue()));
        }
        return TerminalEscapes.oneLine(line.toString(), LONGEST_CALL);
    }

    private static String value(Json value) {
        if (value instanceof Json.Str(var text)) {
            var line = VisibleText.line(text, LONGEST_VALUE);
            return line.isEmpty() || !line.equals(text) || line.indexOf(' ') >= 0 ? "\"" + line + "\"" : line;
        }
        return VisibleText.line(JsonText.text(value), LONGEST_VALUE);
    }

    /// The first lines, and how much more there is.
    public static String result(Event.ToolCallResponse result) {
        var mark = result.isError() ? "✗ " : "← ";
        var shown = new ArrayList<String>();
        int more = 0;
        for (var line : (Iterable<String>) result.content().lines()::iterator) {
            if (shown.size() < MOST_LINES) {
                shown.add((shown.isEmpty() ? mark : "  ") + line(line));
            } else {
                more++;
            }
        }
        if (shown.isEmpty()) {
            shown.add(mark + "(nothing)");
        }
        if (more > 0) {
            shown.add("  … " + more + (more == 1 ? " more line" : " more lines"));
        }
        return String.join("\n", shown);
    }

    /// Indentation is kept: it may be code.
    private static String line(String line) {
        int ink = 0;
        while (ink < Math.min(line.length(), 40) && line.charAt(ink) == ' ') {
            ink++;
        }
        return line.substring(0, ink) + TerminalEscapes.oneLine(line, LONGEST_LINE);
    }

    /// `? question` and `! answer`.
    public static String question(Event.InquiryRequest question) {
        return "? " + indented(question.question());
    }

    public static String answer(Event.InquiryResponse answer) {
        return "! " + indented(answer.answer() instanceof Json.Str(var text) ? text : JsonText.text(answer.answer()));
    }

    /// So that none of its lines looks like one of ours.
    private static String indented(String text) {
        return text.lines().map(TerminalEscapes::unbroken).collect(Collectors.joining("\n  "));
    }
}
