package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.mcp.client.HarmlessWords;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.launch.InheritedVariables;
import dev.outrigger.system.SearchPath;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a server finds around it. Our own environment is not handed down, since it is full of other people's keys:
/// a server gets what its settings say, and of ours only what a program needs to start at all. `PATH` finds its
/// interpreter, `HOME` and `TMPDIR` the place for its cache (`npx` does not work without), the rest says who and
/// where the user is.
final class ServerEnvironment {
    static final List<String> HANDED_DOWN = InheritedVariables.NAMES;

    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private ServerEnvironment() {}

    /// `roots` are the workspace's, where a stranger's programs may lie: no PATH of ours leads there, unless the user
    /// named this server for it.
    static Map<String, String> of(McpServerSettings server, Map<String, String> ours, List<Path> roots) {
        var environment = new TreeMap<String, String>();
        for (var name : HANDED_DOWN) {
            var value = ours.get(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        var path = ours.getOrDefault("PATH", USUAL_PATH);
        environment.put("PATH", server.named() ? SearchPath.absolute(path) : SearchPath.outside(path, roots));
        environment.putAll(server.env());
        return environment;
    }

    static Path program(McpServerSettings server, Map<String, String> environment, List<Path> roots) throws McpProblem {
        var command = server.command();
        var file = path(server, command.startsWith("/") ? command : found(server, environment))
                .normalize();
        if (!server.named() && SearchPath.liesIn(file, roots)) {
            throw new McpProblem(
                    McpProblem.Code.NOT_STARTED,
                    "its program " + HarmlessWords.line(file.toString())
                            + " lies in this workspace, and is started only"
                            + " when it is named for it: jp config set --here providers.mcp." + server.name()
                            + ".command " + HarmlessWords.line(file.toString()));
        }
        return file;
    }

    /// Where the system's names are not UTF-8, not every text can be one.
    private static Path path(McpServerSettings server, String file) throws McpProblem {
        try {
            return Path.of(file);
        } catch (InvalidPathException _) {
            throw new McpProblem(
                    McpProblem.Code.NOT_STARTED,
                    "its program `" + HarmlessWords.line(server.command())
                            + "` cannot be the name of a file in the locale"
                            + " that is set: set LC_ALL to one with UTF-8, such as C.UTF-8, or correct"
                            + " providers.mcp." + server.name() + ".command");
        }
    }

    private static String found(McpServerSettings server, Map<String, String> environment) throws McpProblem {
        return SearchPath.find(server.command(), environment.getOrDefault("PATH", ""))
                .orElseThrow(() -> new McpProblem(
                        McpProblem.Code.NOT_STARTED,
                        "the program `" + HarmlessWords.line(server.command())
                                + "` is not on PATH: install it, or give its whole path" + " in providers.mcp."
                                + server.name() + ".command"));
    }
}
