package dev.outrigger.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StrayProcessesTest {
    private static final String STRAY = "sh -c 'echo $$ > stray; exec sleep 1000'";
    private static final String ENV_I = "env -i PATH=/usr/bin:/bin " + STRAY;

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void scripts() {
        scripts = new Scripts(folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                STRAY + " &",
                "setsid " + STRAY + " &",
                "(setsid " + STRAY + " &)",
                "(setsid sh -c '(setsid sh -c \"echo \\$\\$ > stray; exec sleep 1000\" &)' &)",
                "nohup " + STRAY + " > /dev/null 2>&1 &",
                ENV_I + " &",
                "(" + ENV_I + " &)",
                STRAY + " <&- >&- 2>&- &",
            })
    void endsWhateverTheProgramLeft(String leave) throws Exception {
        for (var last : List.of("exit 0", "exec sleep 1000")) {
            Files.deleteIfExists(folder.resolve("stray"));
            var file = scripts.sh(leave + "\nwhile [ ! -s stray ]; do sleep 0.01; done; " + last);
            var child = scripts.launcher().start(scripts.program(file), Scripts.DEAF);
            long stray = scripts.pid("stray");
            assertThat(Scripts.alive(stray)).isTrue();
            if (last.equals("exit 0")) {
                child.end(Duration.ofSeconds(20));
            } else {
                child.kill();
            }
            assertThat(Scripts.alive(stray)).isFalse();
            assertThat(Scripts.alive(child.pid())).isFalse();
        }
    }

    @Test
    void killsAlsoThoseWhoLeftSessionAndCookieButAreStillItsDescendants() throws Exception {
        var file = scripts.sh("setsid " + ENV_I + " &\nwait");
        var child = scripts.launcher().start(scripts.program(file), Scripts.DEAF);
        long stray = scripts.pid("stray");
        child.kill();
        Scripts.awaitDeath(stray);
    }

    /// In the middle of an exec a process has no environment to be known by.
    @Test
    void findsProcessesThatKeepReplacingThemselves() throws Exception {
        var again = scripts.executable("again", "#!/bin/sh\n[ -s $1 ] || echo $$ > $1\nexec \"$0\" $1\n");
        for (int round = 0; round < 5; round++) {
            var file = scripts.sh("for i in 1 2 3 4 5 6; do (setsid " + again + " " + round + "-$i &); done");
            var child = scripts.launcher().start(scripts.program(file), Scripts.DEAF);
            var strays = new ArrayList<Long>();
            for (int i = 1; i <= 6; i++) {
                strays.add(scripts.pid(round + "-" + i));
            }
            child.end(Duration.ofSeconds(20));
            assertThat(strays).noneMatch(Scripts::alive);
        }
    }

    @Test
    void catchesUpWithAProcessThatKeepsForkingAndLeaving() throws Exception {
        // It ends by itself, too, when its file is gone or after so many.
        var hop = scripts.executable(
                "hop", "#!/bin/sh\necho > hopping\n[ \"$1\" -gt 0 ] && setsid \"$0\" $(($1 - 1)) &\n");
        var file = scripts.sh("exec " + hop + " 100000");
        var child = scripts.launcher().start(scripts.program(file), Scripts.DEAF);
        child.end(Duration.ofSeconds(20));
        Files.deleteIfExists(folder.resolve("hopping"));
        assertThat(StrayProcesses.end(child.run(), 0, YoungerProcesses.ALL)).isEmpty();
        assertThat(folder.resolve("hopping")).doesNotExist();
    }

    @Test
    void leavesOthersAlone() throws Exception {
        var other = new ProcessBuilder("sleep", "1000").start();
        try (var neighbour = scripts.launcher().start(scripts.program(Path.of("/bin/cat")), Scripts.DEAF)) {
            scripts.launcher()
                    .start(scripts.program(Path.of("/bin/cat")), Scripts.DEAF)
                    .kill();
            assertThat(neighbour.isAlive()).isTrue();
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void looksAtEveryoneOnceThePidsMayHaveStartedOver() {
        assertThat(YoungerProcesses.since(1).ascending(YoungerProcesses.lastPid()))
                .isTrue();
        assertThat(YoungerProcesses.ALL.ascending(YoungerProcesses.lastPid())).isFalse();
        assertThat(YoungerProcesses.since(YoungerProcesses.lastPid() + 1000).ascending(YoungerProcesses.lastPid()))
                .isFalse();
        long pids = Long.parseLong(ProcFiles.line("/proc/sys/kernel/pid_max"));
        assertThat(new YoungerProcesses(1, YoungerProcesses.since(1).forksThen() - pids)
                        .ascending(YoungerProcesses.lastPid()))
                .isFalse();
    }

    private record Running(Process host, BufferedReader out, long child) {
        static Running start(Scripts scripts, boolean contain, String body) throws IOException {
            var host = LauncherHost.start(scripts, contain, scripts.sh(body));
            var out = new BufferedReader(new InputStreamReader(host.getInputStream(), StandardCharsets.UTF_8));
            return new Running(host, out, Long.parseLong(out.readLine()));
        }

        void kill() throws InterruptedException {
            host.destroyForcibly();
            host.waitFor();
        }
    }

    @Test
    void diesWithItsHostAndTheNextHostEndsTheRest() throws Exception {
        var running = Running.start(scripts, false, "(setsid " + STRAY + " &)\nexec sleep 1000");
        long stray = scripts.pid("stray");
        assertThat(StrayProcesses.endLeftovers(scripts.state())).isEmpty();
        assertThat(Scripts.alive(running.child())).isTrue();
        assertThat(Scripts.alive(stray)).isTrue();

        running.kill();
        Scripts.awaitDeath(running.child());
        assertThat(Scripts.alive(stray)).isTrue();

        assertThat(StrayProcesses.endLeftovers(scripts.state()))
                .singleElement()
                .asString()
                .contains("program");
        assertThat(Scripts.alive(stray)).isFalse();
        assertThat(folder.resolve("state/runs")).isEmptyDirectory();
        assertThat(StrayProcesses.endLeftovers(scripts.state())).isEmpty();
    }

    @Test
    void leavesNothingOfAContainedProgramEvenWhenItsHostIsKilled() throws Exception {
        assumeContainable();
        var escape = "(setsid env -i PATH=/usr/bin:/bin FOLDER=$PWD sh -c"
                + " '(setsid sh -c \"echo > started; exec sleep 54321\" &)' &)\n";
        var running = Running.start(scripts, true, escape + "exec sleep 54321");
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(folder.resolve("started")));
        var inside = insideNamespaceOf(running.child());
        assertThat(inside).hasSizeGreaterThanOrEqualTo(3);

        running.kill();
        Scripts.awaitDeath(running.child());
        inside.forEach(Scripts::awaitDeath);
    }

    @Test
    void leavesNothingOfAContainedProgramThatIsKilled() throws Exception {
        assumeContainable();
        var file = scripts.sh("(setsid env -i /bin/sleep 54321 &)\necho ready; exec sleep 54321");
        var child = scripts.launcher().start(scripts.contained(file), Scripts.DEAF);
        assertThat(child.stdout().read()).isEqualTo('r');
        var inside = insideNamespaceOf(child.pid());
        assertThat(inside).hasSizeGreaterThanOrEqualTo(2);
        assertThat(child.kill()).isEqualTo(new ProgramEnding.Signalled(9, "SIGKILL"));
        inside.forEach(Scripts::awaitDeath);
    }

    @Test
    void letsAContainedProgramEndAsItLikes() throws Exception {
        assumeContainable();
        for (var body : List.of("exit 7", "kill -TERM $$")) {
            var child = scripts.launcher().start(scripts.contained(scripts.sh(body)), Scripts.DEAF);
            assertThat(child.end(Duration.ofSeconds(20)))
                    .isEqualTo(ProgramEnding.ofStatus(body.equals("exit 7") ? 7 : 143));
        }
    }

    /// Those whose process namespace is the one that this process made for its children.
    private static List<Long> insideNamespaceOf(long pid) throws IOException {
        var namespace = Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/pid_for_children"));
        try (var all = ProcessHandle.allProcesses()) {
            return all.map(ProcessHandle::pid)
                    .filter(each -> {
                        try {
                            return Files.readSymbolicLink(Path.of("/proc/" + each + "/ns/pid"))
                                    .equals(namespace);
                        } catch (IOException _) {
                            return false;
                        }
                    })
                    .toList();
        }
    }

    private static void assumeContainable() throws Exception {
        int status = new ProcessBuilder(
                        "unshare", "--user", "--map-current-user", "--pid", "--fork", "--mount-proc", "true")
                .start()
                .waitFor();
        assumeTrue(status == 0, "this machine allows no namespaces");
    }

    @Test
    void doesNotFeelTheTerminalsInterruptThatItsHostGets() throws Exception {
        var running = Running.start(
                scripts, false, "trap 'echo interrupted' INT\necho > ready\nwhile read line; do echo \"$line\"; done");
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(folder.resolve("ready")));
        long group = ProcFiles.stat(running.host().pid()).orElseThrow().group();
        assertThat(new ProcessBuilder("kill", "-INT", "--", "-" + group).start().waitFor())
                .isZero();
        assertThat(running.out().readLine()).isEqualTo("last words");
        running.host().waitFor();
        Scripts.awaitDeath(running.child());
    }

    private Path record(String cookie, String content) throws IOException {
        Files.createDirectories(folder.resolve("state/runs"));
        return Files.writeString(folder.resolve("state/runs").resolve(cookie), content);
    }

    private static final String RANDOM = "-0123456789abcdef0123456789abcdef";

    @Test
    void killsNobodyForAPidThatIsAnothersByNow() throws Exception {
        var other = new ProcessBuilder("sleep", "1000").start();
        try {
            var stale = record(other.pid() + "-1" + RANDOM, RunRecord.here() + "/p/jp-x\n");
            StrayProcesses.endLeftovers(scripts.state());
            assertThat(stale).doesNotExist();
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void forgetsRunsOfAnEarlierBootAndKeepsThoseOfOtherNamespaces() throws Exception {
        var earlier = record("1-1" + RANDOM, "some-other-boot\npid:[1]\n/p/jp-x\n");
        var elsewhere = record("2-1" + RANDOM, RunRecord.bootId() + "\npid:[1]\n/p/jp-x\n");
        var foreign = record("README", "not ours");
        var empty = record("3-1" + RANDOM, "");
        StrayProcesses.endLeftovers(scripts.state());
        assertThat(earlier).doesNotExist();
        assertThat(elsewhere).exists();
        assertThat(foreign).exists();
        assertThat(empty).doesNotExist();
    }
}
