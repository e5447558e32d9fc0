import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Question;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.assistant.mcp.McpHost;
import dev.outrigger.assistant.mcp.McpListener;
import dev.outrigger.assistant.mcp.McpServer;
import dev.outrigger.assistant.mcp.McpServers;
import dev.outrigger.assistant.mcp.McpTiming;
import dev.outrigger.launch.Launcher;
import dev.outrigger.wire.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `McpCalls ours|bare`: calls of the tool `echo` of the server $BENCH_SERVER, one after the other: through our client
/// as the assistant uses it, or through a client that does nothing but write a line and read the next.
final class McpCalls {
    public static void main(String[] words) throws Exception {
        try (var client = words[0].equals("ours") ? new Ours() : new Bare()) {
            measure(client, setting("WARM_UP"));
            int count = setting("COUNT");
            for (int block = setting("BLOCKS"); block > 0; block--) {
                var taken = measure(client, count);
                Arrays.sort(taken);
                report("median_ns " + taken[count / 2] + "\np99_ns " + taken[count * 99 / 100] + "\n");
            }
        }
    }

    interface Client extends AutoCloseable {
        /// The whole answer, whatever its form.
        String echo() throws Exception;
    }

    static long[] measure(Client client, int count) throws Exception {
        var taken = new long[count];
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            var said = client.echo();
            taken[i] = System.nanoTime() - start;
            if (!said.contains("Echo: hello")) {
                throw new IllegalStateException("no echo: " + said);
            }
        }
        return taken;
    }

    static final class Ours implements Client {
        static final Json.Obj ARGUMENTS = Json.object().put("message", "hello").build();
        final McpServers servers;
        final Tool tool;
        final ToolRun run = new ToolRun() {
            final Cancellation cancellation = new Cancellation();

            @Override
            public String id() {
                return "1";
            }

            @Override
            public Cancellation cancellation() {
                return cancellation;
            }

            @Override
            public void progress(String line) {}

            @Override
            public Optional<Json> ask(Question question) {
                return Optional.empty();
            }
        };

        Ours() {
            var folder = Path.of("").toAbsolutePath();
            McpListener listener = System.err::println;
            servers = new McpServers(
                    List.of(new McpServer("everything", "node", List.of(server(), "stdio"), Map.of(), folder)),
                    new McpHost(
                            new Launcher(folder.resolve("state")),
                            folder.resolve("cache"),
                            List.of(folder),
                            System.getenv(),
                            "1",
                            McpTiming.USUAL,
                            listener));
            tool = servers.tools().stream()
                    .filter(each -> each.definition().name().equals("echo"))
                    .findFirst()
                    .orElseThrow();
        }

        @Override
        public String echo() {
            return tool.run(ARGUMENTS, run).content();
        }

        @Override
        public void close() {
            servers.close();
        }
    }

    static final class Bare implements Client {
        final Process process;
        final OutputStream out;
        final InputStream in;
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        int id;

        Bare() throws IOException {
            process = new ProcessBuilder("node", server(), "stdio")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            out = process.getOutputStream();
            in = new BufferedInputStream(process.getInputStream(), 1 << 16);
            ask("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"bare\",\"version\":\"1\"}}");
            write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        }

        @Override
        public String echo() throws IOException {
            // The same request as ours, which wants to hear of progress.
            return ask("tools/call", "{\"name\":\"echo\",\"arguments\":{\"message\":\"hello\"},"
                    + "\"_meta\":{\"progressToken\":" + (id + 1) + "}}");
        }

        String ask(String method, String params) throws IOException {
            int mine = ++id;
            write("{\"jsonrpc\":\"2.0\",\"id\":" + mine + ",\"method\":\"" + method + "\",\"params\":" + params + "}\n");
            while (true) {
                var said = read();
                if (said.contains("\"id\":" + mine)) {
                    return said;
                }
            }
        }

        void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        String read() throws IOException {
            line.reset();
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new IOException("the server has left");
                }
                line.write(b);
            }
            return line.toString(StandardCharsets.UTF_8);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    static String server() {
        return System.getenv("BENCH_SERVER");
    }

    static int setting(String name) {
        return Integer.parseInt(System.getenv("BENCH_" + name));
    }

    static void report(String text) throws IOException {
        Files.writeString(
                Path.of(System.getenv("BENCH_REPORT")), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
