package dev.outrigger.kaged.service;

import static dev.outrigger.kaged.service.HostedPlugins.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.outrigger.kaged.service.PluginCondition.State;
import dev.outrigger.wire.rpc.CallDeadlines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisionTest {
    private static final String ECHO = """
            def on(method, params, id):
                if method == "die": os.kill(os.getpid(), signal.SIGKILL)
                if method == "hang": time.sleep(600)
                return os.getpid()""";
    private static final String METHODS = "methods: [say, die, hang]";
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path base;

    HostedPlugins host;

    @BeforeEach
    void open() throws Exception {
        host = new HostedPlugins(base);
    }

    @AfterEach
    void close() throws Exception {
        host.close();
    }

    private State state(String plugin) throws Exception {
        return host.services.condition(plugin).state();
    }

    @Test
    void failsTheCallsInFlightAtOnceWhenThePluginDiesAndBringsItBack() throws Exception {
        host.python("mortal", METHODS, ECHO);
        host.call("mortal", "say", "{}");
        var hanging = new ArrayList<HostedPlugins.Asked>();
        for (int i = 0; i < 10; i++) {
            hanging.add(host.begin("mortal", "hang", "{}", HostedPlugins.LONG));
        }
        kill("mortal");
        for (var each : hanging) {
            assertThat(text(each.outcome())).startsWith("lost plugin_unavailable");
        }
        // This one waits for the new process.
        assertThat(text(host.call("mortal", "say", "{}"))).matches("[0-9]+");
        var condition = host.services.condition("mortal");
        assertThat(condition.starts()).isEqualTo(2);
        assertThat(condition.failures()).isEqualTo(1);
        assertThat(condition.lastFailure().orElseThrow().words()).contains("SIGKILL");
        assertThat(host.lives("mortal")).containsExactly("ready", "crashed", "ready");
    }

    private void kill(String plugin) throws Exception {
        long first = host.services.condition(plugin).pid().orElseThrow();
        ProcessHandle.of(first).orElseThrow().children().forEach(ProcessHandle::destroyForcibly);
    }

    /// A plugin that never starts, with a first pause of this length.
    private void hopeless(Duration pause) throws Exception {
        host.close();
        var usual = ServiceTimes.USUAL;
        host = new HostedPlugins(base, new ServiceTimes(usual.start(), usual.end(), usual.rhythm(), pause));
        host.plugin("hopeless", "/usr/bin/bash, -c, exit 3", "", METHODS);
    }

    @Test
    void switchesOffAPluginThatKeepsFailing() throws Exception {
        hopeless(Duration.ofMillis(20));
        var call = host.begin("hopeless", "say", "{}", HostedPlugins.LONG);
        // Whoever calls waits for one start, not for eight.
        assertThat(text(call.outcome()))
                .startsWith("lost plugin_unavailable")
                .contains("hopeless did not start: exit status 3");
        await().atMost(LONG).until(() -> state("hopeless") == State.FAILED);
        var condition = host.services.condition("hopeless");
        assertThat(condition.starts()).isEqualTo(8);
        assertThat(condition.detail()).contains("8 times in a row");
        assertThat(text(host.call("hopeless", "say", "{}"))).contains("kaged plugin enable hopeless");
        assertThat(host.lives("hopeless")).hasSize(8).endsWith("crashed", "failed");

        host.services.enable("hopeless");
        assertThat(state("hopeless")).isEqualTo(State.IDLE);
    }

    @Test
    void whoCallsBetweenTwoTriesIsToldWhatThatWaitsFor() throws Exception {
        hopeless(Duration.ofMinutes(1));
        var first = host.begin("hopeless", "say", "{}", HostedPlugins.LONG);
        assertThat(text(first.outcome())).contains("exit status 3");
        assertThat(first.progress).isEmpty();

        var second = host.begin("hopeless", "say", "{}", HostedPlugins.LONG);
        assertThat(second.progress.take().text("message").orElseThrow())
                .matches("hopeless failed \\(exit status 3\\); its next try is in (5|6)[0-9] s");
        second.taken.takeBack();
        assertThat(text(second.outcome())).contains("taken back");
    }

    @Test
    void switchesOffAPluginThatDoesNotKeepToItsManifest() throws Exception {
        host.python("liar", METHODS, "def greet(params): return {'api_version': 1, 'name': 'somebody-else'}");
        host.python("old", METHODS, "def greet(params): return {'api_version': 2}");
        host.python("greedy", METHODS, "def greet(params): return {'api_version': 1, 'capabilities_used': ['net:*']}");
        assertThat(text(host.call("liar", "say", "{}"))).contains("calls itself somebody-else");
        assertThat(text(host.call("old", "say", "{}"))).contains("must say api_version 1");
        assertThat(text(host.call("greedy", "say", "{}"))).contains("does not declare: net:*");
        assertThat(state("liar")).isEqualTo(State.FAILED);
        assertThat(host.services.condition("greedy").starts()).isEqualTo(1);
    }

    @Test
    void takesNoCallsWhileDisabledAlsoInTheNextDaemon() throws Exception {
        host.python("echo", METHODS, ECHO);
        host.call("echo", "say", "{}");
        host.services.disable("echo");
        assertThat(state("echo")).isEqualTo(State.DISABLED);
        assertThat(host.services.condition("echo").pid()).isEmpty();
        assertThat(text(host.call("echo", "say", "{}")))
                .startsWith("lost plugin_unavailable")
                .contains("switched off");
        host.services.forget("echo", "to look again");
        assertThat(state("echo")).isEqualTo(State.DISABLED);
        host.services.enable("echo");
        assertThat(text(host.call("echo", "say", "{}"))).matches("[0-9]+");
    }

    @Test
    void doesNotStartAPluginThatKeepsTooMuch() throws Exception {
        host.python("hoarder", METHODS, ECHO);
        Files.createDirectories(host.home.data("hoarder").resolve("d/".repeat(80)));
        assertThat(text(host.call("hoarder", "say", "{}")))
                .contains("nested deeper than 64")
                .doesNotContain("MiB");
        assertThat(host.lives("hoarder")).doesNotContain("started");
    }

    @Test
    void doesNotLetAPluginWriteWhereTheDaemonsOwnCodeLies() throws Exception {
        var code = Path.of("../kaged/target/classes").toRealPath();
        for (var folder : List.of(code, code.resolve("dev"), Path.of(System.getProperty("java.home")))) {
            host.python("author", METHODS + "\ncapabilities: [\"write:fs:" + folder + "\"]", ECHO);
            assertThat(text(host.call("author", "say", "{}"))).contains("write:fs:" + folder);
        }
        host.services.forget("author", "it is replaced");
        host.python("reader", METHODS + "\ncapabilities: [\"read:fs:" + code + "\"]", ECHO);
        assertThat(text(host.call("reader", "say", "{}"))).matches("[0-9]+");
    }

    @Test
    void startsANewProcessOnRestartAndKeepsCallsThatComeMeanwhile() throws Exception {
        host.python("echo", METHODS, ECHO);
        host.call("echo", "say", "{}");
        long before = host.services.condition("echo").pid().orElseThrow();
        host.services.restart("echo");
        assertThat(text(host.call("echo", "say", "{}"))).matches("[0-9]+");
        assertThat(host.services.condition("echo").pid().orElseThrow()).isNotEqualTo(before);
        assertThat(host.services.condition("echo").failures()).isZero();
    }

    @Test
    void endsAPluginThatIgnoresShutdownAndTheSignalAfterIt() throws Exception {
        stubborn();
        host.services.stop("stubborn", "enough");
        assertThat(state("stubborn")).isEqualTo(State.IDLE);
        assertThat(host.notes).anyMatch(note -> note.contains("stubborn did not leave"));
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(host.rows(dev.outrigger.kaged.audit.AuditEntry.Kind.STDERR)
                                .toString())
                        .contains("will not"));
    }

    private void stubborn() throws Exception {
        host.plugin("stubborn", "/usr/bin/env, python3, -u, main", """
                import json, signal, sys, time
                signal.signal(signal.SIGTERM, lambda *_: print("will not", file=sys.stderr, flush=True))
                for line in sys.stdin:
                    message = json.loads(line)
                    if message.get("method") in ("initialize", "say"):
                        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"api_version": 1}}), flush=True)
                while True:
                    time.sleep(600)
                """, METHODS + "\nshutdown_timeout_sec: 1");
        host.call("stubborn", "say", "{}");
    }

    private static Thread aside(ThrowingCallable work) {
        return Thread.ofPlatform().start(() -> assertThatCode(work).doesNotThrowAnyException());
    }

    @Test
    void aPluginThatIsDisabledWhileItStopsIsNotStartedForACallThatCameMeanwhile() throws Exception {
        stubborn();
        var stopping = aside(() -> host.services.stop("stubborn", "enough"));
        await().atMost(LONG).until(() -> state("stubborn") == State.STOPPING);
        var call = host.begin("stubborn", "say", "{}", HostedPlugins.LONG);
        host.services.disable("stubborn");
        stopping.join();
        assertThat(text(call.outcome())).startsWith("lost plugin_unavailable");
        assertThat(state("stubborn")).isEqualTo(State.DISABLED);
        assertThat(host.services.condition("stubborn").starts()).isEqualTo(1);
    }

    @Test
    void aPluginThatIsEnabledWhileItStillEndsHasOneProcessAtATime() throws Exception {
        stubborn();
        var disabling = aside(() -> host.services.disable("stubborn"));
        await().atMost(LONG).until(() -> state("stubborn") == State.DISABLED);
        host.services.enable("stubborn");
        assertThat(state("stubborn")).isEqualTo(State.STOPPING);
        assertThat(text(host.call("stubborn", "say", "{}"))).contains("api_version");
        assertThat(host.lives("stubborn")).containsSubsequence("ready", "stopped", "ready");
        assertThat(host.services.condition("stubborn").starts()).isEqualTo(2);
        disabling.join();
    }

    @Test
    void stopEndsTheCallsThatWaitForTheNextTry() throws Exception {
        host.plugin("hopeless", "/usr/bin/bash, -c, exit 3", "", METHODS);
        assertThat(text(host.call("hopeless", "say", "{}"))).contains("did not start");
        await().atMost(LONG).until(() -> state("hopeless") == State.WAITING);
        assertThat(host.services.condition("hopeless").nextTry()).isPresent();
        var call = host.begin("hopeless", "say", "{}", HostedPlugins.LONG);
        host.services.stop("hopeless", "enough");
        assertThat(text(call.outcome())).startsWith("lost plugin_unavailable").contains("enough");
        assertThat(state("hopeless")).isEqualTo(State.IDLE);
    }

    @Test
    void restartsAPluginThatWritesNothingButGarbage() throws Exception {
        host.python("noisy", METHODS, """
                def on(method, params, id):
                    for i in range(25): print("debug", i, flush=True)
                    return 1""");
        assertThat(text(host.call("noisy", "say", "{}"))).startsWith("lost plugin_unavailable");
        await().atMost(LONG).until(() -> host.services.condition("noisy").starts() == 2);
        var condition = host.services.condition("noisy");
        assertThat(condition.lastFailure().orElseThrow().words())
                .contains("20 lines in a row")
                .contains("debug 19");
        assertThat(condition.strays()).isGreaterThanOrEqualTo(20);
    }

    @Test
    void failsAPluginThatDoesNotAnswerPings() throws Exception {
        host.python("asleep", METHODS + "\nhealth_interval_sec: 5", ECHO);
        host.call("asleep", "say", "{}");
        long first = host.services.condition("asleep").pid().orElseThrow();
        var process =
                ProcessHandle.of(first).orElseThrow().children().findFirst().orElseThrow();
        new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                .start()
                .waitFor();
        await().atMost(Duration.ofSeconds(90))
                .until(() -> host.services.condition("asleep").lastFailure().isPresent());
        assertThat(host.services.condition("asleep").lastFailure().orElseThrow().words())
                .contains("3 pings in a row");
    }

    @Test
    void aCallInBackoffWaitsButNotBeyondItsDeadline() throws Exception {
        host.python("mortal", METHODS, ECHO);
        host.call("mortal", "die", "{}");
        host.call("mortal", "die", "{}");
        host.call("mortal", "die", "{}");
        await().atMost(LONG).until(() -> state("mortal") == State.WAITING);
        var asked = host.begin("mortal", "say", "{}", CallDeadlines.of(Duration.ofMillis(300)));
        assertThat(text(asked.outcome())).startsWith("lost timeout: mortal was not ready in time");
    }

    @Test
    void saysWhatIsWrongWithAFolderThatCannotBeUsed() throws Exception {
        var folder = host.python("odd", METHODS, ECHO);
        Files.writeString(folder.resolve("kaged-plugin.yaml"), "name: odd\nmethods: [x]\n");
        assertThat(state("odd")).isEqualTo(State.BROKEN);
        assertThat(text(host.call("odd", "say", "{}")))
                .startsWith("lost plugin_unavailable")
                .contains("version");
        // Mended, it runs.
        host.python("odd", METHODS, ECHO);
        assertThat(text(host.call("odd", "say", "{}"))).matches("[0-9]+");
        assertThatThrownBy(() -> host.services.condition("nobody")).hasMessageContaining("there is no plugin nobody");
    }
}
