package dev.outrigger.schema;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.wire.Excerpt;
import java.util.List;

/// Where somebody's file is wrong, in one line: `file:line: field: what is wrong, what to do`. It repeats words of the
/// file, but nothing of them that a terminal would obey.
public final class MisfitWords {
    private MisfitWords() {}

    /// `line` is 0 when there is no file to have lines; `path` is empty when it is about no field.
    public static String line(String file, int line, List<String> path, String what) {
        return plain(file) + (line > 0 ? ":" + line : "") + ": " + (path.isEmpty() ? "" : field(path) + ": ")
                + plain(what);
    }

    /// `methods[2].name`, or empty.
    public static String field(List<String> path) {
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

    /// Shortened, and without anything that a terminal would obey.
    public static String plain(String words) {
        return ReaderRisk.masked(Excerpt.of(words));
    }
}
