package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.ToolDefinition;
import java.util.List;
import java.util.Map;

/// `[providers.mcp.<name>]`: how a server is started. Where it runs is not for it to say: see [PrivateFolder].
///
/// @param command an absolute path, or a name to be found on PATH
/// @param env what it gets beside [Surroundings]
/// @param named whether the user named this program for this very workspace: then it may lie in it
public record McpServer(
        String name, String command, List<String> args, Map<String, String> env, boolean named, McpTiming timing) {
    public McpServer {
        if (!isName(name)) {
            throw new IllegalArgumentException("no name for a server: " + name);
        }
        if (command.indexOf('/') > 0) {
            throw new IllegalArgumentException("a path from nowhere: " + command);
        }
        args = List.copyOf(args);
        env = Map.copyOf(env);
    }

    public McpServer(String name, String command, List<String> args, Map<String, String> env) {
        this(name, command, args, env, false, McpTiming.USUAL);
    }

    public McpServer with(McpTiming timing) {
        return new McpServer(name, command, args, env, named, timing);
    }

    /// Letters, digits, `_` and `-`, at most 40: it becomes part of tools' names and of a file's.
    public static boolean isName(String name) {
        return name.length() <= 40 && ToolDefinition.isName(name);
    }

    String source() {
        return "mcp." + name;
    }
}
