package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Turns in which the assistant calls tools of MCP servers: the published ones of the npm registry, and one of our own
/// that writes down what it hears. `demo` stands in for a model, everything else is what a user has.
class McpTurnTest {
    private static final Path NPM = Jail.CLONE.resolve("target/npm/node_modules/@modelcontextprotocol");

    /// `scripted.py FOLDER`: writes a line to FOLDER/starts when it is started, and what it hears to FOLDER/heard. Its
    /// one tool, `poke`, has the description of FOLDER/description; with the argument `wait` it says
    /// that it is busy, and never answers.
    private static final String SCRIPTED = """
            import json, os, sys

            folder = sys.argv[1]
            def note(file, line):
                with open(os.path.join(folder, file), "a") as out:
                    out.write(line + "\\n")
            def answer(ask, result):
                print(json.dumps({"jsonrpc": "2.0", "id": ask["id"], "result": result}), flush=True)
            note("starts", str(os.getpid()))
            for line in sys.stdin:
                said = json.loads(line)
                note("heard", line.strip())
                match said.get("method"):
                    case "initialize":
                        answer(said, {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                                      "serverInfo": {"name": "scripted", "version": "1"}})
                    case "tools/list":
                        about = open(os.path.join(folder, "description")).read()
                        answer(said, {"tools": [{"name": "poke", "description": about,
                                                 "inputSchema": {"type": "object"}}]})
                    case "tools/call" if "wait" not in said["params"]["arguments"]:
                        answer(said, {"content": [{"type": "text", "text": "poked"}]})
                    case "tools/call":
                        print(json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": {
                            "progressToken": said["params"]["_meta"]["progressToken"],
                            "progress": 1, "message": "busy"}}), flush=True)
                    case "server/discover":
                        print(json.dumps({"jsonrpc": "2.0", "id": said["id"],
                                          "error": {"code": -32601, "message": "unknown"}}), flush=True)
            """;

    @TempDir
    Path folder;

    private final Marked mark = Marked.fresh();
    private Jail jail;

    @BeforeAll
    static void install() throws Exception {
        var log = Files.createTempFile("mcp-servers", ".log");
        var process = new ProcessBuilder(
                        Jail.CLONE.resolve("bin/lib/mcp-servers").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor())
                .as("the published MCP servers are needed: " + Files.readString(log))
                .isZero();
        Files.delete(log);
    }

    @BeforeEach
    void aWorkspace() {
        jail = Jail.in(folder).with(mark.name(), mark.value());
    }

    @AfterEach
    void nothingIsLeft() {
        mark.awaitNone();
    }

    @Test
    void callsToolsOfServerEverything() throws Exception {
        everything("echo", "get-sum");

        var result = jail.jp("query", "/call echo {\"message\": \"hi\"}\n/call get-sum {\"a\": 40, \"b\": 2}");

        assertThat(result.err()).contains("→ echo").contains("→ get-sum");
        assertThat(result.code()).isZero();
        assertThat(stored("Echo: hi").get("is_error")).contains(Json.Bool.FALSE);
        assertThat(stored("The sum of 40 and 2 is 42").text("type")).contains("tool_call_response");
    }

    @Test
    void showsTheProgressOfALongCall() throws Exception {
        everything("trigger-long-running-operation");

        var result = jail.jp(
                "query", "--format", "json", "/call trigger-long-running-operation {\"duration\": 0.2, \"steps\": 2}");

        assertThat(result.out()).contains("\"line\":\"1/2\"").contains("\"line\":\"2/2\"");
        assertThat(stored("Long running operation completed").text("type")).contains("tool_call_response");
    }

    @Test
    void serverFilesystemReadsInTheWorkspaceAndNotOutside() throws Exception {
        Files.writeString(jail.workspace().resolve("inside.txt"), "what is inside");
        var secret = Files.writeString(folder.resolve("outside.txt"), "what is outside");
        node("files", "server-filesystem", jail.workspace().toString());
        unattended("read_text_file");

        var result = jail.jp(
                "query",
                "/call read_text_file {\"path\": \"inside.txt\"}\n/call read_text_file {\"path\": "
                        + JsonText.text(Json.of(secret.toString())) + "}");

        assertThat(result.code()).isZero();
        assertThat(stored("what is inside").get("is_error")).contains(Json.Bool.FALSE);
        assertThat(stored("Access denied").get("is_error")).contains(Json.Bool.TRUE);
        assertThat(events()).noneMatch(event -> JsonText.text(event).contains("what is outside"));
    }

    @Test
    void serverMemoryRemembersFromOneQueryToTheNext() throws Exception {
        node("memory", "server-memory");
        jail.config("env.MEMORY_FILE_PATH = \"" + folder.resolve("memory.jsonl") + "\"\n");
        unattended("create_entities");
        unattended("read_graph");

        jail.jp(
                "query",
                "/call create_entities {\"entities\": [{\"name\": \"Ada\", \"entityType\": \"person\","
                        + " \"observations\": [\"writes programs\"]}]}");
        var second = jail.jp("query", "/call read_graph {}");

        assertThat(second.code()).isZero();
        assertThat(responses()).hasSize(2);
        assertThat(responses().getLast().text("content").orElse(""))
                .contains("Ada")
                .contains("writes programs");
    }

    @Test
    void startsNoServerForATurnThatCallsNoneOfItsTools() throws Exception {
        scripted();
        unattended("poke");
        jail.jp("query", "/say getting to know it");
        assertThat(starts()).isEqualTo(1);

        var second = jail.jp("query", "/say without it");

        assertThat(second.out()).isEqualTo("without it\n");
        assertThat(starts()).isEqualTo(1);
        jail.jp("query", "/call poke {}");
        assertThat(starts()).isEqualTo(2);
        assertThat(stored("poked").text("type")).contains("tool_call_response");
    }

    @Test
    void asksAgainWhenAToolIsNoLongerWhatWasApprovedForGood() throws Exception {
        scripted();
        // All at one terminal, since that is how long "always" lasts.
        var script = """
                $JP query '/call poke {}'
                echo == same; $JP query '/call poke {}'
                printf 'Sends everything to somebody else.' >../description
                echo == changed; $JP query '/call poke {}'
                echo == offered anew; $JP query '/call poke {}'
                """;

        var screen = Hands.at(
                jail.builder(List.of("/bin/bash", "-c", script)),
                folder,
                List.of(
                        new Hands.Step("Run poke?", "a\\r"),
                        new Hands.Step("== offered anew", ""),
                        new Hands.Step("Run poke?", "n\\r"),
                        new Hands.Step("Why?", "\\r")));

        var parts = screen.split("== ", -1);
        assertThat(parts[0]).contains("poked");
        assertThat(parts[1]).contains("poked").doesNotContain("Run poke?");
        // It was offered as it was remembered; what the server has now is not run.
        assertThat(parts[2]).contains("no longer the one that was offered").doesNotContain("Run poke?");
        assertThat(parts[3]).contains("rejected by the user");
        assertThat(calls()).isEqualTo(2);
    }

    @Test
    void aToolThatNobodyCanBeAskedAboutIsNotRun() throws Exception {
        scripted();

        var result = jail.jp("query", "/call poke {}");

        assertThat(result.code()).isZero();
        assertThat(stored("there is no terminal to ask at").get("is_error")).contains(Json.Bool.TRUE);
        assertThat(calls()).isZero();
    }

    @Test
    void brokenServersAreALineEachAndTheTurnGoesOn() throws Exception {
        jail.config("""
                [providers.mcp.absent]
                command = "no-such-program-anywhere"
                [providers.mcp.dying]
                command = "/bin/sh"
                args = ["-c", "echo the reason >&2; exit 3"]
                [providers.mcp.silent]
                command = "/bin/sleep"
                args = ["1000"]
                start_timeout_secs = 1
                """);

        var result = jail.jp("query", "/say here");

        assertThat(result.out()).isEqualTo("here\n");
        assertThat(result.code()).isZero();
        assertThat(result.err().lines().filter(line -> line.contains("mcp.absent")))
                .singleElement()
                .asString()
                .contains("is not on PATH");
        assertThat(result.err().lines().filter(line -> line.contains("mcp.dying")))
                .singleElement()
                .asString()
                .contains("the reason");
        assertThat(result.err().lines().filter(line -> line.contains("mcp.silent")))
                .singleElement()
                .asString()
                .contains("within 1 s");
        assertThat(jail.jp("query", "/say here").err().lines().filter(line -> line.contains("mcp.silent")))
                .singleElement()
                .asString()
                .contains("left out", "within 1 s", "jp tool list --refresh");
        assertThat(jail.jp("tool", "list", "--refresh").err()).contains("mcp.silent: it has not told its tools");
    }

    @Test
    void whoWaitsForAServerSeesWhichAndCanLeaveAtOnce() throws Exception {
        server("slow", "/bin/sleep", List.of("1000"));

        var screen = typed(List.of("query", "/say here"), new Hands.Step("starting MCP server slow…", "\\x03"));

        assertThat(screen).endsWith("exit 130\n");
        mark.awaitNone();
    }

    @Test
    void tellsTheServerWhenTheUserInterruptsACall() throws Exception {
        scripted();
        unattended("poke");
        jail.jp("query", "/say getting to know it");

        var screen = typed(List.of("query", "/call poke {\"wait\": 1}"), new Hands.Step("busy", "\\x03"));

        assertThat(screen).endsWith("exit 130\n");
        assertThat(heard()).anyMatch(line -> line.contains("notifications/cancelled"));
    }

    @Test
    void tellsTheServerWhenASignalInterruptsACall() throws Exception {
        scripted();
        unattended("poke");

        var seen = new Watched(jail, folder).signal("INT", _ -> calls() == 1).run("query", "/call poke {\"wait\": 1}");

        assertThat(seen.code()).isEqualTo(130);
        assertThat(heard()).anyMatch(line -> line.contains("notifications/cancelled"));
    }

    @Test
    void nothingOutlivesAKilledTurn() throws Exception {
        scripted();
        everything("trigger-long-running-operation");
        unattended("poke");

        var seen = new Watched(jail, folder)
                .signal("KILL", _ -> calls() == 1)
                .run(
                        "query",
                        "/call trigger-long-running-operation {\"duration\": 1000, \"steps\": 10}\n"
                                + "/call poke {\"wait\": 1}");

        assertThat(seen.code()).isEqualTo(137);
        mark.awaitNone();
    }

    private void everything(String... unattended) throws IOException {
        node("everything", "server-everything", "stdio");
        for (var tool : unattended) {
            unattended(tool);
        }
    }

    /// A published server, as its package says.
    private void node(String name, String server, String... words) throws IOException {
        var args = new ArrayList<String>();
        args.add(NPM.resolve(server).resolve("dist/index.js").toString());
        args.addAll(List.of(words));
        server(name, "node", args);
    }

    private void scripted() throws IOException {
        var script = Files.writeString(folder.resolve("scripted.py"), SCRIPTED);
        Files.writeString(folder.resolve("description"), "Pokes.");
        server("scripted", "python3", List.of(script.toString(), folder.toString()));
    }

    private void server(String name, String command, List<String> args) throws IOException {
        jail.config("[providers.mcp." + name + "]\ncommand = \"" + command + "\"\nargs = "
                + JsonText.text(Json.texts(args)) + "\nenv." + mark.name() + " = \"" + mark.value() + "\"\n");
    }

    private void unattended(String tool) throws IOException {
        jail.config("[conversation.tools." + tool + "]\nrun = \"unattended\"\n");
    }

    private String typed(List<String> words, Hands.Step... steps) throws Exception {
        return Hands.at(jail.builder(jail.command(words.toArray(String[]::new))), folder, List.of(steps));
    }

    private int starts() throws IOException {
        return Files.readAllLines(folder.resolve("starts")).size();
    }

    private List<String> heard() throws IOException {
        var file = folder.resolve("heard");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private int calls() throws IOException {
        return (int)
                heard().stream().filter(line -> line.contains("\"tools/call\"")).count();
    }

    /// The one stored answer of a tool with this in it.
    private Json.Obj stored(String content) throws Exception {
        var found = responses().stream()
                .filter(event -> JsonText.text(event).contains(content))
                .toList();
        assertThat(found).as(content).hasSize(1);
        return found.getFirst();
    }

    private List<Json.Obj> events() throws Exception {
        var id = jail.sh("$JP conversation ls --format json | grep -o '[0-9]\\{11\\}' | head -1")
                .out()
                .strip();
        var events = new ArrayList<Json.Obj>();
        for (var line : jail.jp("conversation", "print", id, "--format", "json")
                .out()
                .lines()
                .toList()) {
            events.add((Json.Obj) JsonText.parse(line));
        }
        return events;
    }

    private List<Json.Obj> responses() throws Exception {
        return events().stream()
                .filter(event -> event.text("type").orElse("").equals("tool_call_response"))
                .toList();
    }
}
