package dev.outrigger.assistant.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.ToolResult;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The servers of the npm registry, as they were published.
class PublishedServersTest {
    @TempDir
    Path folder;

    private McpServersFixture fixture;

    @BeforeEach
    void open() {
        fixture = new McpServersFixture(folder);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void callsEchoOfServerEverything() {
        var echo = McpServersFixture.named(fixture.open(fixture.everything()).tools(), "echo");

        assertThat(echo.run(message("hello"), new TestToolRun())).isEqualTo(ToolResult.of("Echo: hello"));
        assertThat(echo.source()).isEqualTo("mcp.everything");
        assertThat(fixture.notes)
                .containsExactly("mcp.everything: the tool `simulate-research-query` is left out: it can only be"
                        + " called as a task, which is not supported");
    }

    @Test
    void callsTheFirstPublishedServerEverything() {
        var server = fixture.published("old", "everything-2024/dist/index.js");

        var tools = fixture.open(server).tools();

        assertThat(McpServersFixture.named(tools, "echo").run(message("hello"), new TestToolRun()))
                .isEqualTo(ToolResult.of("Echo: hello"));
    }

    @Test
    void startsServersThroughNpx() throws Exception {
        McpServersFixture.npm();
        var npx = new McpServerSettings(
                "npx",
                "npx",
                List.of(
                        "--no-install",
                        "--prefix",
                        McpServersFixture.npm().toString(),
                        "mcp-server-everything",
                        "stdio"),
                Map.of());
        var servers = fixture.open(npx);

        assertThat(McpServersFixture.named(servers.tools(), "echo").run(message("hello"), new TestToolRun()))
                .isEqualTo(ToolResult.of("Echo: hello"));
        assertThat(FolderProcesses.over(folder)).isNotEmpty();
        servers.close();

        assertThat(FolderProcesses.over(folder)).isEmpty();
    }

    @Test
    void passesProgressOn() {
        var slow =
                McpServersFixture.named(fixture.open(fixture.everything()).tools(), "trigger-long-running-operation");
        var run = new TestToolRun();

        var result = slow.run((Json.Obj) parsed("{\"duration\": 0.2, \"steps\": 2}"), run);

        assertThat(result.content()).startsWith("Long running operation completed");
        assertThat(run.progress).containsExactly("1/2", "2/2");
    }

    @Test
    void cancelsWhatRuns() throws Exception {
        var tools = fixture.open(fixture.everything()).tools();
        var run = new TestToolRun();
        var result = new CompletableFuture<ToolResult>();
        Thread.ofPlatform()
                .start(() -> result.complete(McpServersFixture.named(tools, "trigger-long-running-operation")
                        .run((Json.Obj) parsed("{\"duration\": 3000, \"steps\": 100000}"), run)));
        assertThat(run.progress.poll(30, TimeUnit.SECONDS)).isEqualTo("1/100000");

        run.cancellation.cancel();

        assertThat(result.get(30, TimeUnit.SECONDS).metadata().text("code")).contains("cancelled");
        assertThat(McpServersFixture.named(tools, "echo").run(message("there?"), new TestToolRun()))
                .isEqualTo(ToolResult.of("Echo: there?"));
    }

    @Test
    void startsAKilledServerAgain() throws Exception {
        var echo = McpServersFixture.named(fixture.open(fixture.everything()).tools(), "echo");
        assertThat(echo.run(message("one"), new TestToolRun()).isError()).isFalse();
        FolderProcesses.kill(folder, "server-everything");
        Awaitility.await().until(() -> FolderProcesses.over(folder).isEmpty());

        assertThat(echo.run(message("two"), new TestToolRun())).isEqualTo(ToolResult.of("Echo: two"));
    }

    @Test
    void tellsItsRoots() {
        var roots = McpServersFixture.named(fixture.open(fixture.everything()).tools(), "get-roots-list");

        assertThat(roots.run(Json.EMPTY, new TestToolRun()).content())
                .contains(folder.toUri().toString());
    }

    @Test
    void fillsItsFormInByAskingTheUser() {
        var form = McpServersFixture.named(fixture.open(fixture.everything()).tools(), "trigger-elicitation-request");
        // Enter would leave the optional ones out.
        var run = new TestToolRun(question -> question.standard()
                .filter(proposed -> proposed != Json.Null.NULL)
                .or(() -> Optional.of(
                        switch (question.kind()) {
                            case BOOLEAN -> Json.Bool.TRUE;
                            case SELECT -> Json.of(question.options().getLast());
                            case TEXT ->
                                Json.of(
                                        question.text().contains("email")
                                                ? "a@example.org"
                                                : question.text().contains("uri")
                                                        ? "https://example.org/"
                                                        : question.text().contains("date") ? "1815-12-10" : "Ada");
                        })));

        var filled = form.run(Json.EMPTY, run);

        assertThat(filled.isError()).as(filled.content()).isFalse();
        assertThat(filled.content())
                .contains("User provided the requested information")
                .contains("\"name\": \"Ada\"")
                .contains("\"check\": true")
                .contains("\"integer\": 42")
                .contains("\"titledSingleSelectEnum\": \"hero-1\"")
                // Several of a list cannot be asked for; the server does not insist.
                .doesNotContain("MultipleSelectEnum");
        assertThat(form.run(Json.EMPTY, new TestToolRun()).content()).contains("cancel");
    }

    @Test
    void showsTextAndTellsOfTheRest() {
        var tools = fixture.open(fixture.everything()).tools();

        assertThat(McpServersFixture.named(tools, "get-tiny-image")
                        .run(Json.EMPTY, new TestToolRun())
                        .content())
                .containsPattern("\\[image, image/png, \\d+ bytes, not shown\\]");
        var weather = McpServersFixture.named(tools, "get-structured-content")
                .run((Json.Obj) parsed("{\"location\": \"New York\"}"), new TestToolRun());
        assertThat(parsed(weather.content())).isInstanceOf(Json.Obj.class);
        assertThat(McpServersFixture.named(tools, "get-sum")
                        .run((Json.Obj) parsed("{\"a\": \"no number\", \"b\": 1}"), new TestToolRun())
                        .isError())
                .isTrue();
    }

    @Test
    void readsFilesThroughServerFilesystem() throws Exception {
        var file = Files.writeString(folder.resolve("note.txt"), "kept here");
        var server =
                fixture.published("files", "@modelcontextprotocol/server-filesystem/dist/index.js", folder.toString());

        var tools = fixture.open(server).tools();

        assertThat(McpServersFixture.named(tools, "read_text_file")
                        .run(Json.object().put("path", file.toString()).build(), new TestToolRun())
                        .content())
                .contains("kept here");
        assertThat(McpServersFixture.named(tools, "read_text_file")
                        .run(Json.object().put("path", "/etc/passwd").build(), new TestToolRun())
                        .isError())
                .isTrue();
    }

    @Test
    void remembersThroughServerMemory() {
        var script = McpServersFixture.npm().resolve("node_modules/@modelcontextprotocol/server-memory/dist/index.js");
        var server = new McpServerSettings(
                "memory",
                "node",
                List.of(script.toString()),
                Map.of("MEMORY_FILE_PATH", folder.resolve("memory.jsonl").toString()));
        var tools = fixture.open(server).tools();

        var stored = McpServersFixture.named(tools, "create_entities").run((Json.Obj) parsed("""
                {"entities": [{"name": "Outrigger", "entityType": "boat", "observations": ["floats"]}]}"""), new TestToolRun());

        assertThat(stored.isError()).isFalse();
        assertThat(McpServersFixture.named(tools, "read_graph")
                        .run(Json.EMPTY, new TestToolRun())
                        .content())
                .contains("floats");
        assertThat(folder.resolve("memory.jsonl")).content().contains("floats");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--only"})
    void servesTheStatelessEra(String flag) {
        var tools = fixture.open(fixture.stateless(flag)).tools();

        assertThat(McpServersFixture.named(tools, "echo").run(message("hello"), new TestToolRun()))
                .isEqualTo(ToolResult.of("Echo: hello"));
        assertThat(McpServersFixture.named(tools, "greet")
                        .run(Json.EMPTY, new TestToolRun(_ -> Optional.of(Json.of("Ann")))))
                .isEqualTo(ToolResult.of("Hello Ann"));
        assertThat(McpServersFixture.named(tools, "greet").run(Json.EMPTY, new TestToolRun()))
                .isEqualTo(ToolResult.of("Nobody: cancel"));
        assertThat(folder.resolve("cache"))
                .isDirectoryContaining(file -> contents(file).contains("\"stateless\""));
    }

    @Test
    void passesProgressAndCancellationOnInTheStatelessEra() throws Exception {
        var slow = McpServersFixture.named(
                fixture.open(fixture.stateless("--only")).tools(), "slow");
        var run = new TestToolRun();
        var result = new CompletableFuture<ToolResult>();
        Thread.ofPlatform().start(() -> result.complete(slow.run(Json.EMPTY, run)));
        assertThat(run.progress.poll(30, TimeUnit.SECONDS)).isEqualTo("under way (1/3)");

        run.cancellation.cancel();

        assertThat(result.get(30, TimeUnit.SECONDS).metadata().text("code")).contains("cancelled");
        Awaitility.await().until(() -> fixture.logged.contains("mcp.stateless: stderr: slow was cancelled"));
    }

    @Test
    void hearsOfNewToolsInTheStatelessEra() {
        var servers = fixture.open(fixture.stateless("--only"));

        assertThat(McpServersFixture.named(servers.tools(), "grow").run(Json.EMPTY, new TestToolRun()))
                .isEqualTo(ToolResult.of("grown"));

        Awaitility.await()
                .until(() -> servers.tools().stream()
                        .anyMatch(tool -> tool.definition().name().equals("grown")));
    }

    @Test
    void nothingOutlivesAHostThatIsKilled() throws Exception {
        var npm = McpServersFixture.npm();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var host = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        folder.toString(),
                        npm.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var said = new BufferedReader(new InputStreamReader(host.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo("Echo: alive");
            assertThat(FolderProcesses.over(folder)).isNotEmpty();
        } finally {
            host.destroyForcibly();
        }

        Awaitility.await().until(() -> FolderProcesses.over(folder).isEmpty());
    }

    /// Calls a server started by npx, and stays.
    static final class Victim {
        public static void main(String[] words) throws Exception {
            var folder = Path.of(words[0]);
            var npx = new McpServerSettings(
                    "npx",
                    "npx",
                    List.of("--no-install", "--prefix", words[1], "mcp-server-everything", "stdio"),
                    Map.of());
            try (var fixture = new McpServersFixture(folder)) {
                var echo = McpServersFixture.named(fixture.open(npx).tools(), "echo");
                System.out.println(echo.run(message("alive"), new TestToolRun()).content());
                new java.util.concurrent.CountDownLatch(1).await();
            }
        }
    }

    private static Json.Obj message(String text) {
        return Json.object().put("message", text).build();
    }

    private static Json parsed(String text) {
        try {
            return JsonText.parse(text);
        } catch (dev.outrigger.wire.MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }

    private static String contents(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
