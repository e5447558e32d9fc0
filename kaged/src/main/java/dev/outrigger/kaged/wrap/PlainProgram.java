package dev.outrigger.kaged.wrap;

import dev.outrigger.system.SearchPath;
import dev.outrigger.system.Sha256;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A program of this machine. One of the system's is started where it is. Any other, and each file that its words name,
/// is copied into the plugin's folder: so that it is what was agreed to that is started.
final class PlainProgram {
    private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

    private PlainProgram() {}

    static ServerFacts copy(ServerSource.Plain wanted, Path folder, Map<String, String> environment, Path into)
            throws Problem {
        var command = new ArrayList<String>();
        var files = Json.object();
        try {
            for (var word : wanted.words()) {
                var file = command.isEmpty() ? program(word, folder, environment) : named(word, folder);
                if (file == null) {
                    command.add(word);
                } else {
                    var name = "files/" + (command.size() + "-" + file.getFileName());
                    var to = into.resolve(name);
                    Files.createDirectories(into.resolve("files"));
                    Files.copy(file, to);
                    files.put(name, Sha256.of(to));
                    command.add(command.isEmpty() ? "./" + name : name);
                }
            }
        } catch (IOException e) {
            throw new Problem("cannot copy what " + wanted.words().getFirst() + " is: " + e.getMessage(), "");
        }
        return new ServerFacts(
                "1",
                "The MCP server " + String.join(" ", wanted.words()),
                "",
                "",
                "",
                command,
                Json.object()
                        .put("command", Json.texts(wanted.words()))
                        .put("sha256", files.build())
                        .build());
    }

    /// Nothing for one of the system's.
    private static @Nullable Path program(String word, Path folder, Map<String, String> environment)
            throws Problem, IOException {
        if (!word.contains("/") && SearchPath.find(word, SYSTEM).isPresent()) {
            return null;
        }
        var found = word.contains("/")
                ? folder.resolve(word)
                : SearchPath.find(word, environment.getOrDefault("PATH", ""))
                        .map(Path::of)
                        .orElse(null);
        if (found == null || !Files.isRegularFile(found)) {
            throw new Problem(
                    "there is no program " + Excerpt.of(word),
                    "Give its path, or install it: `kaged plugin wrap NAME -- /opt/server/bin`.",
                    Problem.USAGE);
        }
        var real = found.toRealPath();
        for (var system : SearchPath.folders(SYSTEM)) {
            if (real.startsWith(system) || real.startsWith("/usr/lib")) {
                return null;
            }
        }
        return found;
    }

    private static @Nullable Path named(String word, Path folder) {
        if (word.isEmpty() || word.startsWith("-")) {
            return null;
        }
        try {
            var file = folder.resolve(word);
            return Files.isRegularFile(file) ? file : null;
        } catch (InvalidPathException _) {
            return null;
        }
    }
}
