package dev.outrigger.kaged.wrap;

import dev.outrigger.system.SearchPath;
import dev.outrigger.system.Sha256;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A program of this machine. One of the system's is started where it is; any other is copied into the plugin's folder,
/// and so is the script that an interpreter is given: so that it is what was agreed to that is started. What else the
/// words name, a key or a database, is not.
final class PlainProgram {
    private static final String SYSTEM = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";
    private static final long LARGEST = 256L << 20;
    private static final int LARGEST_READ = 1 << 20;

    private static final Pattern INTERPRETER =
            Pattern.compile("(?:python|ruby|perl|php|lua)[0-9.]*|node|nodejs|bun|deno|bash|dash|sh");
    /// What follows one of these is no file of a script.
    private static final Set<String> NO_SCRIPT = Set.of("-c", "-e", "-m", "-p", "-r", "--eval", "--print", "--require");

    private static final Pattern JAVASCRIPT =
            Pattern.compile("(?:from|import|require)\\s*\\(?\\s*[\"'](\\.{1,2}/[^\"']{1,200})[\"']");
    private static final Pattern PYTHON = Pattern.compile("(?m)^\\s*(?:from|import)\\s+(\\.*[A-Za-z_]\\w*)");

    private final ServerSource.Plain wanted;
    private final Path folder;
    private final Path into;
    private final Json.Builder hashes = Json.object();

    private PlainProgram(ServerSource.Plain wanted, Path folder, Path into) {
        this.wanted = wanted;
        this.folder = folder;
        this.into = into;
    }

    static ServerFacts copy(ServerSource.Plain wanted, Path folder, Map<String, String> environment, Path into)
            throws Problem {
        try {
            return new PlainProgram(wanted, folder, into).copy(environment);
        } catch (IOException e) {
            throw new Problem("cannot copy what " + wanted.words().getFirst() + " is: " + e.getMessage(), "");
        }
    }

    private ServerFacts copy(Map<String, String> environment) throws Problem, IOException {
        var command = new ArrayList<>(wanted.words());
        var word = command.getFirst();
        var found = found(word, environment);
        var real = found.toRealPath();
        if (isOfTheSystem(real)) {
            hashes.put(real.toString(), Sha256.of(real));
            if (word.contains("/") || SearchPath.find(word, SYSTEM).isEmpty()) {
                command.set(0, real.toString());
            }
        } else {
            command.set(0, "./" + taken(found, 0));
        }
        boolean interprets = isInterpreter(found) || isInterpreter(real);
        int script = interprets ? script(command) : 0;
        if (script > 0) {
            command.set(script, taken(named(command.get(script)), script));
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
                        .put("sha256", hashes.build())
                        .build());
    }

    private Path found(String word, Map<String, String> environment) throws Problem {
        var found = word.contains("/")
                ? folder.resolve(word)
                : SearchPath.find(word, SYSTEM)
                        .or(() -> SearchPath.find(word, environment.getOrDefault("PATH", "")))
                        .map(Path::of)
                        .orElse(null);
        if (found == null || !Files.isRegularFile(found)) {
            throw new Problem(
                    "there is no program " + Excerpt.of(word),
                    "Give its path, or install it: `kaged plugin wrap NAME -- /opt/server/bin`.",
                    Problem.USAGE);
        }
        return found;
    }

    private static boolean isOfTheSystem(Path real) {
        for (var system : SearchPath.folders(SYSTEM)) {
            if (real.startsWith(system) || real.startsWith("/usr/lib")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInterpreter(Path program) {
        return INTERPRETER.matcher(String.valueOf(program.getFileName())).matches();
    }

    /// Which word is the interpreter's script; 0 when none is.
    private int script(List<String> command) {
        for (int i = 1; i < command.size(); i++) {
            var word = command.get(i);
            if (NO_SCRIPT.contains(word)) {
                return 0;
            }
            if (!word.startsWith("-") && !word.equals("run")) {
                return named(word) == null ? 0 : i;
            }
        }
        return 0;
    }

    private @Nullable Path named(String word) {
        try {
            var file = folder.resolve(word);
            return !word.isEmpty() && Files.isRegularFile(file) ? file : null;
        } catch (InvalidPathException _) {
            return null;
        }
    }

    /// Its name in the plugin's folder.
    private String taken(@Nullable Path file, int at) throws Problem, IOException {
        if (file == null) {
            throw new IllegalStateException("only a file is taken");
        }
        long size = Files.size(file);
        if (size > LARGEST) {
            throw new Problem(file + " is larger than " + (LARGEST >> 20) + " MiB", "");
        }
        standsAlone(file);
        var name = "files/" + (at + "-" + file.getFileName());
        var to = into.resolve(name);
        Files.createDirectories(into.resolve("files"));
        Files.copy(file, to);
        hashes.put(name, Sha256.of(to));
        return name;
    }

    /// A copy of one file is not enough for a program that loads others from beside it.
    private static void standsAlone(Path file) throws Problem, IOException {
        var beside = file.toAbsolutePath().resolveSibling("");
        String text;
        try (var in = Files.newInputStream(file)) {
            text = new String(in.readNBytes(LARGEST_READ), StandardCharsets.ISO_8859_1);
        }
        if (text.indexOf('\0') >= 0) {
            return;
        }
        var relative = JAVASCRIPT.matcher(text);
        if (relative.find()) {
            throw needs(file, relative.group(1));
        }
        boolean ofNode =
                text.startsWith("#!") && text.lines().findFirst().orElse("").contains("node");
        if ((ofNode || file.toString().matches(".*\\.[cm]?[jt]s")) && Files.exists(beside.resolve("node_modules"))) {
            throw needs(file, "node_modules");
        }
        var module = PYTHON.matcher(text);
        while (module.find()) {
            var name = module.group(1).replaceAll("^\\.+", "");
            if (Files.exists(beside.resolve(name + ".py"))
                    || Files.exists(beside.resolve(name).resolve("__init__.py"))) {
                throw needs(file, name);
            }
        }
    }

    private static Problem needs(Path file, String what) {
        return new Problem(
                file + " loads " + Excerpt.of(what) + " from beside it, and one file alone is copied",
                "Put all of them into a folder with a kaged-plugin.yaml that says `protocol: mcp`, and install that:"
                        + " `kaged plugin install DIR`.");
    }
}
