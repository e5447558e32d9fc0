package dev.outrigger.kaged.manifest;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.wire.Excerpt;
import java.util.List;

/// Why a manifest cannot be used: the one thing that reading a manifest throws.
///
/// Its message is one line, `file:line: field: what is wrong, what to do`. It repeats words of the file, but nothing of
/// them that a terminal would obey.
public final class ManifestProblem extends Exception {
    private final String file;
    private final int line;
    private final String field;
    private final String what;

    /// `line` is 0 when there is no file to have lines; `path` is empty when it is about no field.
    ManifestProblem(String file, int line, List<String> path, String what) {
        super(plain(file) + (line > 0 ? ":" + line : "") + ": " + (path.isEmpty() ? "" : field(path) + ": ")
                + plain(what));
        this.file = file;
        this.line = line;
        this.field = field(path);
        this.what = plain(what);
    }

    public String file() {
        return file;
    }

    /// From 1; 0 when the file could not be read at all.
    public int line() {
        return line;
    }

    /// `methods[2].name`, or empty.
    public String field() {
        return field;
    }

    public String what() {
        return what;
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
