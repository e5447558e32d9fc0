package dev.outrigger.assistant.plugin;

import dev.outrigger.schema.MisfitWords;
import java.nio.file.Path;
import java.util.List;

/// Why a tool plugin's folder cannot be used: `file:line: field: what is wrong, what to do`, in one line, without
/// anything that a terminal would obey.
public final class ToolManifestProblem extends Exception {
    /// `line` is 0 when there is none; `path` is empty when it is about no field.
    ToolManifestProblem(Path file, int line, List<String> path, String what) {
        super(MisfitWords.line(file.toString(), line, path, what));
    }
}
