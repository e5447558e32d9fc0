package dev.outrigger.kaged.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A plugin of ours as its author would try it: started by the command of its manifest, in its folder, with lines piped
/// into it.
final class PipedPlugin implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 30;

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread reader;

    private PipedPlugin(Process process) {
        this.process = process;
        this.reader = Thread.ofPlatform().start(() -> {
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                out.lines().forEach(lines::add);
            } catch (IOException | UncheckedIOException e) {
                lines.add("{\"broken\": \"pipe\"}");
            }
        });
    }

    static Path folder(String plugin) throws IOException {
        return Path.of("..", "plugins", plugin).toRealPath();
    }

    static PipedPlugin start(String plugin, Map<String, String> environment) throws Exception {
        var folder = folder(plugin);
        var builder = new ProcessBuilder(ManifestReader.read(folder).startup().command());
        builder.directory(folder.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        return new PipedPlugin(builder.start());
    }

    void say(String line) throws IOException {
        var in = process.getOutputStream();
        in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    void call(int id, String method, String params) throws IOException {
        say("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}".formatted(id, method, params));
    }

    /// The next line it writes; every one must be JSON-RPC.
    Json.Obj hear() throws Exception {
        @Nullable String line = lines.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(line).as("an answer within " + PATIENCE_SECONDS + " s").isNotNull();
        var message = (Json.Obj) JsonText.parse(String.valueOf(line));
        assertThat(message.text("jsonrpc")).contains("2.0");
        return message;
    }

    /// Calls and takes the answer, as text.
    String answer(int id, String method, String params) throws Exception {
        call(id, method, params);
        var answer = hear();
        assertThat(answer.get("id")).contains(Json.of(id));
        return JsonText.text(answer.get("result").or(() -> answer.get("error")).orElseThrow());
    }

    void endsByItself() throws Exception {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        reader.join();
        assertThat(lines).isEmpty();
    }

    void closeStdin() throws IOException {
        process.getOutputStream().close();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
