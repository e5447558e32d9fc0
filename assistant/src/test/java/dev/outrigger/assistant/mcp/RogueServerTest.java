package dev.outrigger.assistant.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.mcp.client.McpTiming;
import dev.outrigger.assistant.mcp.client.McpToolDefinition;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.DeadlineTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One server that misbehaves by flag, and what we do about it.
class RogueServerTest {
    /// Gives up before it asks in the older way.
    private static final McpTiming HASTY = McpServersFixture.PATIENT.withStart(Duration.ofSeconds(1));

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

    @ParameterizedTest
    @ValueSource(strings = {"--era=old", "--era=new", "--probe=exit", "--version=2024-11-05", "--list=pages"})
    void servesBothEras(String flag) {
        var echo = tool("echo", flag);

        assertThat(echo.run(message("hi"), new TestToolRun())).isEqualTo(ToolResult.of("hi"));
        assertThat(fixture.notes).isEmpty();
    }

    @Test
    void asksAServerThatIgnoresTheProbeInTheOlderWayToo() {
        var impatient = new McpTiming(
                McpServersFixture.PATIENT.start(),
                Duration.ofMillis(1),
                McpServersFixture.PATIENT.call(),
                McpServersFixture.PATIENT.grace());

        var tools = fixture.open(impatient, fixture.rogue("--probe=silent")).tools();

        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
    }

    @Test
    void staysWithTheNewerEraWhenTheProbeIsAnsweredLate() {
        var impatient = new McpTiming(
                McpServersFixture.PATIENT.start(),
                Duration.ofMillis(1),
                McpServersFixture.PATIENT.call(),
                McpServersFixture.PATIENT.grace());

        var tools = fixture.open(impatient, fixture.rogue("--era=new")).tools();

        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--era=old", "--era=new"})
    void namesTheVersionsOfAServerThatSpeaksNoneOfOurs(String era) {
        assertThat(fixture.open(fixture.rogue(era, "--version=1999-01-01")).tools())
                .isEmpty();

        assertThat(fixture.notes)
                .singleElement()
                .asString()
                .contains("1999-01-01")
                .contains("2026-07-28");
    }

    @Test
    void ignoresABannerOnStdoutAndTellsItOnce() {
        var echo = tool("echo", "--banner=500");

        assertThat(echo.run(message("hi"), new TestToolRun())).isEqualTo(ToolResult.of("hi"));
        assertThat(fixture.notes)
                .singleElement()
                .asString()
                .contains("no message was ignored")
                .contains("Welcome to rogue")
                .doesNotContain("\u001b");
    }

    @Test
    void givesUpAServerThatOnlyWritesStrays() {
        assertThat(fixture.open(fixture.rogue("--banner=5000")).tools()).isEmpty();

        assertThat(fixture.notes).anyMatch(note -> note.contains("were no messages"));
    }

    @Test
    void bearsWithAServerThatAnswersNotifications() {
        var echo = tool("echo", "--answers-notifications");

        assertThat(echo.run(message("hi"), new TestToolRun())).isEqualTo(ToolResult.of("hi"));
    }

    @Test
    void takesOnlyTheAnswerWithTheRightId() {
        var servers = fixture.open(fixture.rogue());
        var tools = servers.tools();

        assertThat(McpServersFixture.named(tools, "wrong").run(Json.EMPTY, new TestToolRun()))
                .isEqualTo(ToolResult.of("mine"));
        assertThat(McpServersFixture.named(tools, "echo").run(message("next"), new TestToolRun()))
                .isEqualTo(ToolResult.of("next"));
    }

    /// At once: nobody waits for an answer that came already.
    @Test
    void refusesAnAnswerThatIsNestedTooDeepAndGoesOn() {
        var tools = fixture.open(fixture.rogue()).tools();

        var result = McpServersFixture.named(tools, "huge")
                .run(Json.object().put("deep", 300).build(), new TestToolRun());

        assertThat(result.isError()).isTrue();
        assertThat(result.content()).contains("nested deeper than 128");
        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
        assertThat(fixture.starts()).isOne();
    }

    @Test
    void refusesAnAnswerThatIsTooLongAndGoesOn() {
        var tools = fixture.open(fixture.rogue()).tools();

        var result = McpServersFixture.named(tools, "huge")
                .run(Json.object().put("bytes", 17 << 20).build(), new TestToolRun());

        assertThat(result.isError()).isTrue();
        assertThat(result.content()).contains("longer than 16777216 bytes");
        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
        assertThat(fixture.starts()).isOne();
    }

    @Test
    void failsTheCallInWhichTheServerDiesAndStartsItForTheNext() {
        var tools = fixture.open(fixture.rogue()).tools();

        var result = McpServersFixture.named(tools, "die").run(Json.EMPTY, new TestToolRun());

        assertThat(result.isError()).isTrue();
        assertThat(result.content())
                .contains("ended while it ran `die`: exit status 3")
                .contains("the last words");
        assertThat(result.metadata().text("code")).contains("crashed");
        assertThat(JsonText.text(result.metadata())).contains("the last words");
        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
        assertThat(fixture.starts()).isEqualTo(2);
    }

    @Test
    void leavesAServerAloneThatDiesAgainAndAgain() {
        var die = tool("die");

        for (int i = 0; i < 3; i++) {
            assertThat(die.run(Json.EMPTY, new TestToolRun()).content()).contains("exit status 3");
        }
        var result = die.run(Json.EMPTY, new TestToolRun());

        assertThat(result.content()).contains("failed 3 times within a minute");
        assertThat(fixture.starts()).isEqualTo(3);
    }

    @Test
    void tellsHowAServerThatDiesAtOnceEnded() {
        assertThat(fixture.open(fixture.rogue("--dies")).tools()).isEmpty();

        assertThat(fixture.notes).singleElement().asString().contains("exit status 7");
        assertThat(fixture.starts()).isEqualTo(2);
    }

    @Test
    void countsTheStartsOfAServerThatNeverBegins() {
        var servers = fixture.open(fixture.rogue("--dies"));

        for (int i = 0; i < 5; i++) {
            servers.tools();
        }

        assertThat(fixture.notes.getLast()).contains("times within a minute");
        assertThat(fixture.starts()).isLessThanOrEqualTo(6);
    }

    @Test
    void endsACallThatShowsNoSignOfLife() {
        var hasty = timing(Duration.ofMillis(300), Duration.ofSeconds(60));
        var hang = McpServersFixture.named(fixture.open(hasty, fixture.rogue()).tools(), "hang");

        var result = hang.run(Json.EMPTY, new TestToolRun());

        assertThat(result.metadata().text("code")).contains("timeout");
        assertThat(result.content()).contains("no sign of progress");
        Awaitility.await().until(() -> fixture.logged.stream().anyMatch(line -> line.contains("stderr: cancelled")));
    }

    @Test
    void endsACallThatTakesTooLongHoweverLively() {
        var hasty = timing(Duration.ofSeconds(5), Duration.ofMillis(700));
        var run = new TestToolRun();

        var result = McpServersFixture.named(
                        fixture.open(hasty, fixture.rogue()).tools(), "beat")
                .run(Json.EMPTY, run);

        assertThat(result.metadata().text("code")).contains("timeout");
        assertThat(result.content()).contains("in time");
        assertThat(run.progress).isNotEmpty();
    }

    @Test
    void tellsTheServerOfACancellationAndReturns() throws Exception {
        var tools = fixture.open(fixture.rogue()).tools();
        var run = new TestToolRun();
        var cancelling = Thread.ofPlatform().start(() -> {
            try {
                assertThat(run.progress.poll(30, TimeUnit.SECONDS)).isEqualTo("hanging\uFFFD[2J (1)");
                run.cancellation.cancel();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });

        var result = McpServersFixture.named(tools, "hang").run(Json.EMPTY, run);

        cancelling.join();
        assertThat(result.metadata().text("code")).contains("cancelled");
        Awaitility.await().until(() -> fixture.logged.stream().anyMatch(line -> line.contains("stderr: cancelled")));
        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
    }

    @Test
    void anInterruptTakesTheCallBack() throws Exception {
        var hang = tool("hang");
        var run = new TestToolRun();
        var result = new java.util.concurrent.CompletableFuture<ToolResult>();
        var calling = Thread.ofPlatform().start(() -> result.complete(hang.run(Json.EMPTY, run)));
        assertThat(run.progress.poll(30, TimeUnit.SECONDS)).isNotNull();

        calling.interrupt();

        assertThat(result.get(30, TimeUnit.SECONDS).metadata().text("code")).contains("cancelled");
    }

    @Test
    void survivesAStormOfChanges() {
        var tools = fixture.open(fixture.rogue()).tools();

        assertThat(McpServersFixture.named(tools, "storm").run(Json.EMPTY, new TestToolRun()))
                .isEqualTo(ToolResult.of("over"));
        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
    }

    @Test
    void hearsOfNewToolsWhileTheServerRuns() {
        var servers = fixture.open(fixture.rogue());
        assertThat(McpServersFixture.named(servers.tools(), "grow").run(Json.EMPTY, new TestToolRun()))
                .isEqualTo(ToolResult.of("grown"));

        assertThat(servers.tools()).anyMatch(tool -> tool.definition().name().equals("grown"));
        assertThat(fixture.starts()).isOne();
    }

    @Test
    void cutsOffAListOfToolsThatRunsInACircle() {
        assertThat(names("--list=circle")).containsExactly("t", "tb", "ta");
        assertThat(fixture.notes).singleElement().asString().contains("runs in a circle");
    }

    @Test
    void cutsOffAListOfToolsThatNeverEnds() {
        assertThat(names("--list=endless")).hasSize(100);
        assertThat(fixture.notes).singleElement().asString().contains("more than 100 pages");
    }

    @Test
    void takesNoMoreThanAThousandTools() {
        assertThat(names("--list=many")).hasSize(1000);
        assertThat(fixture.notes).singleElement().asString().contains("more than 1000 tools");
    }

    @Test
    void notesARefusedList() {
        assertThat(names("--list=refused")).isEmpty();
        assertThat(fixture.notes)
                .singleElement()
                .asString()
                .contains("not today")
                .doesNotContain("\u001b");
    }

    @Test
    void takesAnyNameAndLeavesOutWhatIsNoTool() {
        var tools = fixture.open(fixture.rogue("--list=odd")).tools();

        assertThat(tools.stream().map(tool -> tool.definition().name()))
                .containsExactly("files.read/all", "x".repeat(100), "x".repeat(99) + "y", "echo", "escape");
        assertThat(fixture.notes).hasSize(8).allMatch(note -> note.contains("left out"));
        assertThat(tools.getLast().definition().description())
                .doesNotContain("\u001b", "\u009b", "\u202e")
                .hasSizeLessThan(17000);
    }

    @Test
    void aFailingServerDoesNotHurtTheOthers() {
        var missing = new McpServerSettings("missing", "no-such-program-anywhere", List.of(), Map.of());
        var broken = new McpServerSettings("broken", "/bin/false", List.of(), Map.of());

        var tools = fixture.open(missing, broken, fixture.rogue()).tools();

        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
        assertThat(fixture.notes).hasSize(2);
        assertThat(fixture.notes)
                .anyMatch(note -> note.startsWith("mcp.missing: the program `no-such-program-anywhere` is not on PATH"))
                .anyMatch(note -> note.startsWith("mcp.broken: it ended while starting: exit status 1"));
    }

    @Test
    void handsDownOnlyWhatAProgramNeedsAndWhatTheSettingsSay() throws Exception {
        var tools = fixture.open(fixture.rogue(Map.of("TOKEN", "from the settings")))
                .tools();

        var said = McpServersFixture.named(tools, "env")
                .run(Json.EMPTY, new TestToolRun())
                .content();

        var environment = ((Json.Obj) JsonText.parse(said)).fields();
        assertThat(environment).containsEntry("TOKEN", Json.of("from the settings"));
        assertThat(environment).containsEntry("PATH", Json.of(System.getenv("PATH")));
        var more = List.of("TOKEN", "PWD", "JP_RUN", "JP_TTY", "OLDPWD", "SHLVL", "_");
        assertThat(environment.keySet())
                .allMatch(name -> ServerEnvironment.HANDED_DOWN.contains(name) || more.contains(name));
    }

    @Test
    void theSecondTimeNoServerIsStartedUntilItIsCalled() {
        fixture.open(fixture.rogue()).tools();
        fixture.close();

        var tools = fixture.open(fixture.rogue()).tools();

        assertThat(tools).hasSize(13);
        assertThat(fixture.starts()).isOne();
        assertThat(McpServersFixture.named(tools, "echo").run(message("hi"), new TestToolRun()))
                .isEqualTo(ToolResult.of("hi"));
        assertThat(fixture.starts()).isEqualTo(2);
    }

    @Test
    void freshToolsComeFromTheServerWhateverIsRemembered() throws Exception {
        var about = folder.resolve("about");
        Files.writeString(about, "Says it again.");
        var server = fixture.rogue("--about=" + about);
        fixture.open(server).tools();
        fixture.close();
        Files.writeString(about, "Says it twice.");

        var servers = fixture.open(server);

        assertThat(McpServersFixture.named(servers.tools(), "echo").definition().description())
                .isEqualTo("Says it again.");
        assertThat(fixture.starts()).isOne();
        assertThat(McpServersFixture.named(servers.freshTools(), "echo")
                        .definition()
                        .description())
                .isEqualTo("Says it twice.");
        assertThat(fixture.starts()).isEqualTo(2);
        fixture.close();
        assertThat(McpServersFixture.named(fixture.open(server).tools(), "echo")
                        .definition()
                        .description())
                .isEqualTo("Says it twice.");
        assertThat(fixture.starts()).isEqualTo(2);
    }

    @Test
    void aServerThatWasWaitedForInVainIsLeftOutUntilItIsTriedAgain() throws Exception {
        var server = fixture.rogue("--probe=silent");
        assertThat(fixture.open(HASTY, server).tools()).isEmpty();
        assertThat(fixture.notes)
                .singleElement()
                .asString()
                .contains("within 1 s")
                .contains("left out for the next 10 min");
        assertThat(fixture.waited).containsExactly(List.of("rogue"), List.of());
        fixture.close();

        assertThat(fixture.open(HASTY, server).tools()).isEmpty();

        assertThat(fixture.notes).hasSize(2);
        assertThat(fixture.notes.getLast())
                .startsWith("mcp.rogue: left out")
                .contains("within 1 s")
                .contains("`jp tool list --refresh`");
        assertThat(fixture.starts()).isOne();
        assertThat(fixture.waited).hasSize(2);

        fixture.open(HASTY, server).freshTools();
        assertThat(fixture.starts()).isEqualTo(2);
        fixture.close();
        var longAgo = "\"at\":\"" + Instant.now().minus(Duration.ofMinutes(11)) + "\"";
        try (var files = Files.list(folder.resolve("cache"))) {
            for (var file : files.toList()) {
                Files.writeString(file, Files.readString(file).replaceFirst("\"at\":\"[^\"]*\"", longAgo));
            }
        }
        fixture.open(HASTY, server).tools();
        assertThat(fixture.starts()).isEqualTo(3);
    }

    @Test
    void aServerThatIsGivenMoreTimeIsTriedAgainAndThenKnown() {
        var server = fixture.rogue("--probe=silent");
        fixture.open(HASTY, server).tools();
        fixture.close();
        var patient = new McpTiming(
                McpServersFixture.PATIENT.start(),
                Duration.ofMillis(1),
                McpServersFixture.PATIENT.call(),
                McpServersFixture.PATIENT.grace());

        assertThat(fixture.open(patient, server).tools()).isNotEmpty();
        fixture.close();

        assertThat(fixture.open(HASTY, server).tools()).isNotEmpty();
        assertThat(fixture.notes).hasSize(1);
        assertThat(fixture.starts()).isEqualTo(2);
    }

    @Test
    void forgetsWhatNobodyHasUsedForAMonth() throws Exception {
        fixture.open(fixture.rogue()).tools();
        var month = FileTime.from(Instant.now().minus(Duration.ofDays(31)));
        var cache = folder.resolve("cache");
        var used = only(cache);
        var unused = Files.setLastModifiedTime(Files.writeString(cache.resolve("gone-0.json"), "{}"), month);
        var left = Files.setLastModifiedTime(Files.writeString(cache.resolve(".gone-0.json1.tmp"), "{}"), month);
        var recent = Files.writeString(cache.resolve("other-0.json"), "{}");
        Files.setLastModifiedTime(used, month);

        // The first is used and so stays; the second is kept anew.
        fixture.open(fixture.rogue()).tools();
        fixture.open(fixture.rogue("--list=pages")).tools();

        assertThat(used).exists();
        assertThat(recent).exists();
        assertThat(unused).doesNotExist();
        assertThat(left).doesNotExist();
    }

    @Test
    void tellsOnlyTheLastOfALongStderr() {
        var chatty = new McpServerSettings(
                "chatty",
                "/bin/sh",
                List.of("-c", "for i in $(seq 1 400); do printf 'line %s %01000d\\n' $i 0 >&2; done; exit 3"),
                Map.of());

        assertThat(fixture.open(chatty).tools()).isEmpty();

        assertThat(fixture.notes)
                .singleElement()
                .asString()
                .contains("line 400")
                .hasSizeLessThan(2000);
    }

    @Test
    void remembersTheEraToo() {
        fixture.open(fixture.rogue("--probe=exit")).tools();
        assertThat(fixture.starts()).isEqualTo(2);

        var echo = McpServersFixture.named(
                fixture.open(fixture.rogue("--probe=exit")).tools(), "echo");

        assertThat(echo.run(message("hi"), new TestToolRun())).isEqualTo(ToolResult.of("hi"));
        assertThat(fixture.starts()).isEqualTo(3);
    }

    @Test
    void anotherEnvironmentOrCommandOrFileIsAnotherServer() throws Exception {
        fixture.open(fixture.rogue()).tools();
        fixture.open(fixture.rogue(Map.of("A", "1"))).tools();
        fixture.open(fixture.rogue("--list=pages")).tools();
        assertThat(fixture.starts()).isEqualTo(3);
        var program = Files.copy(McpServersFixture.rogueProgram(), folder.resolve("copy.py"));
        var server = new McpServerSettings(
                "rogue",
                "python3",
                List.of(program.toString(), folder.resolve("starts").toString()),
                Map.of());
        fixture.open(server).tools();
        Files.writeString(program, Files.readString(program) + "\n# changed\n");

        fixture.open(server).tools();

        assertThat(fixture.starts()).isEqualTo(5);
    }

    @Test
    void aSpoiltMemoryIsAsGoodAsNone() throws Exception {
        fixture.open(fixture.rogue()).tools();
        try (var files = Files.list(folder.resolve("cache"))) {
            for (var file : files.toList()) {
                Files.writeString(file, "{\"key\":");
            }
        }

        assertThat(fixture.open(fixture.rogue()).tools()).hasSize(13);
        assertThat(fixture.starts()).isEqualTo(2);
    }

    @Test
    void doesNotCallAToolThatChangedAfterItWasApproved() throws Exception {
        var about = folder.resolve("about");
        Files.writeString(about, "Says it again.");
        var server = fixture.rogue("--about=" + about);
        var before = McpServersFixture.named(fixture.open(server).tools(), "echo");
        fixture.close();
        Files.writeString(about, "Says it again, and tells everybody.");

        var remembered = fixture.open(server);
        var echo = McpServersFixture.named(remembered.tools(), "echo");
        var result = echo.run(message("hi"), new TestToolRun());

        assertThat(echo.fingerprint()).isEqualTo(before.fingerprint());
        assertThat(result.metadata().text("code")).contains("changed");
        var again = McpServersFixture.named(remembered.tools(), "echo");
        assertThat(again.fingerprint()).isNotEqualTo(before.fingerprint());
        assertThat(again.run(message("hi"), new TestToolRun())).isEqualTo(ToolResult.of("hi"));
    }

    @Test
    void theFingerprintTellsCommandAndDefinitionButNoSecret() {
        var one = tool("echo");
        var other = McpServersFixture.named(
                fixture.open(fixture.rogue(Map.of("TOKEN", "s3cret"))).tools(), "echo");

        assertThat(one.fingerprint()).isNotEqualTo(other.fingerprint()).contains("python3", "Says it again.");
        assertThat(other.fingerprint()).doesNotContain("s3cret");
    }

    @Test
    void answersPingsAndTellsItsRootsAndLendsNoModel() {
        var ask = tool("ask");

        assertThat(ask.run(method("ping"), new TestToolRun()).content()).isEqualTo("{}");
        assertThat(ask.run(method("roots/list"), new TestToolRun()).content())
                .contains(folder.toUri().toString());
        assertThat(ask.run(method("sampling/createMessage"), new TestToolRun()).content())
                .contains("-32601");
    }

    @Test
    void asksTheUserWhatTheServerWantsToKnow() throws Exception {
        var form = JsonText.parse("""
                {"message": "A pet?\\u001b[2J", "requestedSchema": {"type": "object", "required": ["name"], "properties": {
                  "name": {"type": "string", "title": "Name"},
                  "kind": {"type": "string", "oneOf": [{"const": "c", "title": "Cat"}, {"const": "d", "title": "Dog"}]},
                  "age": {"type": "integer", "default": 3},
                  "tame": {"type": "boolean"}}}}""");
        var run = new TestToolRun(question -> Optional.of(
                switch (question.kind()) {
                    case BOOLEAN -> Json.Bool.TRUE;
                    case SELECT -> Json.of("Dog");
                    case TEXT -> Json.of(question.text().contains("\nName") ? "Rex" : "7");
                }));

        var said = tool("ask")
                .run(method("elicitation/create").with("params", form), run)
                .content();

        assertThat(JsonText.parse(said)).isEqualTo(JsonText.parse("""
                        {"action": "accept", "content": {"name": "Rex", "kind": "d", "age": 7, "tame": true}}"""));
        assertThat(run.questions)
                .hasSize(4)
                .allMatch(question -> question.text().startsWith("mcp.rogue: A pet?"));
        assertThat(run.questions).noneMatch(question -> question.text().contains("\u001b"));
        assertThat(run.questions.get(1))
                .returns(List.of("Cat", "Dog"), ToolQuestion::options)
                .returns(ToolQuestion.Kind.SELECT, ToolQuestion::kind);
        assertThat(run.questions.get(2).standard()).contains(Json.of("3"));
    }

    /// What a question of a form says, and what becomes of answers that do not fit: asked again, with the reason.
    @Test
    void asksAgainUntilAnAnswerFitsItsField() throws Exception {
        var form = JsonText.parse("""
                {"message": "A pet?", "requestedSchema": {"type": "object", "required": ["name", "age"], "properties": {
                  "name": {"type": "string", "title": "Name", "description": "As it is called", "minLength": 2},
                  "age": {"type": "integer", "minimum": 1, "maximum": 30},
                  "mail": {"type": "string", "format": "email"},
                  "born": {"type": "string", "format": "date"},
                  "kind": {"type": "string", "enum": ["cat", "dog"]},
                  "tame": {"type": "boolean"}}}}""");
        var answers = new ArrayDeque<Json>(List.of(
                Json.of(""),
                Json.of("R"),
                Json.of("Rex"),
                Json.of("old"),
                Json.of("1.5"),
                Json.of("31"),
                Json.of("7"),
                Json.of("rex"),
                Json.of("rex@example.org"),
                Json.of("yesterday"),
                Json.Null.NULL,
                Json.Null.NULL,
                Json.Null.NULL));
        var run = new TestToolRun(_ -> Optional.of(answers.removeFirst()));

        var said = tool("ask")
                .run(method("elicitation/create").with("params", form), run)
                .content();

        assertThat(JsonText.parse(said)).isEqualTo(JsonText.parse("""
                        {"action": "accept", "content": {"name": "Rex", "age": 7, "mail": "rex@example.org"}}"""));
        var texts = run.questions.stream().map(ToolQuestion::text).toList();
        assertThat(texts.getFirst())
                .isEqualTo(
                        "mcp.rogue: A pet?\nName: As it is called\n(length at least 2; required; Ctrl-D leaves the form)");
        assertThat(texts.get(1)).startsWith("This is required.\n");
        assertThat(texts.get(2)).startsWith("This does not fit: ");
        assertThat(texts.get(3)).contains("(a whole number, at least 1, at most 30; required;");
        assertThat(texts.get(4)).startsWith("This must be a whole number.");
        assertThat(texts.get(6))
                .as("the last reason, not those before it")
                .startsWith("This does not fit: ")
                .doesNotContain("This must be");
        assertThat(texts.get(7)).contains("(email; optional;");
        assertThat(texts.get(8)).startsWith("This must be an address");
        assertThat(texts.get(10)).startsWith("This must be a date");
        assertThat(run.questions.get(7).standard()).as("Enter leaves it out").contains(Json.Null.NULL);
        assertThat(run.questions.getFirst().standard()).isEmpty();
    }

    @Test
    void whoLeavesAFormAtAnyFieldCancelsAllOfIt() throws Exception {
        var form = JsonText.parse("""
                {"message": "m", "requestedSchema": {"type": "object",
                 "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}}""");
        var run = new TestToolRun(
                question -> question.text().contains("\na") ? Optional.of(Json.of("x")) : Optional.empty());

        assertThat(tool("ask")
                        .run(method("elicitation/create").with("params", form), run)
                        .content())
                .contains("cancel");
    }

    @Test
    void whatChangedIsKnownWithoutANewStart() {
        var servers = fixture.open(fixture.rogue());
        var tools = servers.tools();
        assertThat(servers.changed()).isFalse();

        McpServersFixture.named(tools, "grow").run(Json.EMPTY, new TestToolRun());

        assertThat(servers.changed()).isTrue();
        assertThat(McpServersFixture.named(servers.tools(), "grown")).isNotNull();
        assertThat(servers.changed()).isFalse();
        assertThat(fixture.starts()).isEqualTo(1);
    }

    @Test
    void theEraOfTheSettingsIsTheOnlyOneTried() {
        assertThat(fixture.open(fixture.rogue("--era=old", "--probe=exit").inEra("initialize"))
                        .tools())
                .isNotEmpty();
        assertThat(fixture.starts()).as("nothing was asked before `initialize`").isEqualTo(1);
        assertThat(fixture.open(fixture.rogue("--era=new").inEra("stateless")).tools())
                .isNotEmpty();
        assertThat(fixture.notes).isEmpty();

        assertThat(fixture.open(fixture.rogue("--era=old").inEra("stateless")).tools())
                .isEmpty();
        assertThat(fixture.notes).singleElement().asString().contains("it does not speak 2026-07-28", "`era`");
    }

    @Test
    void declinesWhatCannotBeAskedAndCancelsWhatNobodyAnswers() throws Exception {
        var nested = JsonText.parse("""
                {"message": "m", "requestedSchema": {"type": "object", "properties": {"a": {"type": "object"}}}}""");
        var plain = JsonText.parse("""
                {"message": "m", "requestedSchema": {"type": "object", "required": ["a"],
                 "properties": {"a": {"type": "string"}}}}""");
        var page = JsonText.parse("""
                {"mode": "url", "message": "m", "url": "http://localhost/"}""");
        var ask = tool("ask");
        var request = method("elicitation/create");

        assertThat(ask.run(request.with("params", nested), new TestToolRun()).content())
                .contains("decline");
        assertThat(ask.run(request.with("params", page), new TestToolRun()).content())
                .contains("decline");
        assertThat(ask.run(request.with("params", plain), new TestToolRun()).content())
                .contains("cancel");
        assertThat(fixture.notes)
                .as("nobody was asked, so somebody is told")
                .containsExactly(
                        "mcp.rogue: its form was declined: nobody can be asked here for `a`",
                        "mcp.rogue: it wanted a page to be opened, which is not done here: declined");
    }

    @Test
    void whatCannotBeAskedIsLeftOutAndTold() throws Exception {
        var form = JsonText.parse("""
                {"message": "m", "requestedSchema": {"type": "object", "required": ["a"], "properties": {
                  "a": {"type": "boolean"}, "b\\u001b[2J": {"type": "array"}}}}""");
        var run = new TestToolRun(_ -> Optional.of(Json.Bool.TRUE));

        assertThat(tool("ask")
                        .run(method("elicitation/create").with("params", form), run)
                        .content())
                .contains("\"accept\"");
        assertThat(run.questions)
                .singleElement()
                .returns("mcp.rogue: m\na\n(yes or no; required; Ctrl-D leaves the form)", ToolQuestion::text);
        assertThat(fixture.notes)
                .singleElement()
                .asString()
                .startsWith("mcp.rogue: left out of its form, since nobody can be asked here for it: `b")
                .doesNotContain("\u001b");
    }

    @Test
    void noTimePassesForACallWhileTheUserIsAsked() throws Exception {
        var hasty = timing(Duration.ofMillis(300), Duration.ofMillis(300));
        var ask = McpServersFixture.named(fixture.open(hasty, fixture.rogue()).tools(), "ask");
        var form = JsonText.parse("""
                {"message": "m", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}""");
        // A user who takes longer than the call may: until another call of the same patience has run out of it.
        var other = McpServersFixture.named(
                fixture.open(
                                hasty,
                                new McpServerSettings(
                                        "other",
                                        fixture.rogue().command(),
                                        fixture.rogue().args(),
                                        Map.of()))
                        .tools(),
                "hang");
        var run = new TestToolRun(_ -> {
            assertThat(other.run(Json.EMPTY, new TestToolRun()).metadata().text("code"))
                    .contains("timeout");
            assertThat(other.run(Json.EMPTY, new TestToolRun()).metadata().text("code"))
                    .contains("timeout");
            return Optional.of(Json.of("at last"));
        });

        var result = ask.run(method("elicitation/create").with("params", form), run);

        assertThat(result.content()).contains("at last");
    }

    @Test
    void doesNotAnswerQuestionsWithoutEnd() {
        var input = tool("input", "--era=new");

        var result = input.run(Json.EMPTY, new TestToolRun());

        assertThat(result.content()).contains("asked for more input 8 times");
    }

    @Test
    void makesTextOfWhateverAToolGaveBack() throws Exception {
        var content = tool("content");

        assertThat(content.run(result("""
                {"content": [{"type": "text", "text": "a"}, {"type": "image", "data": "AAAA", "mimeType": "image/png"},
                 {"type": "audio", "data": "AAA=", "mimeType": "audio/wav"},
                 {"type": "resource", "resource": {"uri": "file:///x", "text": "inside"}},
                 {"type": "resource", "resource": {"uri": "file:///y", "blob": "AAAAAAA="}},
                 {"type": "resource_link", "uri": "file:///z", "name": "z"}, {"type": "new\\u001b"}, 7]}"""), new TestToolRun())).isEqualTo(ToolResult.of("""
                        a
                        [image, image/png, 3 bytes, not shown]
                        [audio, audio/wav, 2 bytes, not shown]
                        [resource file:///x]
                        inside
                        [resource file:///y, of unknown type, 5 bytes, not shown]
                        [resource link z: file:///z]
                        [content of the unknown type new\uFFFD]
                        [something that is no content]"""));
        assertThat(content.run(result("""
                {"content": [{"type": "text", "text": "{ \\"b\\": 1 }"}], "structuredContent": {"b": 1}}"""), new TestToolRun())).isEqualTo(ToolResult.of("{ \"b\": 1 }"));
        assertThat(content.run(result("""
                {"content": [{"type": "text", "text": "two"}], "structuredContent": {"c": "two"}}"""), new TestToolRun())).isEqualTo(ToolResult.of("two"));
        for (var twice : List.of("""
                {"content": [{"type": "text", "text": "5"}], "structuredContent": {"result": 5}}""", """
                {"content": [{"type": "text", "text": "5"}], "structuredContent": {"result": 5.0}}""")) {
            assertThat(content.run(result(twice), new TestToolRun())).isEqualTo(ToolResult.of("5"));
        }
        assertThat(content.run(result("""
                {"content": [{"type": "text", "text": "{\\"a\\":1}"}, {"type": "text", "text": "b"}],
                 "structuredContent": {"result": [{"a": 1}, "b"]}}"""), new TestToolRun())).isEqualTo(ToolResult.of("{\"a\":1}\nb"));
        assertThat(content.run(result("""
                {"content": [{"type": "text", "text": "{\\"x\\":[1.0],\\"y\\":2}"}], "structuredContent": {"y": 2, "x": [1]}}"""), new TestToolRun())).isEqualTo(ToolResult.of("{\"x\":[1.0],\"y\":2}"));
        assertThat(content.run(result("""
                {"content": [{"type": "text", "text": "one"}], "structuredContent": {"b": 1}}"""), new TestToolRun())).isEqualTo(ToolResult.of("one\n{\"b\":1}"));
        assertThat(content.run(result("""
                {"content": [{"type": "text", "text": "no"}], "isError": true}"""), new TestToolRun())).isEqualTo(ToolResult.error("no"));
        assertThat(content.run(result("{}"), new TestToolRun()).metadata().text("code"))
                .contains("malformed");
    }

    @Test
    void nothingIsLeftOfAServerThatStaysAndOfWhatItStarted() throws Exception {
        var servers = fixture.open(
                new McpTiming(
                        McpServersFixture.PATIENT.start(),
                        McpServersFixture.PATIENT.probe(),
                        McpServersFixture.PATIENT.call(),
                        Duration.ofMillis(50)),
                fixture.rogue("--stays"));
        assertThat(McpServersFixture.named(servers.tools(), "child")
                        .run(Json.EMPTY, new TestToolRun())
                        .isError())
                .isFalse();
        assertThat(FolderProcesses.over(folder)).isNotEmpty();

        servers.close();

        assertThat(FolderProcesses.over(folder)).isEmpty();
    }

    @Test
    void closesWhileAServerStarts() throws Exception {
        var servers = fixture.open(fixture.rogue("--probe=silent"));
        var listing = Thread.ofPlatform().start(servers::tools);
        Awaitility.await().until(() -> fixture.starts() == 1);

        servers.close();

        listing.join(Duration.ofSeconds(30));
        assertThat(listing.isAlive()).isFalse();
        assertThat(FolderProcesses.over(folder)).isEmpty();
    }

    @Test
    void whoIsCancelledDoesNotWaitForTheStart() throws Exception {
        var ticker = DeadlineTicker.start();
        var server = new ManagedServer(
                fixture.rogue("--probe=silent").with(McpServersFixture.PATIENT), fixture.host(), () -> ticker);
        var echo = new McpTool(server, McpToolDefinition.of(JsonText.parse("""
                        {"name": "echo", "inputSchema": {"type": "object"}}""")));
        var run = new TestToolRun();
        Thread.ofPlatform().start(() -> {
            Awaitility.await().until(() -> fixture.starts() == 1);
            run.cancellation.cancel();
        });

        assertThat(echo.run(message("hi"), run).metadata().text("code")).contains("cancelled");
        server.close();
        ticker.close();
    }

    private Tool tool(String name, String... flags) {
        return McpServersFixture.named(fixture.open(fixture.rogue(flags)).tools(), name);
    }

    private List<String> names(String flag) {
        return fixture.open(fixture.rogue(flag)).tools().stream()
                .map(tool -> tool.definition().name())
                .toList();
    }

    private static Path only(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            var all = files.toList();
            assertThat(all).hasSize(1);
            return all.getFirst();
        }
    }

    private static McpTiming timing(Duration idle, Duration absolute) {
        return new McpTiming(
                McpServersFixture.PATIENT.start(),
                McpServersFixture.PATIENT.probe(),
                new CallDeadlines(idle, absolute),
                McpServersFixture.PATIENT.grace());
    }

    private static Json.Obj message(String text) {
        return Json.object().put("message", text).build();
    }

    private static Json.Obj method(String name) {
        return Json.object().put("method", name).build();
    }

    private static Json.Obj result(String json) throws Exception {
        return Json.object().put("result", JsonText.parse(json)).build();
    }
}
