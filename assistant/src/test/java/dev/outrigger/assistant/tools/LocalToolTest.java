package dev.outrigger.assistant.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.assistant.Approver;
import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.launch.Launcher;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Local tools in whole turns, each a real script.
@Timeout(120)
class LocalToolTest {
    @TempDir
    Path folder;

    private Path root;
    private Duration limit = Duration.ofSeconds(60);
    private final List<ToolQuestion> questions = new ArrayList<>();

    @BeforeEach
    void aWorkspace() throws IOException {
        root = Files.createDirectory(folder.resolve("workspace")).toRealPath();
    }

    private LocalTool tool(String script) throws IOException {
        var file = root.resolve("tool.sh");
        Files.writeString(file, "#!/bin/bash\n" + script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return tool(root.resolve("tool.sh").toString(), List.of("first"));
    }

    private LocalTool tool(String command, List<String> args) {
        var environment = Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "GREETING", "hello");
        return new LocalTool(
                new ToolDefinition("mine", "", ToolParameters.NONE),
                new LocalTool.Start(command, args, environment, root, limit, false),
                new Launcher(folder.resolve("state")));
    }

    private DemoTurn turn(LocalTool tool) {
        var turn = new DemoTurn(List.of(tool));
        turn.approver = (_, _, _) -> new Approver.Decision.Granted();
        return turn;
    }

    private Event.ToolCallResponse call(LocalTool tool) {
        return turn(tool).ask("/call mine {\"n\": 1}").getFirst();
    }

    @Test
    void theCallIsOneLineOfJsonOnStdinAndTheRestIsTheRoot() throws Exception {
        var response = call(tool("cat; echo $PWD $1 $GREETING"));

        var lines = response.content().split("\n", -1);
        assertThat(JsonText.parse(lines[0]))
                .isEqualTo(JsonText.parse("{\"tool\":{\"name\":\"mine\",\"arguments\":{\"n\":1},\"answers\":{}},"
                        + "\"context\":{\"root\":\"" + root + "\",\"action\":\"run\"}}"));
        assertThat(lines[1]).isEqualTo(root + " first hello");
    }

    @Test
    void itsThreeAnswersAndPlainOutputAreUnderstood() throws IOException {
        assertThat(call(tool("echo '{\"type\":\"success\",\"content\":\"done\"}'")))
                .returns("done", Event.ToolCallResponse::content)
                .returns(false, Event.ToolCallResponse::isError);
        assertThat(call(tool("echo '{\"type\":\"success\",\"content\":{\"n\":1}}'"))
                        .content())
                .isEqualTo("{\"n\":1}");
        assertThat(call(tool("echo '{\"type\":\"error\",\"message\":\"no luck\"}'")))
                .returns("no luck", Event.ToolCallResponse::content)
                .returns(true, Event.ToolCallResponse::isError);
        assertThat(call(tool("echo '{\"type\":\"other\"}'")).content()).isEqualTo("{\"type\":\"other\"}\n");
        assertThat(call(tool("echo '{broken'")).content()).isEqualTo("{broken\n");
        assertThat(call(tool("true")).content()).isEmpty();
        assertThat(call(tool("echo '{\"type\":\"success\"}'")))
                .returns("mine answered with `success`, but field `content` is missing", r -> r.content())
                .returns(true, Event.ToolCallResponse::isError);
    }

    @Test
    void whoeverDecidesSeesEveryWordOfTheCommand() {
        var preview = tool(root.resolve("tool.sh").toString(), List.of("a b", "", "\n```\nfree", "x".repeat(500)))
                .propose(Json.EMPTY)
                .words();

        assertThat(preview)
                .contains("\ncommand: " + root.resolve("tool.sh") + " \"a b\" \"\" \"\\n```\\nfree\" " + "x".repeat(500)
                        + "\nfolder:  " + root);
    }

    @Test
    void aQuestionIsAskedAndTheToolRunAgainWithTheAnswer() throws IOException {
        var turn = turn(tool("""
                in=$(cat)
                case $in in
                *'"color":"red"'*) echo "painted red" ;;
                *'"sure":true'*) echo '{"type":"needs_input","question":{"id":"color","text":"Which?",
                    "answer_type":{"select":{"options":["red","blue"]}},"default":"blue"}}' ;;
                *) echo '{"type":"needs_input","question":{"id":"sure","text":"Sure?","answer_type":"boolean"}}' ;;
                esac
                """));
        turn.inquirer = (_, _, question, _) -> {
            questions.add(question);
            return Optional.of(question.kind() == ToolQuestion.Kind.BOOLEAN ? Json.of(true) : Json.of("red"));
        };

        assertThat(turn.ask("/call mine {}").getFirst().content()).isEqualTo("painted red\n");
        assertThat(questions)
                .containsExactly(
                        new ToolQuestion("Sure?", ToolQuestion.Kind.BOOLEAN, List.of(), Optional.empty()),
                        new ToolQuestion(
                                "Which?",
                                ToolQuestion.Kind.SELECT,
                                List.of("red", "blue"),
                                Optional.of(Json.of("blue"))));
    }

    @Test
    void oneThatAsksForEverOrNobodyIsStopped() throws IOException {
        var tool = tool("echo '{\"type\":\"needs_input\",\"question\":{\"id\":\"x\",\"text\":\"More?\"}}'");
        var turn = turn(tool);

        assertThat(turn.ask("/call mine {}").getFirst().content())
                .isEqualTo("mine needs an answer, and nobody gave one: More?");
        turn.inquirer = (_, _, _, _) -> Optional.of(Json.of("yes"));
        assertThat(turn.ask("/call mine {}").getFirst().content()).contains("more than 20 questions");
    }

    @Test
    void aFailureIsNeverASuccess() throws IOException {
        assertThat(call(tool("echo half; echo 'what went wrong' >&2; exit 3")))
                .returns("mine failed: exit status 3\nhalf\nstderr:\nwhat went wrong", r -> r.content())
                .returns(true, Event.ToolCallResponse::isError);
        assertThat(call(tool("echo '{\"type\":\"success\",\"content\":\"done\"}'; exit 1")))
                .returns("mine failed: exit status 1\ndone", r -> r.content())
                .returns(true, Event.ToolCallResponse::isError);
        assertThat(call(tool("kill -9 $$")))
                .returns(true, Event.ToolCallResponse::isError)
                .extracting(Event.ToolCallResponse::content)
                .asString()
                .contains("SIGKILL");
        assertThat(call(tool("no-such-program-anywhere", List.of())).content())
                .contains("is not on PATH", "conversation.tools.mine.command");
        assertThat(call(tool(root.resolve("gone.sh").toString(), List.of())))
                .returns(true, Event.ToolCallResponse::isError)
                .extracting(Event.ToolCallResponse::content)
                .asString()
                .contains("gone.sh");
    }

    @Test
    void hugeOutputIsCutAndNobodyHangs() throws IOException {
        var response = call(tool("head -c 20000000 /dev/zero | tr '\\0' x"));

        assertThat(response.content())
                .hasSizeLessThan((1 << 20) + 200)
                .contains("[cut: these are the first", "the tool wrote 20000000 bytes]");
    }

    @Test
    void oneThatReadsNothingAndIsSentMuchDoesNotHang() throws IOException {
        var arguments = "{\"text\": \"" + "x".repeat(300_000) + "\"}";

        assertThat(turn(tool("exec <&-; echo fine"))
                        .ask("/call mine " + arguments)
                        .getFirst()
                        .content())
                .isEqualTo("fine\n");
    }

    @Test
    void theTimeLimitEndsEverythingItStarted() throws Exception {
        limit = Duration.ofSeconds(1);
        var mark = "7" + ProcessHandle.current().pid() + "1";

        var response = call(tool("echo begun >&2; setsid sleep " + mark + " & sleep " + mark));

        assertThat(response.content())
                .contains("mine did not end within 1 s", "conversation.tools.mine.timeout_secs", "begun");
        assertThat(running(mark)).isEmpty();
    }

    @Test
    void cancellingEndsEverythingItStarted() throws Exception {
        var mark = "7" + ProcessHandle.current().pid() + "2";
        var turn = turn(tool("setsid sleep " + mark + " & touch begun; sleep " + mark));
        var asking = Thread.ofPlatform().start(() -> turn.ask("/call mine {}"));
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.exists(root.resolve("begun")) && System.nanoTime() < end) {
            Thread.onSpinWait();
        }

        turn.cancellation.cancel();
        asking.join(30_000);

        assertThat(asking.isAlive()).isFalse();
        assertThat(running(mark)).isEmpty();
    }

    @Test
    void theBackgroundOfAFinishedToolEndsWithIt() throws Exception {
        var mark = "7" + ProcessHandle.current().pid() + "3";

        assertThat(call(tool("setsid sleep " + mark + " & echo done")).content())
                .isEqualTo("done\n");
        assertThat(running(mark)).isEmpty();
    }

    @Test
    void onlyWhatWasGivenIsInItsEnvironment() throws IOException {
        assertThat(call(tool("env | cut -d= -f1 | sort")).content().lines())
                .contains("GREETING", "PATH")
                .isSubsetOf("GREETING", "PATH", "PWD", "JP_RUN", "JP_TTY", "SHLVL", "_", "OLDPWD");
    }

    /// However the argument is written in which the file's name stands.
    @Test
    void whatRunsAFileOfTheWorkspaceByAnArgumentIsAskedAbout() throws IOException {
        Files.writeString(root.resolve("mk"), "all:\n\techo theirs\n");
        Files.createDirectory(root.resolve("sub"));
        Files.writeString(root.resolve("sub/x"), "theirs");
        for (var args : List.of(
                List.of("-fmk"),
                List.of("-f", "mk"),
                List.of("--file=mk"),
                List.of("--require=./sub/x"),
                List.of("-c", "cat 'sub/x'|sh"),
                List.of("-c", "true; ./mk"),
                List.of("-c", "A=1&&sh mk"),
                List.of(root.resolve("sub/../mk").toString()))) {
            assertThat(tool("/usr/bin/make", args).least()).as("%s", args).isEqualTo(Tool.Consent.ASK);
        }
        for (var args :
                List.of(List.of("-fother"), List.of("--file=/etc/passwd"), List.of("-c", "echo hi"), List.of("sub"))) {
            assertThat(tool("/usr/bin/make", args).least()).as("%s", args).isEqualTo(Tool.Consent.UNATTENDED);
        }
    }

    @Test
    void aChangedScriptIsAnotherTool() throws IOException {
        var before = tool("echo 1");
        var fingerprint = before.fingerprint();

        assertThat(tool("echo 1").fingerprint()).isEqualTo(fingerprint);
        assertThat(tool("echo 2").fingerprint()).isNotEqualTo(fingerprint);
        assertThat(tool(root.resolve("tool.sh").toString(), List.of("second")).fingerprint())
                .isNotEqualTo(fingerprint);
        var interpreted = tool("bash", List.of("tool.sh")).fingerprint();
        tool("echo 3");
        assertThat(tool("bash", List.of("tool.sh")).fingerprint()).isNotEqualTo(interpreted);
    }

    @Test
    void parametersBecomeASchema() throws Exception {
        var table =
                (Json.Obj) JsonText.parse("{\"city\":{\"type\":\"string\",\"description\":\"Where\",\"required\":true},"
                        + "\"unit\":{\"enum\":[\"c\",\"f\"],\"default\":\"c\"}}");

        assertThat(JsonText.text(ToolParameters.schema(table)))
                .isEqualTo(
                        "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\",\"description\":\"Where\"},"
                                + "\"unit\":{\"enum\":[\"c\",\"f\"],\"default\":\"c\",\"type\":\"string\"}},"
                                + "\"required\":[\"city\"],\"additionalProperties\":false}");
        var whole = (Json.Obj) JsonText.parse("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}");
        assertThat(ToolParameters.schema(whole)).isEqualTo(whole);
        for (var bad : List.of(
                "{\"city\":\"string\"}",
                "{\"city\":{\"type\":\"text\"}}",
                "{\"city\":{\"type\":7}}",
                "{\"city\":{\"enum\":\"a\"}}",
                "{\"city\":{\"required\":\"yes\"}}",
                "{\"type\":\"string\"}")) {
            assertThatThrownBy(() -> ToolParameters.schema((Json.Obj) JsonText.parse(bad)))
                    .as(bad)
                    .isInstanceOf(ToolParameters.Unfit.class);
        }
    }

    private static List<String> running(String mark) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.startsWith("sleep " + mark) || line.contains("/sleep " + mark))
                .toList();
    }
}
