package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.system.SearchPath;
import dev.outrigger.terminal.program.UserEnvironment;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A user's world in one temporary folder: a workspace, a home, a PATH with plugins, and the real `bin/jp`.
final class Jail {
    static final Path CLONE = Path.of("..").toAbsolutePath().normalize();
    private static final long PATIENCE_SECONDS = 60;

    /// What a call left behind.
    record Result(int code, String out, String err) {
        Json json() {
            try {
                return JsonText.parse(out.strip());
            } catch (MalformedJson e) {
                throw new AssertionError("not JSON: " + out, e);
            }
        }
    }

    private final Path root;
    private final Map<String, String> environment = new HashMap<>();

    private Jail(Path root) {
        this.root = root;
        environment.put("HOME", root.resolve("home").toString());
        environment.put("XDG_CONFIG_HOME", root.resolve("config").toString());
        environment.put("XDG_DATA_HOME", root.resolve("data").toString());
        environment.put("XDG_STATE_HOME", root.resolve("state").toString());
        environment.put("PATH", plugins() + ":" + System.getenv("PATH"));
        environment.put("LANG", "C.UTF-8");
    }

    /// With an initialised workspace.
    static Jail in(Path root) {
        var jail = new Jail(root);
        try {
            Files.createDirectories(jail.plugins());
            Files.createDirectories(root.resolve("home"));
            // What `jp init` does: hundreds of tests begin here, and each process costs as much as many of them.
            Workspace.init(Files.createDirectories(jail.workspace()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (WorkspaceProblem e) {
            throw new AssertionError(e);
        }
        return jail;
    }

    Path workspace() {
        return root.resolve("workspace");
    }

    Path plugins() {
        return root.resolve("bin");
    }

    Path userConfig() {
        return root.resolve("config/jp/config.toml");
    }

    Path state() {
        return root.resolve("state/jp");
    }

    Jail with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    Jail without(String variable) {
        environment.remove(variable);
        return this;
    }

    /// Puts a plugin on the PATH.
    Jail plugin(String id, String script) throws IOException {
        var file = plugins().resolve("jp-" + id);
        Files.writeString(file, script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return this;
    }

    /// A plugin that lies elsewhere.
    Jail plugin(String id, Path file) throws IOException {
        Files.createSymbolicLink(plugins().resolve("jp-" + id), file);
        return this;
    }

    Jail trusted(String id) throws IOException {
        return config("[plugins.command." + id + "]\nrun = \"unattended\"\n");
    }

    /// Adds to the user's own configuration.
    Jail config(String toml) throws IOException {
        Files.createDirectories(userConfig().getParent());
        Files.writeString(
                userConfig(),
                (Files.exists(userConfig()) ? Files.readString(userConfig()) : "") + toml,
                StandardCharsets.UTF_8);
        return this;
    }

    Result jp(String... words) {
        return run(command(words));
    }

    /// The same in this JVM, for tests of what jp does and not of the process: no script, no standard input, and no
    /// plugins
    /// beside the program.
    Result here(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var path = SearchPath.absolute(environment.getOrDefault("PATH", ""));
        var given = UserEnvironment.of(environment, "JP_LC_ALL", path);
        int code = new JpProgram(given, workspace(), out, err).run(List.of(words));
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// The same, through a shell that finds jp as `$JP`.
    Result sh(String script) {
        return run(List.of("/bin/bash", "-c", script));
    }

    List<String> command(String... words) {
        var command = new ArrayList<String>();
        command.add(CLONE.resolve("bin/jp").toString());
        command.addAll(List.of(words));
        return command;
    }

    ProcessBuilder builder(List<String> command) {
        var builder = new ProcessBuilder(command).directory(workspace().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("JP", CLONE.resolve("bin/jp").toString());
        return builder;
    }

    private Result run(List<String> command) {
        try {
            var out = Files.createTempFile(root, "out", "");
            var err = Files.createTempFile(root, "err", "");
            var process = builder(command)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end; it wrote: " + Files.readString(err));
            }
            var result = new Result(process.exitValue(), Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
