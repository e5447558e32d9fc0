package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/// A kaged with a home of its own, in a folder that other users can go through; whatever a test does, nothing of it is
/// left behind. Commands run in this process, the daemon never does.
final class DaemonFixture implements AutoCloseable {
    static final int PATIENCE_SECONDS = 60;

    /// Answers `echo` and more, as its methods say.
    private static final String PLUGIN = """
            import json, os, sys
            def say(message):
                sys.stdout.write(json.dumps(message) + "\\n")
                sys.stdout.flush()
            print("hello from stderr", file=sys.stderr, flush=True)
            for line in sys.stdin:
                m = json.loads(line)
                method, id, params = m.get("method"), m.get("id"), m.get("params") or {}
                params.pop("_context", None)
                if method == "initialize":
                    say({"jsonrpc": "2.0", "id": id, "result": {"api_version": 1}})
                elif method == "shutdown":
                    say({"jsonrpc": "2.0", "id": id, "result": {"status": "ok"}})
                elif method == "echo":
                    say({"jsonrpc": "2.0", "id": id, "result": params})
                elif method == "version":
                    say({"jsonrpc": "2.0", "id": id, "result": {"version": "VERSION"}})
                elif method == "refuse":
                    say({"jsonrpc": "2.0", "id": id, "error": {"code": -32003, "message": "not today"}})
                elif method == "work":
                    say({"jsonrpc": "2.0", "method": "$/progress",
                         "params": {"token": id, "message": "half way", "percent": 50}})
                    say({"jsonrpc": "2.0", "id": id, "result": {"done": True}})
                elif method == "crash":
                    os._exit(3)
                elif method == "$/cancel":
                    print("cancelled", file=sys.stderr, flush=True)
                elif method == "hang":
                    print("hanging", file=sys.stderr, flush=True)
                elif method == "ping":
                    say({"jsonrpc": "2.0", "id": id, "result": {}})
            """;

    final Path top;
    final Path home;
    private final Map<String, String> environment = new HashMap<>(System.getenv());

    record Result(int code, String out, String err) {
        Json json() {
            try {
                return JsonText.parse(out.strip());
            } catch (MalformedJson e) {
                throw new AssertionError("no JSON: " + out + err, e);
            }
        }

        Json.Obj object() {
            assertThat(json()).as(out).isInstanceOf(Json.Obj.class);
            return (Json.Obj) json();
        }

        Result ok() {
            assertThat(code).as(out + err).isZero();
            return this;
        }
    }

    private DaemonFixture() throws IOException {
        top = Files.createTempDirectory("kaged-test");
        Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("rwxr-xr-x"));
        home = top.resolve("home");
        environment.put("KAGED_HOME", home.toString());
        environment.put("XDG_CONFIG_HOME", top.resolve("config").toString());
        environment.remove("NOTIFY_SOCKET");
        environment.remove("CLICOLOR_FORCE");
    }

    static DaemonFixture prepared() throws IOException {
        return new DaemonFixture();
    }

    static DaemonFixture started() throws IOException {
        var kaged = new DaemonFixture();
        kaged.run("start").ok();
        return kaged;
    }

    Map<String, String> environment() {
        return environment;
    }

    Path socket() {
        return home.resolve("kaged.sock");
    }

    long pid() {
        return PidLock.pid(home.resolve("kaged.pid")).orElseThrow();
    }

    /// In this process: starting a JVM for each command would take half of the tests' time.
    /// With a stdout that takes nothing.
    Result unheard(String... words) throws IOException {
        var err = new ByteArrayOutputStream();
        try (var full = new FileOutputStream("/dev/full")) {
            int code = new KagedProgram(environment, top, full, err).run(List.of(words));
            return new Result(code, "", err.toString(StandardCharsets.UTF_8));
        }
    }

    Result run(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = new KagedProgram(environment, top, out, err).run(List.of(words));
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// The words of a process of its own; the wrapper comes first. Like a daemon in the background, it is the built one
    /// where the tests know of one.
    List<String> command(List<String> wrapper, String... words) {
        var command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Doutrigger.native=" + System.getProperty("outrigger.native")));
        var cache = System.getProperty("kaged.daemon.cache", "");
        if (!cache.isEmpty()) {
            command.add("-XX:AOTCache=" + cache);
        }
        command.addAll(List.of(
                "-cp",
                System.getProperty("kaged.daemon.classpath", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(Arrays.asList(words));
        return command;
    }

    ProcessBuilder process(List<String> wrapper, String... words) {
        var builder = new ProcessBuilder(command(wrapper, words)).directory(top.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    static Result result(Process process) throws IOException, InterruptedException {
        var err = new ByteArrayOutputStream();
        var reader = Thread.ofPlatform().start(() -> drain(process.getErrorStream(), err));
        var out = new ByteArrayOutputStream();
        drain(process.getInputStream(), out);
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        reader.join();
        return new Result(
                process.exitValue(), out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static void drain(InputStream from, ByteArrayOutputStream to) {
        try (from) {
            from.transferTo(to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path plugin(String name, String version, String... capabilities) throws IOException {
        var folder = Files.createDirectories(top.resolve("sources").resolve(name + "-" + version));
        Files.writeString(folder.resolve("kaged-plugin.yaml"), """
                name: %s
                version: "%s"
                kaged_api: 1
                description: Answers.
                command: [/usr/bin/python3, main.py]
                methods: [echo, version, refuse, work, crash, hang]
                shutdown_timeout_sec: 1
                """.formatted(name, version) + may(capabilities));
        Files.writeString(folder.resolve("main.py"), PLUGIN.replace("VERSION", version));
        return folder;
    }

    /// The end of a manifest.
    static String may(String... capabilities) {
        var may = new StringBuilder(capabilities.length == 0 ? "" : "capabilities:\n");
        for (var capability : capabilities) {
            may.append("  - ").append(capability).append('\n');
        }
        return may.toString();
    }

    Path installed(String name) throws IOException {
        var folder = plugin(name, "1.0.0");
        run("plugin", "install", "--yes", folder.toString()).ok();
        return folder;
    }

    /// Waits for what is to come about, with a limit.
    static void await(String what, Supplier<Boolean> so) {
        Awaitility.await(what).atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(so::get);
    }

    @Override
    public void close() throws IOException {
        if (Files.exists(home) && PidLock.held(home.resolve("kaged.pid"))) {
            run("stop");
            if (PidLock.held(home.resolve("kaged.pid"))) {
                ProcessHandle.of(pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
        try (var files = Files.walk(top)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
