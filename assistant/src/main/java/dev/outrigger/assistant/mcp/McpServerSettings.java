package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.mcp.client.McpEra;
import dev.outrigger.assistant.mcp.client.McpTiming;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `[providers.mcp.<name>]`: how a server is started. Where it runs is not for it to say: see [ServerFolder].
///
/// @param command an absolute path, or a name to be found on PATH
/// @param env what it gets beside [ServerEnvironment]
/// @param era how it wants to be spoken to, `initialize` or `stateless`; "" to find out
/// @param named whether the user named this program for this very workspace: then it may lie in it
public record McpServerSettings(
        String name,
        String command,
        List<String> args,
        Map<String, String> env,
        String era,
        boolean named,
        McpTiming timing) {
    public McpServerSettings {
        if (!isEra(era)) {
            throw new IllegalArgumentException("no era: " + era);
        }
        if (!isName(name)) {
            throw new IllegalArgumentException("no name for a server: " + name);
        }
        if (command.indexOf('/') > 0) {
            throw new IllegalArgumentException("a path from nowhere: " + command);
        }
        args = List.copyOf(args);
        env = Map.copyOf(env);
    }

    public McpServerSettings(String name, String command, List<String> args, Map<String, String> env) {
        this(name, command, args, env, "", false, McpTiming.USUAL);
    }

    public McpServerSettings with(McpTiming timing) {
        return new McpServerSettings(name, command, args, env, era, named, timing);
    }

    public McpServerSettings inEra(String word) {
        return new McpServerSettings(name, command, args, env, word, named, timing);
    }

    public static boolean isEra(String word) {
        return word.isEmpty() || McpEra.of(word).isPresent();
    }

    /// That which the settings name.
    Optional<McpEra> fixedEra() {
        return McpEra.of(era);
    }

    /// Letters, digits, `_` and `-`, at most 40: it becomes part of tools' names and of a file's.
    public static boolean isName(String name) {
        return name.length() <= 40 && ToolDefinition.isName(name);
    }

    String source() {
        return "mcp." + name;
    }
}
