package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A turn in which an MCP server says that it has other tools now: what the model is offered, call by call.
class McpChangedToolsTest {
    /// Has `late` as well, as soon as `early` was called.
    private static final String GROWING = """
            import json, sys

            names = ["early"]
            def say(message):
                print(json.dumps({"jsonrpc": "2.0"} | message), flush=True)
            for line in sys.stdin:
                said = json.loads(line)
                id, method = said.get("id"), said.get("method")
                if method == "initialize":
                    say({"id": id, "result": {"protocolVersion": "2025-11-25",
                                              "capabilities": {"tools": {"listChanged": True}},
                                              "serverInfo": {"name": "growing", "version": "1"}}})
                elif method == "tools/list":
                    say({"id": id, "result": {"tools": [{"name": name, "inputSchema": {"type": "object"}}
                                                        for name in names]}})
                elif method == "tools/call":
                    name = said["params"]["name"]
                    if name == "early" and len(names) == 1:
                        names.append("late")
                        say({"method": "notifications/tools/list_changed"})
                    say({"id": id, "result": {"content": [{"type": "text", "text": name + " was called"}]}})
                elif id is not None:
                    say({"id": id, "error": {"code": -32601, "message": "unknown"}})
            """;

    /// What the model says, one answer after the other.
    private static final List<String> ANSWERS = List.of(
            "\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"early\",\"arguments\":{}}}]",
            "\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"late\",\"arguments\":{}}}]",
            "\"content\":\"Done.\"");

    @TempDir
    Path folder;

    /// The names that the model was offered with each call.
    private final List<List<String>> offered = new CopyOnWriteArrayList<>();

    @Test
    void whatAServerHasAnewIsOfferedInTheSameTurn() throws Exception {
        var jail = Jail.in(folder);
        var script = Files.writeString(folder.resolve("growing.py"), GROWING);
        var model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        model.createContext("/api/chat", this::answer);
        model.start();
        try {
            jail.config("""
                    [providers.ollama]
                    base_url = "http://127.0.0.1:%d"
                    [providers.mcp.growing]
                    command = "python3"
                    args = ["%s"]
                    [conversation.tools.early]
                    source = "mcp.growing"
                    run = "unattended"
                    [conversation.tools.late]
                    source = "mcp.growing"
                    run = "unattended"
                    """.formatted(model.getAddress().getPort(), script));

            var result = jail.jp("query", "-m", "ollama/any", "Go on.");

            assertThat(result.code()).as(result.err()).isZero();
            assertThat(result.out()).contains("Done.");
        } finally {
            model.stop(0);
        }
        assertThat(offered).hasSize(3);
        assertThat(offered.get(0)).contains("early").doesNotContain("late");
        assertThat(offered.get(1)).contains("early", "late");
        var id = jail.sh("$JP conversation ls --format json | grep -o '[0-9]\\{11\\}' | head -1");
        assertThat(jail.jp("conversation", "print", id.out().strip()).out())
                .contains("early was called", "late was called");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            offered.add(names(exchange));
            var answer = "{\"message\":{\"role\":\"assistant\"," + ANSWERS.get(offered.size() - 1)
                    + "},\"done\":true,\"done_reason\":\"stop\"}\n";
            var bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private static List<String> names(HttpExchange exchange) throws IOException {
        try {
            var asked = (Json.Obj)
                    JsonText.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            return ((Json.Arr) asked.get("tools").orElseThrow())
                    .items().stream()
                            .map(tool ->
                                    (Json.Obj) ((Json.Obj) tool).get("function").orElseThrow())
                            .map(function -> function.text("name").orElseThrow())
                            .toList();
        } catch (MalformedJson e) {
            throw new IOException(e);
        }
    }
}
