package dev.outrigger.kaged.manifest;

import dev.outrigger.schema.MisfitWords;
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
        super(MisfitWords.line(file, line, path, what));
        this.file = file;
        this.line = line;
        this.field = MisfitWords.field(path);
        this.what = MisfitWords.plain(what);
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
}
