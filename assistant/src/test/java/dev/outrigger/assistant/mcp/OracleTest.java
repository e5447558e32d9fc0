package dev.outrigger.assistant.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Tool;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The official SDK and we, side by side at the same servers.
class OracleTest {
    private static final McpJsonMapper MAPPER = McpJsonDefaults.getMapper();

    private static final TypeRef<Map<String, Object>> ARGUMENTS = new TypeRef<>() {};

    @TempDir
    Path folder;

    @Test
    void bothSeeTheSameToolsAndGetTheSameFromThem() throws Exception {
        Files.writeString(folder.resolve("note.txt"), "one\ntwo\n");
        try (var fixture = new McpServersFixture(folder)) {
            var everything = Map.of(
                    "echo", "{\"message\": \"hello\"}",
                    "get-sum", "{\"a\": 2, \"b\": 40}",
                    "get-structured-content", "{\"location\": \"Chicago\"}",
                    "get-annotated-message", "{\"messageType\": \"error\", \"includeImage\": false}");
            compare(fixture, fixture.everything(), everything);
            compare(
                    fixture,
                    fixture.published("old", "everything-2024/dist/index.js"),
                    Map.of("echo", "{\"message\": \"hello\"}", "add", "{\"a\": 2, \"b\": 40}"));
            var path = "{\"path\": \"" + folder.toRealPath().resolve("note.txt") + "\"}";
            compare(
                    fixture,
                    fixture.published(
                            "files",
                            "@modelcontextprotocol/server-filesystem/dist/index.js",
                            folder.toRealPath().toString()),
                    Map.of("read_text_file", path, "list_allowed_directories", "{}"));
            compare(
                    fixture,
                    fixture.published("memory", "@modelcontextprotocol/server-memory/dist/index.js"),
                    Map.of("search_nodes", "{\"query\": \"nothing\"}"));
        }
    }

    private void compare(McpServersFixture fixture, McpServerSettings server, Map<String, String> calls)
            throws Exception {
        var ours = fixture.open(server).tools();
        try (var oracle = oracle(server)) {
            oracle.initialize();
            assertThat(definitions(ours)).isEqualTo(definitions(oracle));
            for (var call : calls.entrySet()) {
                var arguments = (Json.Obj) JsonText.parse(call.getValue());
                var theirs = oracle.callTool(McpSchema.CallToolRequest.builder(call.getKey())
                        .arguments(MAPPER.readValue(call.getValue(), ARGUMENTS))
                        .build());
                var mine = McpServersFixture.named(ours, call.getKey()).run(arguments, new TestToolRun());
                assertThat(mine.isError()).isEqualTo(Boolean.TRUE.equals(theirs.isError()));
                assertThat(mine.content()).as(call.getKey()).isEqualTo(text(theirs));
            }
        }
    }

    private McpSyncClient oracle(McpServerSettings server) {
        var parameters = ServerParameters.builder("/bin/sh")
                .args(List.of(
                        "-c",
                        "cd '" + folder + "' && exec " + server.command() + " '" + String.join("' '", server.args())
                                + "'"))
                .build();
        return McpClient.sync(new StdioClientTransport(parameters, MAPPER))
                .requestTimeout(Duration.ofSeconds(60))
                .capabilities(McpSchema.ClientCapabilities.builder()
                        .roots(false)
                        .elicitation()
                        .build())
                .elicitation(_ -> new McpSchema.ElicitResult(McpSchema.ElicitResult.Action.DECLINE, Map.of()))
                .build();
    }

    /// By name: description and schema.
    private static Map<String, List<Object>> definitions(McpSyncClient oracle) throws Exception {
        var found = new LinkedHashMap<String, List<Object>>();
        for (var tool : oracle.listTools().tools()) {
            var schema = JsonText.parse(MAPPER.writeValueAsString(tool.inputSchema()));
            found.put(tool.name(), List.of(String.valueOf(tool.description()), schema));
        }
        found.remove("simulate-research-query");
        return found;
    }

    private static Map<String, List<Object>> definitions(List<Tool> tools) {
        var found = new LinkedHashMap<String, List<Object>>();
        for (var tool : tools) {
            var definition = tool.definition();
            found.put(definition.name(), List.of(definition.description(), definition.parameters()));
        }
        return found;
    }

    private static String text(McpSchema.CallToolResult result) {
        return String.join(
                "\n",
                result.content().stream()
                        .map(content -> ((McpSchema.TextContent) content).text())
                        .toList());
    }
}
