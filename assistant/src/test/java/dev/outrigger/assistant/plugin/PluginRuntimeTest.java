package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every row of the table of failures, by every way there is to it.
class PluginRuntimeTest {
    @TempDir
    Path folder;

    record Row(String flag, FailureCode code, String words, List<String> granted) {
        @Override
        public String toString() {
            return flag + (granted.isEmpty() ? "" : " " + granted) + " is " + code.word();
        }
    }

    private static Row row(String flag, FailureCode code, String words, String... granted) {
        return new Row(flag, code, words, Arrays.asList(granted));
    }

    static Stream<Row> rows() {
        return Stream.of(
                row("wrong-type", FailureCode.HANDSHAKE_FAILED, "a response, and no handshake"),
                row("no-type", FailureCode.HANDSHAKE_FAILED, "`type` is missing"),
                row("no-manifest", FailureCode.HANDSHAKE_FAILED, "`manifest` is missing"),
                row("blank-id", FailureCode.HANDSHAKE_FAILED, "`plugin_id` is missing or blank"),
                row("other-id", FailureCode.HANDSHAKE_FAILED, "calls itself \"other\""),
                row("blank-version", FailureCode.HANDSHAKE_FAILED, "`plugin_version` is missing or blank"),
                row("no-tools", FailureCode.HANDSHAKE_FAILED, "`exposed_tools`"),
                row("empty-tools", FailureCode.HANDSHAKE_FAILED, "`exposed_tools`"),
                row("no-protocol", FailureCode.PROTOCOL_VERSION_MISMATCH, "names no protocol version"),
                row("other-protocol", FailureCode.PROTOCOL_VERSION_MISMATCH, "rterm.plugin.v2"),
                row("other-tool", FailureCode.TOOL_NOT_EXPOSED, "no tool \"do\"; it has else"),
                row("other-tool", FailureCode.TOOL_NOT_EXPOSED, "no tool \"do\"", "index"),
                row("good", FailureCode.CAPABILITY_NOT_DECLARED, "declares no capabilities", "index"),
                row("caps-none", FailureCode.CAPABILITY_NOT_DECLARED, "declares no capabilities", "index"),
                row("caps-empty", FailureCode.CAPABILITY_NOT_DECLARED, "empty capability", "index"),
                row("caps-padded", FailureCode.CAPABILITY_NOT_DECLARED, "space around it", "index"),
                row("caps-twice", FailureCode.CAPABILITY_NOT_DECLARED, "its handshake's `capabilities`: ", "index"),
                row("caps-no-list", FailureCode.CAPABILITY_NOT_DECLARED, "empty capability"),
                row("caps-more", FailureCode.CAPABILITY_NOT_ALLOWED, "\"more\"", "index"),
                row("caps-index", FailureCode.CAPABILITY_NOT_ALLOWED, "\"index\""),
                row("stray", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("blank", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("spaces", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("array", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("two-objects", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("cut-off", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("long", FailureCode.MALFORMED_RESPONSE, "more than 1048576 bytes"),
                row("endless", FailureCode.MALFORMED_RESPONSE, "more than 1048576 bytes"),
                row("answers-stray", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("answers-blank", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("answers-two", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("answers-cut-off", FailureCode.MALFORMED_RESPONSE, "not one JSON object"),
                row("answers-long", FailureCode.MALFORMED_RESPONSE, "more than 1048576 bytes"),
                row("answers-endless", FailureCode.MALFORMED_RESPONSE, "more than 1048576 bytes"),
                row("answers-handshake", FailureCode.MALFORMED_RESPONSE, "another handshake"),
                row("answers-other-type", FailureCode.MALFORMED_RESPONSE, "unknown message type"),
                row("answers-other-id", FailureCode.MALFORMED_RESPONSE, "plugin_req_0000000000000000"),
                row("answers-no-id", FailureCode.MALFORMED_RESPONSE, "`request_id` is missing"),
                row("answers-status", FailureCode.MALFORMED_RESPONSE, "unknown status: done"),
                row("answers-ok-with-error", FailureCode.MALFORMED_RESPONSE, "`error`"),
                row("answers-no-error", FailureCode.MALFORMED_RESPONSE, "`error` is missing"),
                row("answers-no-message", FailureCode.MALFORMED_RESPONSE, "`message` is missing"),
                row("answers-twice", FailureCode.MALFORMED_RESPONSE, "more after its response"),
                row("answers-twice-after-blanks", FailureCode.MALFORMED_RESPONSE, "more after its response"),
                row("answers-stray-after-blanks", FailureCode.MALFORMED_RESPONSE, "more after its response"),
                row("error-twice", FailureCode.MALFORMED_RESPONSE, "more after its response"),
                row("exit-at-once", FailureCode.CRASHED, "exit status 0"),
                row("exit-3-at-once", FailureCode.CRASHED, "exit status 3"),
                row("kills-itself", FailureCode.CRASHED, "SIGSEGV"),
                row("kills-its-group", FailureCode.CRASHED, "SIGKILL"),
                row("eof", FailureCode.CRASHED, "exit status 0"),
                row("early-good", FailureCode.CRASHED, ""),
                row("exits-0", FailureCode.CRASHED, "exit status 0"),
                row("exits-7", FailureCode.CRASHED, "exit status 7"),
                row("never-started", FailureCode.CRASHED, "exit status 127"),
                row("ok-exit-5", FailureCode.CRASHED, "exit status 5 after its response"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyWayToFailHasItsCode(Row row) {
        var outcome = Rogue.with(row.flag, row.granted.toArray(String[]::new)).call();

        assertThat(outcome).isInstanceOf(PluginCallOutcome.Failure.class);
        var failure = (PluginCallOutcome.Failure) outcome;
        assertThat(failure.code()).as(failure.toString()).isEqualTo(row.code);
        assertThat(failure.pluginId()).isEqualTo("rogue");
        assertThat(failure.message()).contains(row.words).doesNotContain("\n");
        assertThat(failure.stderr()).contains("rogue: " + row.flag);
    }

    /// Of two mistakes the one that is decided first counts. Whoever is not started says nothing; for the clock before
    /// the end of a pipe there are tests of their own.
    static Stream<Row> neighbours() {
        return Stream.of(
                row("type-and-protocol", FailureCode.HANDSHAKE_FAILED, "unknown message type"),
                row("protocol-and-id", FailureCode.PROTOCOL_VERSION_MISMATCH, "rterm.plugin.v2"),
                row("id-and-tool", FailureCode.HANDSHAKE_FAILED, "calls itself \"other\""),
                row("other-tool", FailureCode.TOOL_NOT_EXPOSED, "no tool \"do\"", "index"),
                row("caps-padded-and-more", FailureCode.CAPABILITY_NOT_DECLARED, "space around it", "index"),
                row("caps-more-and-stray", FailureCode.CAPABILITY_NOT_ALLOWED, "\"more\"", "index"),
                row("answers-stray-exit-3", FailureCode.MALFORMED_RESPONSE, "not one JSON object"));
    }

    @ParameterizedTest
    @MethodSource("neighbours")
    void ofTwoMistakesTheFirstInTheOrderOfTheProtocolCounts(Row row) {
        everyWayToFailHasItsCode(row);
    }

    @Test
    void spaceAroundTheProtocolVersionIsNoOtherVersion() {
        assertThat(Rogue.with("padded-protocol").call()).isInstanceOf(PluginCallOutcome.Ok.class);
    }

    private static final Duration SHORT = Duration.ofMillis(300);

    @BeforeEach
    void openToAll() throws IOException {
        Rogue.open(folder);
    }

    @Test
    void anInterruptCancelsAndIsKept() throws Exception {
        var rogue = Rogue.with("no-answer");
        var seen = new CompletableFuture<String>();
        var caller = Thread.ofPlatform().start(() -> {
            var outcome = rogue.call();
            seen.complete(outcome + " " + Thread.currentThread().isInterrupted());
        });
        while (Rogue.alive(rogue.mark()).isEmpty()) {
            Thread.onSpinWait();
        }
        caller.interrupt();

        assertThat(seen.get(1, TimeUnit.MINUTES)).isEqualTo(new PluginCallOutcome.Cancelled() + " true");
        assertThat(Rogue.alive(rogue.mark())).isEmpty();
    }

    @Test
    void whoSaysNoHandshakeInTimeIsLate() {
        failsWith(
                Rogue.with("mute").limited(Rogue.PATIENT.withHandshake(SHORT)),
                FailureCode.TIMEOUT,
                "its handshake within 300 ms");
    }

    /// It lives, but will never answer: nobody waits for the limit.
    @Test
    void whoClosesStdoutAndStaysHasCrashed() {
        failsWith(
                Rogue.with("closes-and-stays").limited(Rogue.PATIENT.withTeardown(SHORT)),
                FailureCode.CRASHED,
                "it closed its stdout without an answer");
    }

    static Stream<String> waiting() {
        return Stream.of("no-answer", "closes-stdin", "ok-stays");
    }

    @ParameterizedTest
    @MethodSource("waiting")
    void theOverallLimitCountsAtEveryStepAlsoWhileTheEndIsAwaited(String flag) {
        var rogue = Rogue.with(flag).limited(Rogue.PATIENT.withInvocation(Duration.ofMillis(1500)));

        failsWith(rogue, FailureCode.TIMEOUT, "not done within 1500 ms");
    }

    @Test
    void whoDoesNotLeaveAfterItsResponseHasCrashed() {
        var rogue = Rogue.with("ok-stays").limited(Rogue.PATIENT.withTeardown(SHORT));

        failsWith(rogue, FailureCode.CRASHED, "did not leave within 300 ms");
    }

    @Test
    void blankLinesWithoutEndAreNoEnd() {
        var rogue = Rogue.with("ok-blanks-forever").limited(Rogue.PATIENT.withTeardown(SHORT));

        failsWith(rogue, FailureCode.CRASHED, "did not leave within 300 ms");
    }

    @Test
    void whoIsNotStartedInTimeIsNotStarted() {
        var rogue = Rogue.with("good").limited(Rogue.PATIENT.withLaunch(Duration.ZERO));

        var failure = (PluginCallOutcome.Failure) rogue.call();
        assertThat(failure.code()).isEqualTo(FailureCode.LAUNCH_FAILED);
        assertThat(failure.pluginId()).isEqualTo("rogue");
        assertThat(failure.message()).contains("not started within 0 s");
    }

    /// It is started after all, when nobody waits for it any more.
    @Test
    void whoIsStartedTooLateIsEnded() {
        var rogue = Rogue.with("no-answer").limited(Rogue.PATIENT.withLaunch(SHORT));
        var runtime = Rogue.runtime();
        var started = new ConcurrentLinkedQueue<RunningProgram>();
        PluginStarter slow = spec -> {
            long until = System.nanoTime() + SHORT.toNanos();
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
            started.add(runtime.start(spec));
            return started.element();
        };
        var request = new ToToolPlugin.Request("plugin_req_1", "do", ToToolPlugin.Context.NONE, Json.EMPTY);

        var outcome = new ToolPluginCall(slow, rogue.spec(), request, CallTrace.NONE).run(new Cancellation());

        assertThat(((PluginCallOutcome.Failure) outcome).code()).isEqualTo(FailureCode.LAUNCH_FAILED);
        assertThat(((PluginCallOutcome.Failure) outcome).message()).isEqualTo("not started within 300 ms");
        assertThat(started).hasSize(1);
        assertThat(Rogue.alive(rogue.mark())).isEmpty();
    }

    private static void failsWith(Rogue rogue, FailureCode code, String words) {
        var failure = (PluginCallOutcome.Failure) rogue.call();
        assertThat(failure.code()).as(failure.toString()).isEqualTo(code);
        assertThat(failure.pluginId()).isEqualTo("rogue");
        assertThat(failure.message()).contains(words);
        assertThat(failure.stderr())
                .containsExactly("rogue: " + rogue.spec().args().getFirst());
    }

    private PluginSpec command(String command) {
        return new PluginSpec(
                "rogue",
                command,
                List.of(),
                folder,
                folder,
                Map.of(),
                List.of(),
                ToolPluginSettings.NONE,
                Rogue.PATIENT);
    }

    private PluginCallOutcome.Failure failure(PluginSpec spec) throws PluginSpec.Bad {
        return (PluginCallOutcome.Failure) Rogue.runtime()
                .call(spec, "do", ToToolPlugin.Context.NONE, Json.EMPTY, CallTrace.NONE, new Cancellation());
    }

    private String script(String name, String text, boolean executable) throws IOException {
        var file = Files.writeString(folder.resolve(name), text);
        assertThat(file.toFile().setExecutable(executable, false)).isTrue();
        return "./" + name;
    }

    @Test
    void whatCannotBeStartedIsToldWithItsReason() throws Exception {
        var cases = Map.of(
                "./missing",
                "no such file",
                "no-such-program",
                "no-such-program is not installed",
                script("plain", "#!/bin/sh\n", false),
                "may not be executed",
                script("empty", "", true),
                "is empty",
                script("interpreter", "#!/no/such/interpreter\n", true),
                "names the interpreter",
                "./",
                "a folder");
        for (var each : cases.entrySet()) {
            var failure = failure(command(each.getKey()));
            assertThat(failure.code()).isEqualTo(FailureCode.LAUNCH_FAILED);
            assertThat(failure.pluginId()).isEqualTo("rogue");
            assertThat(failure.message()).contains(each.getValue());
            assertThat(failure.stderr()).isEmpty();
        }
    }

    @Test
    void envFindsAnInterpreterAlsoWithoutAPath() throws Exception {
        var failure = failure(command(script("bare", "#!/usr/bin/env bash\nexit 6\n", true)));

        assertThat(failure.code()).as(failure.toString()).isEqualTo(FailureCode.CRASHED);
        assertThat(failure.message()).contains("exit status 6");
    }

    @Test
    void aFolderThatIsNotThereIsAFailedLaunch() throws Exception {
        var spec = new PluginSpec(
                "rogue",
                "/bin/cat",
                List.of(),
                folder,
                folder.resolve("none"),
                Map.of(),
                List.of(),
                ToolPluginSettings.NONE,
                Rogue.PATIENT);

        assertThat(failure(spec).code()).isEqualTo(FailureCode.LAUNCH_FAILED);
    }

    @Test
    void whatTheSystemRefusesToRunAfterAllWasNeverStarted() throws Exception {
        // A program in every respect but one that only the kernel looks at: the size of its table's entries.
        var elf = Files.readAllBytes(Path.of("/bin/true"));
        elf[54] = 1;
        Files.write(folder.resolve("odd"), elf);
        assertThat(folder.resolve("odd").toFile().setExecutable(true, false)).isTrue();

        var failure = failure(command("./odd"));

        assertThat(failure.code()).as(failure.toString()).isEqualTo(FailureCode.LAUNCH_FAILED);
        assertThat(failure.message()).contains("/odd");
    }

    @Test
    void theOutputOfAGoodCallIsItsResult() {
        assertThat(Rogue.with("good").call()).isEqualTo(new PluginCallOutcome.Ok(Json.of("fine"), Json.Null.NULL));
        assertThat(Rogue.with("caps-index", "index").call()).isInstanceOf(PluginCallOutcome.Ok.class);
        assertThat(Rogue.with("caps-index", "index", "more").call()).isInstanceOf(PluginCallOutcome.Ok.class);
    }

    @Test
    void aLastLineWithoutANewlineCounts() {
        assertThat(Rogue.with("no-newline").call()).isInstanceOf(PluginCallOutcome.Ok.class);
    }

    @Test
    void blankLinesBehindTheResponseDoNot() {
        assertThat(Rogue.with("ok-trailing-blank").call()).isInstanceOf(PluginCallOutcome.Ok.class);
        assertThat(Rogue.with("ok-trailing-blanks").call()).isInstanceOf(PluginCallOutcome.Ok.class);
    }

    @Test
    void theToolsOwnErrorIsNoFailure() {
        assertThat(Rogue.with("answers-error").call())
                .isEqualTo(new PluginCallOutcome.ToolError("not_found", "no such thing", Json.Null.NULL));
    }

    @ParameterizedTest
    @ValueSource(strings = {"error-exit-5", "error-stays", "error-blanks-forever"})
    void theToolsOwnErrorIsNotLostWhateverItsPluginDoesNext(String flag) {
        var error = new PluginCallOutcome.ToolError("not_found", "no such thing", Json.Null.NULL);

        assertThat(Rogue.with(flag).limited(Rogue.PATIENT.withTeardown(SHORT)).call())
                .isEqualTo(error);
    }

    /// By the overall limit, too, and not only by that for its end. A limit within which it said nothing shows nothing:
    /// this machine is too busy for it.
    @Test
    void theToolsOwnErrorIsNotLostWhenTheTimeIsUp() throws Exception {
        for (var limit = Duration.ofMillis(1500); ; limit = limit.multipliedBy(2)) {
            var said = new AtomicBoolean();
            var spec = Rogue.with("error-stays")
                    .limited(Rogue.PATIENT.withInvocation(limit))
                    .spec();

            var outcome = Rogue.runtime()
                    .call(
                            spec,
                            "do",
                            ToToolPlugin.Context.NONE,
                            Json.EMPTY,
                            (toPlugin, line) -> {
                                if (!toPlugin && line.contains("not_found")) {
                                    said.set(true);
                                }
                            },
                            new Cancellation());

            if (said.get()) {
                assertThat(outcome).isInstanceOf(PluginCallOutcome.ToolError.class);
                return;
            }
            assertThat(limit).as("a limit within which it speaks").isLessThan(Rogue.LONG);
        }
    }

    @Test
    void aProcessThatLeftTheSessionAndItsEnvironmentIsEndedWithThePlugin() {
        assertThat(Rogue.with("ok-daemon").call()).isInstanceOf(PluginCallOutcome.Ok.class);
    }

    @Test
    void theEnvironmentIsWhatTheSpecSaysAndWhatEverySandboxHas() throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        var spec = new PluginSpec(
                "rogue",
                "/usr/bin/env",
                List.of("-0"),
                folder,
                folder,
                Map.of("ONE", "1", "two", "two words"),
                List.of(),
                ToolPluginSettings.NONE,
                Rogue.PATIENT);
        Rogue.runtime()
                .call(
                        spec,
                        "do",
                        ToToolPlugin.Context.NONE,
                        Json.EMPTY,
                        (toPlugin, line) -> lines.add((toPlugin ? "> " : "") + line),
                        new Cancellation());

        assertThat(lines.stream().filter(line -> !line.startsWith("> ")))
                .singleElement()
                .satisfies(line -> assertThat(line.split("\0"))
                        .containsExactlyInAnyOrder(
                                "ONE=1",
                                "two=two words",
                                "HOME=/home/plugin",
                                "LANG=C.UTF-8",
                                "PATH=/usr/bin",
                                "PYTHONDONTWRITEBYTECODE=1",
                                "PWD=" + folder,
                                "TMPDIR=/tmp",
                                "USER=plugin"));
    }

    @Test
    void theLastLinesOfStderrBelongToAFailure() {
        var failure = (PluginCallOutcome.Failure) Rogue.with("stderr-flood").call();

        assertThat(failure.stderr()).hasSize(20).startsWith("line 281").endsWith("line 300");
    }

    @Test
    void aLargeRequestReachesAPluginThatReadsIt() {
        var input = Json.object().put("text", "x".repeat(900_000)).build();

        assertThat(Rogue.with("good").call(input, new Cancellation())).isInstanceOf(PluginCallOutcome.Ok.class);
    }

    @Test
    void aPluginThatDoesNotReadALargeRequestIsLateAndNothingHangs() {
        var rogue = Rogue.with("closes-stdin").limited(Rogue.PATIENT.withInvocation(Duration.ofMillis(1500)));
        var input = Json.object().put("text", "x".repeat(900_000)).build();

        assertThat(((PluginCallOutcome.Failure) rogue.call(input, new Cancellation())).code())
                .isEqualTo(FailureCode.TIMEOUT);
    }

    @Test
    void aPluginThatLeavesBeforeItHasReadItsRequestHasCrashedWhateverItSaid() throws Exception {
        // It knows its request by the first bytes, answers well, and leaves the rest unread.
        var name = script("impatient", """
                #!/bin/bash
                read -r line
                echo '{"type":"handshake","manifest":{"plugin_id":"rogue","plugin_version":"1",\
                "protocol_version":"rterm.plugin.v1","exposed_tools":["do"]}}'
                read -rN 100 line
                id=${line#*\\"request_id\\":\\"}; id=${id%%\\"*}
                printf '{"type":"response","request_id":"%s","status":"ok"}\\n' "$id"
                """, true);
        var outcome = Rogue.runtime()
                .call(
                        command(name),
                        "do",
                        ToToolPlugin.Context.NONE,
                        Json.object().put("text", "x".repeat(900_000)).build(),
                        CallTrace.NONE,
                        new Cancellation());

        var failure = (PluginCallOutcome.Failure) outcome;
        assertThat(failure.code()).isEqualTo(FailureCode.CRASHED);
        assertThat(failure.message()).contains("before it had read its request");
    }

    @Test
    void aCancelledCallEndsAtOnceWithAnOutcomeOfItsOwn() throws InterruptedException {
        var cancellation = new Cancellation();
        var rogue = Rogue.with("no-answer");
        var watcher = Thread.ofPlatform().start(() -> {
            while (Rogue.alive(rogue.mark()).isEmpty()) {
                Thread.onSpinWait();
            }
            cancellation.cancel();
        });

        assertThat(rogue.call(Json.EMPTY, cancellation)).isInstanceOf(PluginCallOutcome.Cancelled.class);
        assertThat(watcher.join(Rogue.LONG)).isTrue();
    }

    @Test
    void whatIsCancelledBeforeItBeginsLeavesNothing() {
        var cancellation = new Cancellation();
        cancellation.cancel();

        assertThat(Rogue.with("good").call(Json.EMPTY, cancellation)).isInstanceOf(PluginCallOutcome.Cancelled.class);
    }

    @Test
    void aTraceHearsFourLines() throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        var outcome = Rogue.runtime()
                .call(
                        Rogue.with("good").spec(),
                        "do",
                        ToToolPlugin.Context.in("w1234", "/srv"),
                        Json.EMPTY,
                        (toPlugin, line) -> lines.add((toPlugin ? "> " : "< ") + line),
                        new Cancellation());

        assertThat(outcome).isInstanceOf(PluginCallOutcome.Ok.class);
        assertThat(lines).hasSize(4);
        assertThat(lines.stream().toList().get(2))
                .matches("> \\{\"type\":\"request\",\"request_id\":\"plugin_req_[0-9a-f]{16}\",\"tool_name\":\"do\","
                        + "\"context\":\\{\"workspace_id\":\"w1234\",\"repo_root\":\"/srv\"},\"input\":\\{}}");
    }

    @Test
    void aSpecThatMakesNoSenseIsRefusedBeforeAnythingIsStarted() {
        var good = command("./never-looked-at");
        refused(
                new PluginSpec(
                        " ",
                        "x",
                        List.of(),
                        folder,
                        folder,
                        Map.of(),
                        List.of(),
                        ToolPluginSettings.NONE,
                        Rogue.PATIENT),
                "do",
                "name");
        refused(command(" "), "do", "command is blank");
        refused(good, " ", "which tool?");
        for (var capabilities :
                List.of(List.of(""), List.of(" a"), List.of("a "), List.of("a", "a"), List.of("read:fs:relative"))) {
            refused(
                    new PluginSpec(
                            "p",
                            "x",
                            List.of(),
                            folder,
                            folder,
                            Map.of(),
                            capabilities,
                            ToolPluginSettings.NONE,
                            Rogue.PATIENT),
                    "do",
                    "capability");
        }
    }

    private static void refused(PluginSpec spec, String tool, String words) {
        assertThatThrownBy(() -> Rogue.runtime()
                        .call(spec, tool, ToToolPlugin.Context.NONE, Json.EMPTY, CallTrace.NONE, new Cancellation()))
                .isInstanceOf(PluginSpec.Bad.class)
                .hasMessageContaining(words);
    }
}
