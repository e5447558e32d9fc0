import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.assistant.mcp.McpHost;
import dev.outrigger.assistant.mcp.client.McpListener;
import dev.outrigger.assistant.mcp.McpServerSettings;
import dev.outrigger.assistant.mcp.McpServers;
import dev.outrigger.launch.Launcher;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
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
import java.util.concurrent.locks.LockSupport;

/// `McpCalls ours|bare|handed`: calls of the tool `echo` of the server $BENCH_SERVER, one after the other: through our client
/// as the assistant uses it, or through a client that does nothing but write a line, read the next, parse it and look at its
/// id. `handed` is the bare one with a thread that reads and hands over: as clients do whose calls can run out of time or
/// be taken back, and as ours does unless calls follow each other closely.
final class McpCalls {
    public static void main(String[] words) throws Exception {
        try (var client = client(words[0])) {
            measure(client, setting("WARM_UP"));
            int count = setting("COUNT");
            for (int block = setting("BLOCKS"); block > 0; block--) {
                var taken = measure(client, count);
                Arrays.sort(taken);
                report("median_ns " + taken[count / 2] + "\np99_ns " + taken[count * 99 / 100] + "\n");
            }
        }
    }

    static Client client(String mode) throws Exception {
        return switch (mode) {
            case "ours" -> new Ours();
            case "bare" -> new Bare().open();
            case "handed" -> new Handed().open();
            default -> throw new IllegalArgumentException(mode);
        };
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
            public Optional<Json> ask(ToolQuestion question) {
                return Optional.empty();
            }
        };

        Ours() {
            var folder = Path.of("").toAbsolutePath();
            McpListener listener = System.err::println;
            servers = new McpServers(
                    List.of(new McpServerSettings("everything", "node", List.of(server(), "stdio"), Map.of())),
                    new McpHost(
                            new Launcher(folder.resolve("state")),
                            folder.resolve("cache"),
                            List.of(folder.resolve("private")),
                            List.of(folder.resolve("workspace")),
                            System.getenv(),
                            "1",
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

    static class Bare implements Client {
        final Process process;
        final OutputStream out;
        final InputStream in;
        byte[] buffer = new byte[1 << 13];
        int from;
        int to;
        int id;

        Bare() throws IOException {
            process = new ProcessBuilder("node", server(), "stdio")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            out = process.getOutputStream();
            in = process.getInputStream();
        }

        Bare open() throws IOException, MalformedJson {
            ask("initialize", "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                    + "\"clientInfo\":{\"name\":\"bare\",\"version\":\"1\"}}");
            write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
            return this;
        }

        @Override
        public String echo() throws IOException, MalformedJson {
            // The same request as ours, which wants to hear of progress.
            var answer = ask("tools/call", "{\"name\":\"echo\",\"arguments\":{\"message\":\"hello\"},"
                    + "\"_meta\":{\"progressToken\":" + (id + 1) + "}}");
            var result = (Json.Obj) answer.get("result").orElseThrow();
            var content = (Json.Arr) result.get("content").orElseThrow();
            return ((Json.Obj) content.items().getFirst()).text("text").orElseThrow();
        }

        Json.Obj ask(String method, String params) throws IOException, MalformedJson {
            int mine = ++id;
            write("{\"jsonrpc\":\"2.0\",\"id\":" + mine + ",\"method\":\"" + method + "\",\"params\":" + params + "}\n");
            var wanted = Optional.of(Json.of(mine));
            while (true) {
                if (next() instanceof Json.Obj said && said.get("id").equals(wanted)) {
                    return said;
                }
            }
        }

        void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        }

        Json next() throws IOException, MalformedJson {
            for (int at = from; ; ) {
                while (at < to && buffer[at] != '\n') {
                    at++;
                }
                if (at < to) {
                    int start = from;
                    from = at + 1;
                    return JsonText.parse(buffer, start, at);
                }
                if (from > 0) {
                    System.arraycopy(buffer, from, buffer, 0, to - from);
                    to -= from;
                    at -= from;
                    from = 0;
                }
                if (to == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * to);
                }
                int count = in.read(buffer, to, buffer.length - to);
                if (count < 0) {
                    throw new IOException("the server has left");
                }
                to += count;
            }
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }

    static final class Handed extends Bare {
        final Thread caller = Thread.currentThread();
        volatile Json said;

        Handed() throws IOException {}

        @Override
        Bare open() throws IOException, MalformedJson {
            Thread.ofPlatform().daemon().start(this::read);
            return super.open();
        }

        @Override
        Json next() {
            var answer = said;
            while (answer == null) {
                LockSupport.park(this);
                answer = said;
            }
            said = null;
            return answer;
        }

        void read() {
            try {
                while (true) {
                    // One is asked for at a time, so one is enough; what else the server says is nobody's.
                    if (super.next() instanceof Json.Obj line && line.get("result").isPresent()) {
                        said = line;
                        LockSupport.unpark(caller);
                    }
                }
            } catch (IOException | MalformedJson e) {
                System.err.println(e);
            }
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
