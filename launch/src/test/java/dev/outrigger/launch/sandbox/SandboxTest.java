package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.launch.HostMark;
import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class SandboxTest {
    private static final List<String> NOTHING = List.of();

    @TempDir
    Path folder;

    private SandboxFixture place;

    @BeforeEach
    void place() throws Exception {
        place = SandboxFixture.in(folder);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sh      | -c        | echo alive",
                "bash    | -c        | echo alive",
                "python3 | -c        | print('alive')",
                "node    | -e        | console.log('alive')",
                "java    | --version | -Xlog:disable",
            })
    void startsEveryKindOfProgram(String program, String option, String word) throws Exception {
        var outcome = place.run(NOTHING, program, option, word);
        assertThat(outcome.ending()).as(outcome.toString()).isEqualTo(new ProgramEnding.Exited(0));
        assertThat(outcome.stdout()).containsIgnoringCase(program.equals("java") ? "openjdk" : "alive");
    }

    /// Of 128 that the user has in all, the host's included.
    @Test
    void leavesTheHostItsWatches() throws Exception {
        var take = """
                import ctypes, sys
                libc = ctypes.CDLL(None)
                print(sum(1 for _ in range(200) if libc.inotify_init1(0) >= 0), flush=True)
                sys.stdin.read()""";
        try (var child = place.start(
                        NOTHING, List.of("python3", "-c", take), SandboxLimits.DEFAULT, SandboxFixture.DEAF);
                var taken = new BufferedReader(new InputStreamReader(child.stdout(), StandardCharsets.UTF_8))) {
            assertThat(taken.readLine()).isEqualTo("0");
            FileSystems.getDefault().newWatchService().close();
        }
    }

    @Test
    void whoWatchesFilesIsToldThatItCannotAndLooksInstead() throws Exception {
        var watch = """
                const fs = require('fs');
                try { fs.watch('/tmp', () => {}); } catch (e) { console.log(e.code); }
                fs.writeFileSync('/tmp/file', 'a');
                fs.watchFile('/tmp/file', { interval: 20 }, () => { console.log('seen'); process.exit(0); });
                let n = 0;
                setInterval(() => fs.writeFileSync('/tmp/file', 'b'.repeat(++n)), 20);""";
        assertThat(place.run(NOTHING, "node", "-e", watch).stdout()).isEqualTo("ENOSYS\nseen\n");
    }

    @Test
    void talksOverItsPipesAndEndsWhenStdinDoes() throws Exception {
        try (var child = place.start(NOTHING, List.of("cat"), SandboxLimits.DEFAULT, SandboxFixture.DEAF)) {
            child.stdin().write("hello\n".getBytes(StandardCharsets.UTF_8));
            assertThat(new String(child.stdout().readNBytes(6), StandardCharsets.UTF_8))
                    .isEqualTo("hello\n");
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
        }
    }

    @Test
    void runsACommandOfItsOwnFolderAndIsInIt() throws Exception {
        assertThat(place.run(NOTHING, "./run").stdout()).isEqualTo("REACHED\n");
        assertThat(place.run(NOTHING, "cat", "file", "/opt/kaged/plugins/probe/file")
                        .stdout())
                .isEqualTo("REACHED\nREACHED\n");
    }

    @Test
    void keepsWhatItWritesIntoItsHome() throws Exception {
        place.run(NOTHING, "sh", "-c", "echo kept >~/note");
        assertThat(place.run(NOTHING, "sh", "-c", "cat ~/note").stdout()).isEqualTo("kept\n");
        assertThat(place.at("home/data/probe/note")).hasContent("kept");
    }

    @Test
    void passesTheExitStatusOn() throws Exception {
        assertThat(place.run(NOTHING, "sh", "-c", "exit 1").ending()).isEqualTo(new ProgramEnding.Exited(1));
    }

    @Test
    void tellsASandboxThatCouldNotBeMadeFromAProgramThatFailed() throws Exception {
        var plan = SandboxPlan.of(ready(List.of("true")));
        var mounts = new ArrayList<>(plan.mounts());
        mounts.addFirst(new Mount.ReadOnly(place.at("nowhere"), Path.of("/nowhere"), new PlanReason.Always("a test")));
        var broken = new SandboxPlan(
                mounts,
                plan.environment(),
                plan.hostname(),
                plan.network(),
                plan.rules(),
                plan.programs(),
                plan.limits(),
                plan.directory(),
                plan.command(),
                plan.calls());
        try (var child = place.start(broken, SandboxOversight.none())) {
            assertThat(child.end(SandboxFixture.LONG))
                    .isInstanceOfSatisfying(
                            ProgramEnding.NotStarted.class,
                            ending -> assertThat(ending.why()).contains("nowhere"));
        }
    }

    @Test
    void passesTheRequestToLeaveOnToTheProgram() throws Exception {
        var script = "trap 'echo leaving; exit 3' TERM; echo ready; while :; do sleep 0.05; done";
        try (var child =
                place.start(NOTHING, List.of("bash", "-c", script), SandboxLimits.DEFAULT, SandboxFixture.DEAF)) {
            child.stdout().readNBytes("ready\n".length());
            assertThat(child.terminate()).isTrue();
            assertThat(new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("leaving\n");
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(3));
        }
    }

    @Test
    void endsWhateverTheProgramStarted() throws Exception {
        var fork = """
                import os, signal
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        print('ready', flush=True)
                        signal.pause()
                    os._exit(0)
                signal.pause()
                """;
        try (var child =
                place.start(NOTHING, List.of("python3", "-c", fork), SandboxLimits.DEFAULT, SandboxFixture.DEAF)) {
            child.stdout().readNBytes("ready\n".length());
            child.kill();
            // The escaped one held the pipe: its end is the end of all.
            assertThat(child.stdout().readAllBytes()).isEmpty();
        }
    }

    /// The kernel kills a sandbox with the thread that started it.
    @Test
    void theEndOfOneLeavesTheOthersThatTheSameThreadStarted() throws Exception {
        try (var first = place.start(NOTHING, List.of("cat"), SandboxLimits.DEFAULT, SandboxFixture.DEAF);
                var second = place.start(NOTHING, List.of("cat"), SandboxLimits.DEFAULT, SandboxFixture.DEAF)) {
            assertThat(starters()).hasSize(1);
            first.kill();
            assertThat(echoed(second)).isEqualTo("hello\n");
            assertThat(starters()).hasSize(1);
        }
        await().atMost(SandboxFixture.LONG).until(() -> starters().isEmpty());
    }

    private static List<String> starters() {
        return threads("starts sandboxes");
    }

    private static List<String> threads(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name::equals)
                .toList();
    }

    private static String echoed(ConfinedProgram cat) throws IOException {
        cat.stdin().write("hello\n".getBytes(StandardCharsets.UTF_8));
        return new String(cat.stdout().readNBytes(6), StandardCharsets.UTF_8);
    }

    /// Its stderr holds more than a pipe does; the last line lacks its newline until all is over.
    @Test
    void whatRunsForLongIsReadAndEndedWithoutAThreadOfTheSystems() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        var listener = new ProgramListener() {
            @Override
            public void stderr(String line) {
                heard.add(line);
            }
        };
        var script = "read go; head -c 1000000 /dev/zero | tr '\\0' 'x' | fold -w 1000 >&2; echo; read end; exit 7";
        try (var child = place.start(NOTHING, List.of("sh", "-c", script), SandboxLimits.DEFAULT, listener)) {
            await().atMost(SandboxFixture.LONG)
                    .until(() -> threads("keeps probe").isEmpty());
            child.stdin().write('\n');
            assertThat(child.stdout().read()).isEqualTo('\n');
            await().atMost(SandboxFixture.LONG).until(() -> heard.size() == 999);
            child.stdin().write('\n');
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(7));
        }
    }

    @Test
    void endsWithAHostThatIsKilled() throws Exception {
        var host = KilledStarter.start(folder);
        try (var said = host.inputReader()) {
            var first = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            assertThat(first.isAlive()).isTrue();
            host.destroyForcibly().waitFor();
            await().atMost(SandboxFixture.LONG).until(() -> !first.isAlive());
        } finally {
            host.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {KilledStarter.BEFORE, KilledStarter.UNPLANNED})
    void leavesNothingOfAHostThatIsKilledBeforeTheProgramBegins(String when) throws Exception {
        var host = KilledStarter.start(folder, when);
        try (var said = host.inputReader()) {
            for (var pid : said.readLine().split(" ")) {
                var left = ProcessHandle.of(Long.parseLong(pid));
                await().atMost(SandboxFixture.LONG)
                        .until(() -> left.isEmpty() || !left.get().isAlive());
            }
        } finally {
            host.destroyForcibly();
        }
        assertThat(place.at("home/data/probe")).isEmptyDirectory();
    }

    @Test
    void takesItsStepsInTurnAndHoldsTheProgramUntilTheyAreDone() throws Exception {
        var steps = new LinkedBlockingQueue<String>();
        var goOn = new CountDownLatch(1);
        var atSpawn = new SpawnStep() {
            @Override
            public void before() {
                steps.add("before");
            }

            @Override
            public void spawned(long outside, long inside) throws IOException {
                steps.add("spawned");
                assertThat(ProcessHandle.of(inside)
                                .flatMap(ProcessHandle::parent)
                                .map(ProcessHandle::pid))
                        .contains(outside);
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public void dead() {
                steps.add("dead");
            }
        };
        try (var child = new Sandbox(place.at("state"))
                .start(
                        ready(List.of("touch", "/home/plugin/began")),
                        HostIdentity.here(),
                        SandboxFixture.DEAF,
                        SandboxOversight.none(),
                        atSpawn.then(SpawnStep.NOTHING))) {
            assertThat(steps.take()).isEqualTo("before");
            assertThat(steps.take()).isEqualTo("spawned");
            assertThat(place.at("home/data/probe")).isEmptyDirectory();
            goOn.countDown();
            assertThat(child.end(SandboxFixture.LONG)).isEqualTo(new ProgramEnding.Exited(0));
            assertThat(place.at("home/data/probe/began")).exists();
            assertThat(steps.poll()).as("before its end is told").isEqualTo("dead");
        }
    }

    @Test
    void startsNothingWhenAStepFails() throws Exception {
        var early = new SpawnStep() {
            @Override
            public void before() throws IOException {
                throw new IOException("not today");
            }
        };
        var late = new SpawnStep() {
            @Override
            public void spawned(long outside, long inside) throws IOException {
                throw new IOException("not today");
            }
        };
        var sandbox = new Sandbox(place.at("state"));
        var confinement = ready(List.of("touch", "/home/plugin/began"));
        assertThatThrownBy(() -> sandbox.start(
                        confinement, HostIdentity.here(), SandboxFixture.DEAF, SandboxOversight.none(), early))
                .hasMessageContaining("not today");
        try (var child =
                sandbox.start(confinement, HostIdentity.here(), SandboxFixture.DEAF, SandboxOversight.none(), late)) {
            assertThat(child.end(SandboxFixture.LONG).words()).contains("could not be made", "not today");
        }
        assertThat(place.at("home/data/probe")).isEmptyDirectory();
    }

    @Test
    void leavesNoProcessBehindWhenThereIsNoPlan() throws Exception {
        var steps = new LinkedBlockingQueue<String>();
        var atSpawn = new SpawnStep() {
            @Override
            public void dead() {
                steps.add("dead");
            }
        };
        var before = ProcessHandle.current().children().toList();
        assertThatThrownBy(() -> new Sandbox(place.at("state"))
                        .start(
                                ready(List.of("no-such-program")),
                                HostIdentity.here(),
                                SandboxFixture.DEAF,
                                SandboxOversight.none(),
                                atSpawn))
                .isInstanceOf(ConfinementRefused.class)
                .hasMessageContaining("no-such-program is not installed");
        assertThat(steps).containsExactly("dead");
        assertThat(ProcessHandle.current().children()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void endsTheSandboxesOfDeadHostsOnly() throws Exception {
        var mine = HostMark.here();
        var left = lookingLikeASandboxOf(mine.substring(0, mine.lastIndexOf('-')) + "-1");
        var alive = lookingLikeASandboxOf(mine);
        try {
            assertThat(new Sandbox(place.at("state")).tidy())
                    .contains("ended a sandbox that a killed host had left: process " + left.pid());
            assertThat(left.waitFor()).isEqualTo(128 + 9);
            assertThat(alive.isAlive()).isTrue();
        } finally {
            left.destroyForcibly();
            alive.destroyForcibly();
        }
    }

    private static Process lookingLikeASandboxOf(String host) throws IOException {
        var process = new ProcessBuilder(
                        "/bin/sh", "-c", "echo; read x", "/usr/bin/bwrap", "--setenv", Bubblewrap.HOST, host)
                .start();
        process.getInputStream().read();
        return process;
    }

    @Test
    void dropsEveryRightOfRoot() throws Exception {
        assumeTrue(HostIdentity.here() instanceof HostIdentity.Other, "only root has rights to drop");
        var as = new HostIdentity.Other(4711, 4712);
        try (var child = new Sandbox(place.at("state"))
                .start(ready(List.of("sh", "-c", "echo ready; sleep 1000")), as, SandboxFixture.DEAF)) {
            child.stdout().readNBytes("ready\n".length());
            var program =
                    child.firstProcess().orElseThrow().children().findFirst().orElseThrow();
            var status = Files.readString(Path.of("/proc", Long.toString(program.pid()), "status"));
            assertThat(status)
                    .containsPattern("(?m)^Uid:\\s4711\\s4711\\s4711\\s4711$")
                    .containsPattern("(?m)^Gid:\\s4712\\s4712\\s4712\\s4712$")
                    .containsPattern("(?m)^Groups:\\s*$")
                    .containsPattern("(?m)^CapInh:\\s0+$")
                    .containsPattern("(?m)^CapPrm:\\s0+$")
                    .containsPattern("(?m)^CapEff:\\s0+$")
                    .containsPattern("(?m)^CapAmb:\\s0+$");
        }
        var argv = Bubblewrap.argv(SandboxTools.find(), "mark", List.of(), false, List.of("true"));
        assertThat(argv).doesNotContain("--bind", "--ro-bind");
    }

    @Test
    void keepsItsOwnStateFromEveryPlugin() {
        assertThatThrownBy(() -> place.run(List.of("write:fs:@B/state"), "true"))
                .hasMessageContaining("the host's own");
    }

    private Confinement ready(List<String> command) throws Exception {
        HostIdentity.here().own(place.at("home/data/probe"));
        return place.confinement(NOTHING, command, SandboxLimits.DEFAULT);
    }
}
