package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.outrigger.launch.Ending;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class SandboxTest {
    private static final List<String> NOTHING = List.of();

    @TempDir
    Path folder;

    private Place place;

    @BeforeEach
    void place() throws Exception {
        place = Place.in(folder);
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
        assertThat(outcome.ending()).as(outcome.toString()).isEqualTo(new SandboxEnding.Ran(new Ending.Exited(0)));
        assertThat(outcome.stdout()).containsIgnoringCase(program.equals("java") ? "openjdk" : "alive");
    }

    @Test
    void talksOverItsPipesAndEndsWhenStdinDoes() throws Exception {
        try (var child = place.start(NOTHING, List.of("cat"), Limits.DEFAULT, Place.DEAF)) {
            child.stdin().write("hello\n".getBytes(StandardCharsets.UTF_8));
            assertThat(new String(child.stdout().readNBytes(6), StandardCharsets.UTF_8))
                    .isEqualTo("hello\n");
            assertThat(child.end(Place.LONG)).isEqualTo(new SandboxEnding.Ran(new Ending.Exited(0)));
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
        assertThat(place.run(NOTHING, "sh", "-c", "exit 1").ending())
                .isEqualTo(new SandboxEnding.Ran(new Ending.Exited(1)));
    }

    @Test
    void tellsASandboxThatCouldNotBeMadeFromAProgramThatFailed() throws Exception {
        var plan = SandboxPlan.of(ready(List.of("true")));
        var mounts = new ArrayList<>(plan.mounts());
        mounts.addFirst(new Mount.ReadOnly(place.at("nowhere"), Path.of("/nowhere"), new Because.Always("a test")));
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
        try (var child =
                new Sandbox(place.at("state")).start(broken, "probe", RunAs.here(), Place.DEAF, Oversight.none())) {
            assertThat(child.end(Place.LONG))
                    .isInstanceOfSatisfying(
                            SandboxEnding.NotMade.class,
                            ending -> assertThat(ending.why()).contains("nowhere"));
        }
    }

    @Test
    void passesTheRequestToLeaveOnToTheProgram() throws Exception {
        var script = "trap 'echo leaving; exit 3' TERM; echo ready; while :; do sleep 0.05; done";
        try (var child = place.start(NOTHING, List.of("bash", "-c", script), Limits.DEFAULT, Place.DEAF)) {
            child.stdout().readNBytes("ready\n".length());
            assertThat(child.terminate()).isTrue();
            assertThat(new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("leaving\n");
            assertThat(child.end(Place.LONG)).isEqualTo(new SandboxEnding.Ran(new Ending.Exited(3)));
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
        try (var child = place.start(NOTHING, List.of("python3", "-c", fork), Limits.DEFAULT, Place.DEAF)) {
            child.stdout().readNBytes("ready\n".length());
            child.kill();
            // The escaped one held the pipe: its end is the end of all.
            assertThat(child.stdout().readAllBytes()).isEmpty();
        }
        assertThat(place.at("state/sandboxes")).isEmptyDirectory();
    }

    @Test
    void endsWithAHostThatIsKilled() throws Exception {
        var host = DyingHost.start(folder);
        try (var said = host.inputReader()) {
            var first = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
            assertThat(first.isAlive()).isTrue();
            host.destroyForcibly().waitFor();
            await().atMost(Place.LONG).until(() -> !first.isAlive() || Confined.isDead(first.pid()));
        } finally {
            host.destroyForcibly();
        }
    }

    @Test
    void dropsEveryRightOfRoot() throws Exception {
        var plan = SandboxPlan.of(ready(List.of("true")));
        var tools = Tools.find();
        var argv = Bubblewrap.of(plan, place.at("state")).argv(new RunAs.Other(4711, 4712), tools);
        assertThat(argv)
                .startsWith(tools.env(), "-i", tools.setpriv(), "--reuid=4711", "--regid=4712", "--clear-groups");
        assertThat(argv).doesNotContain("--bind", "--ro-bind", "--setenv");
    }

    @Test
    void keepsItsOwnStateFromEveryPlugin() {
        assertThatThrownBy(() -> place.run(List.of("write:fs:@B/state"), "true"))
                .hasMessageContaining("the host's own");
    }

    private Confinement ready(List<String> command) throws Exception {
        RunAs.here().own(place.at("home/data/probe"));
        return place.confinement(NOTHING, command, Limits.DEFAULT);
    }
}
