package dev.outrigger.assistant.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.mcp.client.McpListener;
import dev.outrigger.assistant.mcp.client.McpTiming;
import dev.outrigger.launch.Launcher;
import dev.outrigger.wire.rpc.CallDeadlines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/// A folder with everything servers need, and the servers opened over it. What is noted and logged can be looked at.
final class McpServersFixture implements AutoCloseable {
    static final McpTiming PATIENT = new McpTiming(
            Duration.ofSeconds(60),
            Duration.ofSeconds(20),
            new CallDeadlines(Duration.ofSeconds(60), Duration.ofSeconds(120)),
            Duration.ofSeconds(2));

    /// Not one of those that are shell scripts, and set variables of their own.
    private static final String PYTHON = Files.exists(Path.of("/usr/bin/python3")) ? "/usr/bin/python3" : "python3";

    final Path folder;
    final List<String> notes = new CopyOnWriteArrayList<>();
    final List<String> logged = new CopyOnWriteArrayList<>();
    final List<List<String>> waited = new CopyOnWriteArrayList<>();
    private final List<McpServers> opened = new ArrayList<>();

    McpServersFixture(Path folder) {
        this.folder = folder;
    }

    McpServers open(McpServerSettings... servers) {
        return open(PATIENT, servers);
    }

    McpServers open(McpTiming timing, McpServerSettings... servers) {
        var patient = Stream.of(servers).map(each -> each.with(timing)).toList();
        var fresh = new McpServers(patient, host());
        opened.add(fresh);
        return fresh;
    }

    McpHost host() {
        return new McpHost(
                new Launcher(folder.resolve("state")),
                folder.resolve("cache"),
                List.of(folder.resolve("private")),
                List.of(folder.resolve("workspace")),
                System.getenv(),
                "1.0",
                new McpListener() {
                    @Override
                    public void note(String line) {
                        notes.add(line);
                    }

                    @Override
                    public void waiting(List<String> servers) {
                        waited.add(servers);
                    }

                    @Override
                    public void log(String line) {
                        logged.add(line);
                    }
                });
    }

    /// A server that misbehaves as its flags say; it writes down its starts.
    McpServerSettings rogue(String... flags) {
        return rogue(Map.of(), flags);
    }

    McpServerSettings rogue(Map<String, String> env, String... flags) {
        var args = new ArrayList<String>();
        args.add(rogueProgram().toString());
        args.add(folder.resolve("starts").toString());
        args.addAll(List.of(flags));
        return new McpServerSettings("rogue", PYTHON, args, env);
    }

    int starts() {
        try (var lines = Files.lines(folder.resolve("starts"))) {
            return (int) lines.count();
        } catch (IOException _) {
            return 0;
        }
    }

    /// A published one, started as its package says.
    McpServerSettings published(String name, String script, String... args) {
        var words = Stream.concat(
                Stream.of(npm().resolve("node_modules").resolve(script).toString()), Stream.of(args));
        return new McpServerSettings(name, "node", words.toList(), Map.of());
    }

    McpServerSettings everything() {
        return published("everything", "@modelcontextprotocol/server-everything/dist/index.js", "stdio");
    }

    /// Of the newer era, made with the published SDK.
    McpServerSettings stateless(String... args) {
        try {
            var script = npm().resolve("stateless.mjs");
            var source = Files.readAllBytes(root().resolve("assistant/src/test/npm/stateless.mjs"));
            if (!Files.exists(script) || !java.util.Arrays.equals(Files.readAllBytes(script), source)) {
                Files.write(script, source);
            }
            return published("stateless", "../stateless.mjs", args);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Tool named(List<Tool> tools, String name) {
        return tools.stream()
                .filter(tool -> tool.definition().name().equals(name))
                .findFirst()
                .orElseGet(() -> fail("no tool " + name + " among "
                        + tools.stream().map(tool -> tool.definition().name()).toList()));
    }

    static Path rogueProgram() {
        return root().resolve("assistant/src/test/resources/rogue.py");
    }

    static Path root() {
        return Path.of("..").toAbsolutePath().normalize();
    }

    /// Installed when they are not there. Where that cannot be done, the test says what is missing.
    static synchronized Path npm() {
        try {
            var log = Files.createTempFile("mcp-servers", ".log");
            var process = new ProcessBuilder(
                            root().resolve("bin/lib/mcp-servers").toString())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            int status = process.waitFor();
            var said = Files.readString(log);
            Files.delete(log);
            assertThat(status)
                    .as("the published MCP servers are needed and could not be installed: " + said)
                    .isZero();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return root().resolve("target/npm");
    }

    @Override
    public void close() {
        opened.forEach(McpServers::close);
    }
}
