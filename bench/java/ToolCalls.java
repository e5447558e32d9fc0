import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.plugin.PluginCallOutcome;
import dev.outrigger.assistant.plugin.PluginRuntime;
import dev.outrigger.assistant.plugin.ToolPluginSettings;
import dev.outrigger.assistant.plugin.PluginSpec;
import dev.outrigger.assistant.plugin.CallTrace;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// `ToolCalls PROGRAM [ARG…]`: calls of a tool plugin in its sandbox, and bare starts of the same program with the same two lines in
/// each direction, in turn.
final class ToolCalls {
    static final Map<String, String> ENVIRONMENT = Map.of("PATH", "/usr/local/bin:/usr/bin:/bin");
    static final String HELLO = "{\"type\":\"handshake\",\"protocol_version\":\"rterm.plugin.v1\"}\n";
    static final String REQUEST = "{\"type\":\"request\",\"request_id\":\"plugin_req_0123456789abcdef\","
            + "\"tool_name\":\"say\",\"context\":{},\"input\":{}}\n";

    public static void main(String[] words) throws Exception {
        var folder = Path.of("").toAbsolutePath();
        var spec = new PluginSpec(
                "echo",
                words[0],
                Arrays.asList(words).subList(1, words.length),
                folder,
                folder,
                ENVIRONMENT,
                List.of(),
                ToolPluginSettings.NONE,
                PluginSpec.Limits.USUAL);
        var runtime = new PluginRuntime(folder.resolveSibling("state"), folder.resolveSibling("users"), List.of());
        int warmUp = setting("WARM_UP");
        for (int i = 0; i < warmUp; i++) {
            bare(words);
            ours(runtime, spec);
        }
        int count = setting("COUNT");
        for (int block = setting("BLOCKS"); block > 0; block--) {
            var bare = new long[count];
            var ours = new long[count];
            for (int i = 0; i < count; i++) {
                bare[i] = bare(words);
                ours[i] = ours(runtime, spec);
            }
            Arrays.sort(bare);
            Arrays.sort(ours);
            Files.writeString(
                    Path.of(System.getenv("BENCH_REPORT")),
                    "bare_ns " + bare[count / 2] + "\nours_ns " + ours[count / 2] + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    static long ours(PluginRuntime runtime, PluginSpec spec) throws Exception {
        long start = System.nanoTime();
        var outcome = runtime.call(
                spec, "say", ToToolPlugin.Context.NONE, Json.EMPTY, CallTrace.NONE, new Cancellation());
        long taken = System.nanoTime() - start;
        if (!(outcome instanceof PluginCallOutcome.Ok)) {
            throw new IllegalStateException("no answer: " + outcome);
        }
        return taken;
    }

    /// Nothing is looked at, nothing is bounded, and what the program leaves behind stays.
    static long bare(String[] words) throws Exception {
        long start = System.nanoTime();
        var builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.to(new File("/dev/null")));
        builder.environment().clear();
        builder.environment().putAll(ENVIRONMENT);
        var process = builder.start();
        try (var out = process.getOutputStream();
                var in = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            out.write(HELLO.getBytes(StandardCharsets.UTF_8));
            out.flush();
            var hello = in.readLine();
            out.write(REQUEST.getBytes(StandardCharsets.UTF_8));
            out.flush();
            var answer = in.readLine();
            if (hello == null || answer == null || process.waitFor() != 0) {
                throw new IllegalStateException("the bare program failed: " + hello + " " + answer);
            }
        }
        return System.nanoTime() - start;
    }

    static int setting(String name) {
        return Integer.parseInt(System.getenv("BENCH_" + name));
    }
}
