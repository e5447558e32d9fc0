package dev.outrigger.assistant.plugin;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.wire.Excerpt;
import java.nio.file.Path;
import java.util.List;

/// Why a tool plugin's folder cannot be used: `file:line: field: what is wrong, what to do`, in one line, without
/// anything that a terminal would obey.
public final class ToolManifestProblem extends Exception {
    /// `line` is 0 when there is none; `path` is empty when it is about no field.
    ToolManifestProblem(Path file, int line, List<String> path, String what) {
        super(plain(file.toString()) + (line > 0 ? ":" + line : "") + ": " + (path.isEmpty() ? "" : field(path) + ": ")
                + plain(what));
    }

    private static String field(List<String> path) {
        var field = new StringBuilder();
        for (var step : path) {
            if (step.matches("[0-9]{1,9}")) {
                field.append('[').append(step).append(']');
            } else {
                field.append(field.isEmpty() ? "" : ".").append(plain(step));
            }
        }
        return field.toString();
    }

    private static String plain(String words) {
        var plain = new StringBuilder();
        Excerpt.of(words).codePoints().forEach(c -> plain.appendCodePoint(invisible(c) ? '?' : c));
        return plain.toString();
    }

    private static boolean invisible(int c) {
        return switch (ReaderRisk.of(c)) {
            case CONTROL, LINE_END, DIRECTION, HIDDEN, JOINER, HALF, UNDEFINED -> true;
            case NONE, BLANK, PRIVATE -> false;
        };
    }
}
