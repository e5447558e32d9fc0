package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.ToolDefinition;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `[providers.mcp.<name>]`: how a server is started.
///
/// @param command a path, or a name to be found on PATH
/// @param env what it gets beside [Surroundings]
/// @param directory where it runs
public record McpServer(
        String name, String command, List<String> args, Map<String, String> env, Path directory, McpTiming timing) {
    public McpServer {
        if (!isName(name)) {
            throw new IllegalArgumentException("no name for a server: " + name);
        }
        args = List.copyOf(args);
        env = Map.copyOf(env);
        directory = directory.toAbsolutePath().normalize();
    }

    public McpServer(String name, String command, List<String> args, Map<String, String> env, Path directory) {
        this(name, command, args, env, directory, McpTiming.USUAL);
    }

    public McpServer with(McpTiming timing) {
        return new McpServer(name, command, args, env, directory, timing);
    }

    /// Letters, digits, `_` and `-`, at most 40: it becomes part of tools' names and of a file's.
    public static boolean isName(String name) {
        return name.length() <= 40 && ToolDefinition.isName(name);
    }

    String source() {
        return "mcp." + name;
    }
}
