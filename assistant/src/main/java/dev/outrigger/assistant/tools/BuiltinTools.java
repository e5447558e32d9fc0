package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The tools that are always there.
public final class BuiltinTools {
    /// What [Tool#source] says of them.
    public static final String SOURCE = "builtin";

    private static final Duration SEARCH = Duration.ofSeconds(20);

    private BuiltinTools() {}

    /// For one workspace.
    ///
    /// @param root the only folder they reach, as `toRealPath` tells it
    public static List<Tool> in(Path root) {
        var ground = new ToolFolder(root);
        return List.of(
                new ReadFileTool(ground),
                new ListFolderTool(ground),
                new SearchFilesTool(ground, SEARCH),
                new WriteFileTool(ground));
    }
}
