package dev.outrigger.assistant.mcp;

import dev.outrigger.launch.SearchPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a server finds around it. Our own environment is not handed down, since it is full of other people's keys:
/// a server gets what its settings say, and of ours only what a program needs to start at all. `PATH` finds its
/// interpreter, `HOME` and `TMPDIR` the place for its cache (`npx` does not work without), the rest says who and
/// where the user is.
final class Surroundings {
    /// `JP_RUN` is how what outlives a killed host is found and ended.
    static final List<String> HANDED_DOWN =
            List.of("PATH", "HOME", "TMPDIR", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "JP_RUN");

    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private Surroundings() {}

    static Map<String, String> of(McpServer server, Map<String, String> ours) {
        var environment = new TreeMap<String, String>();
        environment.put("PATH", USUAL_PATH);
        for (var name : HANDED_DOWN) {
            var value = ours.get(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        environment.putAll(server.env());
        return environment;
    }

    static Path program(McpServer server, Map<String, String> environment) throws McpProblem {
        var command = server.command();
        if (command.indexOf('/') >= 0) {
            return server.directory().resolve(command).normalize();
        }
        return SearchPath.find(command, environment.getOrDefault("PATH", ""))
                .map(Path::of)
                .orElseThrow(() -> new McpProblem(
                        McpProblem.Code.NOT_STARTED,
                        "the program `" + Harmless.line(command)
                                + "` is not on PATH: install it, or give its whole path" + " in providers.mcp."
                                + server.name() + ".command"));
    }
}
