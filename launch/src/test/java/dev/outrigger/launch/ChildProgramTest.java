package dev.outrigger.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ChildProgramTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void scripts() {
        scripts = new Scripts(folder);
    }

    private ChildProgram start(Path file, String... args) throws CannotStart {
        return scripts.launcher().start(scripts.program(file, args), Scripts.DEAF);
    }

    private static String stdout(ChildProgram child) throws IOException {
        return new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static BufferedReader lines(ChildProgram child) {
        return new BufferedReader(new InputStreamReader(child.stdout(), StandardCharsets.UTF_8));
    }

    @Test
    void talksOverItsPipesAndEndsWhenStdinDoes() throws Exception {
        var child = start(Path.of("/bin/cat"));
        var lines = lines(child);
        child.stdin().write("hello\n".getBytes(StandardCharsets.UTF_8));
        assertThat(lines.readLine()).isEqualTo("hello");
        assertThat(child.isAlive()).isTrue();
        assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Exited(0));
        assertThat(lines.readLine()).isNull();
        assertThat(child.kill()).isEqualTo(new ProgramEnding.Exited(0));
    }

    @Test
    void handsArgumentsDirectoryAndEnvironmentOverUnchanged() throws Exception {
        var file = scripts.sh("pwd; printf '<%s>' \"$0\" \"$@\"; echo; tr '\\0' '\\n' < /proc/$$/environ");
        var program = new ProgramSpec(
                file, List.of("a  b", "", "$HOME", "'", "-n"), Map.of("PATH", "/bin", "X", "1\n2 ü"), folder, false);
        var child = scripts.launcher().start(program, Scripts.DEAF);
        var out = stdout(child);
        child.end(LONG);
        assertThat(out).startsWith(folder + "\n<" + file + "><a  b><><$HOME><'><-n>\n");
        assertThat(out.substring(out.indexOf(">\n") + 2).lines().map(line -> line.replaceAll("=.*", "")))
                .containsExactlyInAnyOrder("JP_RUN", "PATH", "PWD", "X", "2 ü");
    }

    @Test
    void runsTextWithoutAFirstLineUnderSh() throws Exception {
        var child = start(scripts.executable("text", "echo ran \"$0\" \"$1\"\nexit 3\n"), "x");
        assertThat(stdout(child)).isEqualTo("ran " + folder.resolve("text") + " x\n");
        assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Exited(3));
    }

    @Test
    void leadsASessionAndAGroupOfItsOwn() throws Exception {
        try (var child = start(Path.of("/bin/cat"))) {
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> ProcFiles.stat(child.pid()).orElseThrow().session() == child.pid());
            assertThat(ProcFiles.stat(child.pid()).orElseThrow().group()).isEqualTo(child.pid());
        }
    }

    @Test
    void refusesToStartWhatTheDiagnosisRefuses() {
        assertThatThrownBy(() -> start(folder.resolve("none"))).isInstanceOf(CannotStart.Missing.class);
        assertThat(folder.resolve("state/runs")).doesNotExist();
    }

    @Test
    void refusesAMissingFolderAndTooManyArguments() {
        var nowhere = new ProgramSpec(Path.of("/bin/true"), List.of(), Map.of(), folder.resolve("nowhere"), false);
        assertThatThrownBy(() -> scripts.launcher().start(nowhere, Scripts.DEAF))
                .isInstanceOf(CannotStart.ExecFailed.class)
                .hasMessageContaining("nowhere");
        assertThatThrownBy(() -> start(Path.of("/bin/true"), "x".repeat(200_000)))
                .isInstanceOf(CannotStart.ExecFailed.class)
                .hasMessageContaining("too long");
        assertThat(folder.resolve("state/runs")).isEmptyDirectory();
    }

    @Test
    void tellsWhatExecRefusedAfterTheDiagnosisPassed() throws Exception {
        var file = scripts.executable("busy", Files.readAllBytes(Path.of("/bin/true")));
        for (boolean contain : new boolean[] {false, true}) {
            try (var _ = new FileOutputStream(file.toFile(), true)) {
                var heard = Collections.synchronizedList(new ArrayList<String>());
                var program = contain ? scripts.contained(file) : scripts.program(file);
                var child = scripts.launcher().start(program, new ProgramListener() {
                    @Override
                    public void stderr(String line) {
                        heard.add(line);
                    }
                });
                assertThat(child.stdout().read()).isEqualTo(-1);
                assertThat(child.end(LONG)).isInstanceOfSatisfying(ProgramEnding.NotStarted.class, ending -> {
                    assertThat(ending.why()).startsWith("cannot start ");
                    assertThat(ending.words()).contains(file.toString()).endsWith(": Text file busy");
                });
                assertThat(heard).isEmpty();
                assertThat(child.stderrTail()).isEmpty();
            }
        }
    }

    @Test
    void tellsWhatHappenedToAFileThatVanishedInBetween() throws Exception {
        var file = scripts.sh("exit 0");
        var plan = StartPlan.of(
                scripts.program(file), ProgramRun.begin(), "TOKEN", SystemTools.find(scripts.program(file)), "");
        Files.delete(file);
        var child = ChildProgram.spawn(scripts.program(file), plan, ProgramRun.begin(), "TOKEN", null, Scripts.DEAF);
        assertThat(child.end(LONG).words()).contains("not found").contains("there is no such file");
    }

    /// Debian's /bin/sh is dash; elsewhere it is bash, which then behaves as POSIX says.
    @ParameterizedTest
    @ValueSource(strings = {"/bin/dash", "/bin/bash --posix"})
    void understandsTheShellsThatCallThemselvesSh(String shell) throws Exception {
        var sh = List.of(shell.split(" "));
        assumeTrue(Files.isExecutable(Path.of(sh.getFirst())), "there is no " + sh.getFirst());
        var gone = scripts.executable("gone", "#!/bin/sh\n");
        assertThat(endUnder(sh, gone, () -> Files.delete(gone))).isInstanceOf(ProgramEnding.NotStarted.class);
        var plain = scripts.executable("plain", "#!/bin/sh\n");
        assertThat(endUnder(
                                sh,
                                plain,
                                () -> assertThat(plain.toFile().setExecutable(false, false))
                                        .isTrue())
                        .words())
                .contains("Permission denied");
        var busy = scripts.executable("busy", Files.readAllBytes(Path.of("/bin/true")));
        try (var _ = new FileOutputStream(busy.toFile(), true)) {
            assertThat(endUnder(sh, busy, () -> {}).words()).contains("Text file busy");
        }
        var text = scripts.executable("text", "echo \"$0\" >&2\nexit 126\n");
        assertThat(endUnder(sh, text, () -> {})).isEqualTo(new ProgramEnding.Exited(126));
        assertThat(endUnder(sh, scripts.sh("exit 127"), () -> {})).isEqualTo(new ProgramEnding.Exited(127));
    }

    private interface Mischief {
        void happen() throws IOException;
    }

    private ProgramEnding endUnder(List<String> sh, Path file, Mischief meanwhile) throws Exception {
        var program = scripts.program(file);
        var run = ProgramRun.begin();
        var token = ProgramRun.freshToken();
        var plan = StartPlan.of(program, run, token, SystemTools.find(program), "");
        var argv = plan.argv().stream()
                .flatMap(word -> word.equals("/bin/sh") ? sh.stream() : Stream.of(word))
                .toList();
        meanwhile.happen();
        return ChildProgram.spawn(program, new StartPlan(argv, plan.env()), run, token, null, Scripts.DEAF)
                .end(LONG);
    }

    @Test
    void tellsWhenThePreparationFails() throws Exception {
        var program = scripts.program(Path.of("/bin/true"));
        var tools = new SystemTools("/usr/bin/setsid", "/no/setpriv", "");
        var plan = StartPlan.of(program, ProgramRun.begin(), "TOKEN", tools, "");
        var child = ChildProgram.spawn(program, plan, ProgramRun.begin(), "TOKEN", null, Scripts.DEAF);
        assertThat(child.end(LONG)).isInstanceOf(ProgramEnding.NotStarted.class);
        assertThat(child.end(LONG).words()).contains("/no/setpriv");
    }

    @Test
    void believesAProgramThatExitsLikeAFailedStart() throws Exception {
        var child = start(scripts.sh("echo \"x: 1: exec: $0: not found\" >&2; echo \"$0\" >&2; exit 127"));
        assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Exited(127));
        assertThat(child.stderrTail())
                .containsExactly("x: 1: exec: " + folder + "/program: not found", folder + "/program");
    }

    @Test
    void keepsTheTokenFromTheProgram() throws Exception {
        var file = scripts.sh("tr '\\0' '\\n' < /proc/$$/environ; tr '\\0' '\\n' < /proc/$$/cmdline");
        var run = ProgramRun.begin();
        var token = ProgramRun.freshToken();
        var plan = StartPlan.of(scripts.program(file), run, token, SystemTools.find(scripts.program(file)), "");
        var child = ChildProgram.spawn(scripts.program(file), plan, run, token, null, Scripts.DEAF);
        var seen = stdout(child);
        child.end(LONG);
        assertThat(seen).contains(run.cookie()).doesNotContain(token);
    }

    @Test
    void tellsAProgramKilledBySomeoneElse() throws Exception {
        var child = start(scripts.sh("kill -SEGV $$"));
        assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Signalled(11, "SIGSEGV"));
    }

    @Test
    void killsAProgramThatIgnoresTheEndOfItsStdin() throws Exception {
        var child = start(scripts.sh("trap '' TERM HUP INT; while :; do sleep 1000; done"));
        assertThat(child.end(Duration.ofMillis(1))).isEqualTo(new ProgramEnding.Signalled(9, "SIGKILL"));
        assertThat(Scripts.alive(child.pid())).isFalse();
    }

    @Test
    void isKilledByAnotherThreadWhileItIsGivenGrace() throws Exception {
        var child = start(Path.of("/bin/sleep"), "1000");
        var ending = new AtomicReference<ProgramEnding>();
        var waiting = Thread.ofPlatform().start(() -> ending.set(child.end(Duration.ofDays(1))));
        await().atMost(Duration.ofMinutes(1)).until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        child.kill();
        waiting.join();
        assertThat(ending.get()).isEqualTo(new ProgramEnding.Signalled(9, "SIGKILL"));
    }

    @Test
    void keepsTheInterruptOfAThreadThatEndsAChild() throws Exception {
        var child = start(Path.of("/bin/sleep"), "1000");
        Thread.currentThread().interrupt();
        assertThat(child.end(Duration.ofDays(1))).isEqualTo(new ProgramEnding.Signalled(9, "SIGKILL"));
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void endsThoughAWriterIsStuckInItsStdin() throws Exception {
        var child = start(Path.of("/bin/sleep"), "1000");
        var failure = new AtomicReference<IOException>();
        var writer = Thread.ofPlatform().start(() -> {
            try {
                child.stdin().write(new byte[10_000_000]);
            } catch (IOException e) {
                failure.set(e);
            }
        });
        child.end(Duration.ofMillis(50));
        writer.join();
        assertThat(failure.get()).isNotNull();
        assertThatThrownBy(() -> child.stdin().write(1)).isInstanceOf(IOException.class);
    }

    @Test
    void closesStdinBehindAWriterThatIsStuckForAWhile() throws Exception {
        var child = start(scripts.sh("while [ ! -e go ]; do sleep 0.01; done; wc -c"));
        var writer = Thread.ofPlatform().start(() -> {
            try {
                child.stdin().write(new byte[1_000_000]);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        await().atMost(Duration.ofMinutes(1))
                .until(() -> writer.getState() == Thread.State.RUNNABLE && writer.getStackTrace().length > 3);
        child.stdin().close();
        Files.createFile(folder.resolve("go"));
        assertThat(stdout(child).strip()).isEqualTo("1000000");
        assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Exited(0));
    }

    @Test
    void drainsAFloodOnStderrAndKeepsItsLastLines() throws Exception {
        var child = start(
                scripts.sh("yes flood | head -c 60000000 >&2; head -c 50000000 /dev/zero | tr '\\0' x >&2; echo >&2; "
                        + "for i in 1 2 3; do echo $i >&2; done; printf 'half \\377' >&2; echo done"));
        assertThat(stdout(child)).isEqualTo("done\n");
        child.end(LONG);
        assertThat(child.stderrTail()).hasSize(20).endsWith("x".repeat(4096), "1", "2", "3", "half \uFFFD");
        assertThat(child.stderrTail().getFirst()).isEqualTo("flood");
    }

    @Test
    void handsStderrOnLineByLineAndOutlivesAListenerThatFails() throws Exception {
        var heard = Collections.synchronizedList(new ArrayList<String>());
        var failure = new AtomicReference<Throwable>();
        var before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> failure.set(e));
        try {
            var file = scripts.sh("for i in 1 2 3; do echo $i >&2; done");
            var child = scripts.launcher().start(scripts.program(file), new ProgramListener() {
                @Override
                public void stderr(String line) {
                    heard.add(line);
                    if (line.equals("2")) {
                        throw new IllegalStateException("listener");
                    }
                }
            });
            assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Exited(0));
            assertThat(heard).containsExactly("1", "2");
            assertThat(child.stderrTail()).containsExactly("1", "2", "3");
            assertThat(failure.get()).hasMessage("listener");
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    void noticesTheExitWhileAGrandchildHoldsStdoutOpen() throws Exception {
        var file = scripts.sh("sleep 1000 & echo $! > grandchild; echo out");
        var child = start(file);
        var lines = lines(child);
        assertThat(lines.readLine()).isEqualTo("out");
        var end = new AtomicReference<String>("not yet");
        var reader = Thread.ofPlatform().start(() -> {
            try {
                end.set(lines.readLine());
            } catch (IOException e) {
                end.set(e.toString());
            }
        });
        assertThat(child.leftWithin(LONG)).isTrue();
        assertThat(Scripts.alive(scripts.pid("grandchild"))).isTrue();
        assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Exited(0));
        reader.join();
        assertThat(end.get()).isNull();
        assertThat(Scripts.alive(scripts.pid("grandchild"))).isFalse();
    }

    @Test
    void livesOnWhenTheThreadThatStartedItIsGone() throws Exception {
        for (var threads : List.of(Thread.ofVirtual(), Thread.ofPlatform())) {
            var started = new AtomicReference<ChildProgram>();
            threads.start(() -> {
                        try {
                            started.set(start(Path.of("/bin/cat")));
                        } catch (CannotStart e) {
                            throw new AssertionError(e);
                        }
                    })
                    .join();
            var child = Objects.requireNonNull(started.get());
            child.stdin().write("still here\n".getBytes(StandardCharsets.UTF_8));
            assertThat(lines(child).readLine()).isEqualTo("still here");
            assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Exited(0));
        }
    }

    @Test
    void keepsSecretsOutOfItsEnvironment() throws Exception {
        var env = ChildEnvironment.without(Map.of("SECRET_KEY", "hush", "PATH", "/bin"), Set.of("SECRET_KEY"));
        var program = new ProgramSpec(Path.of("/bin/cat"), List.of(), env, folder, false);
        try (var child = scripts.launcher().start(program, Scripts.DEAF)) {
            child.stdin().write('\n');
            assertThat(child.stdout().read()).isEqualTo('\n');
            var seen = new String(ProcFiles.environment(child.pid()).orElseThrow(), StandardCharsets.UTF_8);
            assertThat(seen).contains("PATH=/bin").doesNotContain("SECRET_KEY", "hush", "HOME=");
        }
    }

    @Test
    void leavesNeitherDescriptorsNorZombiesNorRecords() throws Exception {
        start(Path.of("/bin/cat")).close();
        var descriptors = new File("/proc/self/fd");
        int before = descriptors.list().length;
        for (int i = 0; i < 50; i++) {
            var program = new ProgramSpec(Path.of("/bin/cat"), List.of(), Scripts.ENV, folder, false);
            var child = scripts.launcher().start(program, Scripts.DEAF);
            child.stdin().write(1);
            assertThat(i % 2 == 0 ? child.end(LONG) : child.kill()).isNotNull();
            child.close();
        }
        await().atMost(Duration.ofMinutes(1)).until(() -> descriptors.list().length <= before);
        assertThat(ProcessHandle.current().children()).isEmpty();
        assertThat(folder.resolve("state/runs")).isEmptyDirectory();
    }

    @Test
    void startsWithoutAStateFolderButSaysSo() throws Exception {
        var blocked = Files.writeString(folder.resolve("file"), "");
        var warnings = new ArrayList<String>();
        var child = new Launcher(blocked).start(scripts.program(Path.of("/bin/true")), new ProgramListener() {
            @Override
            public void warning(String message) {
                warnings.add(message);
            }
        });
        assertThat(child.end(LONG)).isEqualTo(new ProgramEnding.Exited(0));
        assertThat(warnings).singleElement().asString().contains(blocked.toString());
    }
}
