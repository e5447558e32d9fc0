package dev.outrigger.kaged.service;

import static dev.outrigger.kaged.service.HostedPlugins.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.service.PluginCondition.State;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.wrap.ServerSource;
import dev.outrigger.kaged.wrap.Wrapping;
import dev.outrigger.system.SearchPath;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Servers of npm, of the Python index and of Go's modules, as they were published, on node, bun and python, and
/// compiled:
/// wrapped once, and kept in `target/wrapped`.
@Timeout(value = 3600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PublishedMcpServersTest {
    private static final boolean LONG = Boolean.getBoolean("outrigger.long");
    private static final int CALLS = LONG ? 100_000 : 1_000;
    /// As often may a plugin fail within a minute without being switched off.
    private static final int KILLS = LONG ? 40 : 3;

    private static final Path KEPT =
            Path.of("../target/wrapped").toAbsolutePath().normalize();

    private static final Path BUN =
            Path.of("../target/runtimes/bun").toAbsolutePath().normalize();

    /// In the manifests that are kept; each run has a folder of its own in its place.
    private static final Path SHARED = Path.of("/srv/shared-by-a-test");

    @TempDir
    Path base;

    /// @param tool what is called, with `params`, and `answer` is in what comes of it
    private record Server(
            String name,
            ServerSource source,
            List<String> arguments,
            List<String> allowed,
            Map<String, String> variables,
            String tool,
            String params,
            String answer) {}

    private static List<Server> servers(Path shared) throws Problem {
        return List.of(
                memory("memory"),
                new Server(
                        "files",
                        ServerSource.Npm.of("@modelcontextprotocol/server-filesystem@2026.8.31"),
                        List.of(shared.toString()),
                        List.of("read:fs:" + shared),
                        Map.of(),
                        "read_text_file",
                        "{\"path\":\"" + shared + "/word\"}",
                        "shared words"),
                new Server(
                        "all",
                        ServerSource.Npm.of("@modelcontextprotocol/server-everything@2026.8.31"),
                        List.of(),
                        List.of(),
                        Map.of(),
                        "echo",
                        "{\"message\":\"m%d\"}",
                        "Echo: m%d"),
                new Server(
                        "think",
                        ServerSource.Npm.of("@modelcontextprotocol/server-sequential-thinking@2026.8.31"),
                        List.of(),
                        List.of(),
                        Map.of("DISABLE_THOUGHT_LOGGING", "true"),
                        "sequentialthinking",
                        "{\"thought\":\"t%d\",\"nextThoughtNeeded\":false,\"thoughtNumber\":1,\"totalThoughts\":1}",
                        "thoughtHistoryLength"),
                new Server(
                        "clock",
                        ServerSource.Pypi.of("mcp-server-time==2026.10.19"),
                        List.of("--local-timezone", "UTC"),
                        List.of(),
                        Map.of(),
                        "get_current_time",
                        "{\"timezone\":\"UTC\"}",
                        "datetime"),
                memory("memory-of-bun"),
                new Server(
                        "greeter",
                        new ServerSource.Plain(
                                List.of(KEPT.resolve("go/bin/hello").toString())),
                        List.of(),
                        List.of(),
                        Map.of(),
                        "greet",
                        "{\"name\":\"n%d\"}",
                        "Hi n%d"));
    }

    private static Server memory(String name) throws Problem {
        return new Server(
                name,
                ServerSource.Npm.of("@modelcontextprotocol/server-memory@2026.8.31"),
                List.of(),
                List.of(),
                Map.of("MEMORY_FILE_PATH", "/home/plugin/memory.jsonl"),
                "create_entities",
                "{\"entities\":[{\"name\":\"n%d\",\"entityType\":\"t\",\"observations\":[]}]}",
                "n%d");
    }

    /// Published with the SDK of Go: compiled once.
    private static void compileGreeter() throws Exception {
        if (Files.exists(KEPT.resolve("go/bin/hello"))) {
            return;
        }
        var go = KEPT.resolve("go");
        Files.createDirectories(go);
        var builder = new ProcessBuilder(
                        "go", "install", "github.com/modelcontextprotocol/go-sdk/examples/server/hello@v1.8.0")
                .redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "GOPATH", go.toString(), "GOBIN", go.resolve("bin").toString(), "GOFLAGS", "-modcacherw"));
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            assumeTrue(!said.contains("dial tcp") && !said.contains("no such host"), "Go's modules cannot be reached");
            throw new AssertionError(said);
        }
    }

    @Test
    void serveCallsWithRestartsAndKills() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/npm")), "there is no npm");
        assumeTrue(Files.exists(Path.of("/usr/lib/python3/dist-packages/pip")), "there is no pip");
        assumeTrue(Files.exists(BUN), "there is no bun in target/runtimes: bin/lib/runtimes");
        assumeTrue(SearchPath.find("go", System.getenv("PATH")).isPresent(), "there is no go");
        compileGreeter();
        var shared = Files.createDirectory(base.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(shared.resolve("word"), "shared words");
        var times = new ServiceTimes(
                Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofHours(1), Duration.ofMillis(20));
        try (var host = new HostedPlugins(base, times)) {
            var servers = servers(shared);
            for (var server : servers) {
                install(host, server, shared);
            }
            // Side by side: most of the time is theirs to start.
            var storms = new ArrayList<FutureTask<List<String>>>();
            for (var server : servers) {
                var storm = new FutureTask<>(() -> storm(host, server, CALLS / servers.size()));
                storms.add(storm);
                Thread.ofPlatform().daemon().start(storm);
            }
            for (var storm : storms) {
                // What fails is what was in flight at a kill.
                assertThat(storm.get()).hasSizeLessThanOrEqualTo(KILLS);
            }
            assertThat(host.rows(AuditEntry.Kind.VIOLATION)).isEmpty();
        }
    }

    private static List<String> storm(HostedPlugins host, Server server, int calls) throws Exception {
        var random = new Random(server.name().hashCode());
        var failed = new ArrayList<String>();
        for (int i = 0; i < calls; i++) {
            if (i > 0 && i % (calls / (KILLS + 1)) == 0) {
                disturb(host, server.name(), random);
            }
            var said =
                    text(host.call(server.name(), server.tool(), server.params().formatted(i)));
            if (said.startsWith("lost plugin_unavailable")) {
                failed.add(said);
            } else {
                assertThat(said).as(server.name()).contains(server.answer().formatted(i));
            }
        }
        return failed;
    }

    private static void disturb(HostedPlugins host, String name, Random random) throws Exception {
        var condition = host.services.condition(name);
        if (condition.state() == State.FAILED) {
            host.services.enable(name);
        } else if (random.nextInt(3) == 0) {
            host.services.restart(name);
        } else {
            condition.pid().ifPresent(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
        }
    }

    private static void install(HostedPlugins host, Server server, Path shared) throws Exception {
        var kept = KEPT.resolve(server.name());
        if (!Files.exists(kept)) {
            wrap(host.home, servers(SHARED), server.name(), kept);
        }
        copy(kept, host.home.plugin(server.name()));
        // What depends on where this test runs is written anew.
        var manifest = host.home.plugin(server.name()).resolve("kaged-plugin.yaml");
        var text = Files.readString(manifest);
        Files.delete(manifest);
        if (server.name().equals("memory-of-bun")) {
            copy(BUN, manifest.resolveSibling("bun"));
            text = text.replace("[\"node\"", "[\"./bun\"");
            assertThat(text).contains("./bun");
        }
        Files.writeString(
                manifest,
                text.replace(SHARED.toString(), shared.toString())
                        // Some of them do not leave when their stdin ends.
                        + "shutdown_timeout_sec: 1\n");
    }

    private static void wrap(KagedHome home, List<Server> servers, String name, Path into) throws Exception {
        var server = servers.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
        Files.createDirectories(home.wraps());
        Files.setPosixFilePermissions(home.wraps(), Files.getPosixFilePermissions(home.plugins()));
        Files.createDirectories(KEPT);
        try (var wrapping = Wrapping.begin(home)) {
            var wish = new Wrapping.Wish(
                    server.name(), server.source(), "", server.arguments(), server.allowed(), server.variables());
            try {
                wrapping.fetch(wish, home.root(), System.getenv(), _ -> {});
            } catch (Problem e) {
                assumeTrue(!unreachable(e), "the index of packages cannot be reached");
                throw e;
            }
            copy(wrapping.folder(), into.resolveSibling(server.name() + ".new"));
            Files.move(into.resolveSibling(server.name() + ".new"), into);
        }
    }

    private static boolean unreachable(Problem problem) {
        var what = problem.what();
        return what.contains("ENOTFOUND") || what.contains("EAI_AGAIN") || what.contains("Failed to establish");
    }

    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        // Links where that can be: these are thousands of files.
        var copy = new ProcessBuilder(
                        "sh",
                        "-c",
                        "cp -rl \"$1\" \"$2\" 2>/dev/null || { rm -rf \"$2\"; cp -r \"$1\" \"$2\"; }",
                        "cp",
                        from.toString(),
                        to.toString())
                .inheritIO()
                .start();
        assertThat(copy.waitFor()).isZero();
    }
}
