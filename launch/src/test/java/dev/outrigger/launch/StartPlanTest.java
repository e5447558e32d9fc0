package dev.outrigger.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartPlanTest {
    private static final ProgramRun RUN = new ProgramRun(4711, 99, "0123456789abcdef0123456789abcdef");
    private static final SystemTools TOOLS = new SystemTools("/usr/bin/setsid", "/usr/bin/setpriv", "/usr/bin/unshare");

    private static StartPlan plan(Map<String, String> environment, boolean contain, String terminal) {
        var program = new ProgramSpec(Path.of("/p/jp-x"), List.of("a b", "--"), environment, Path.of("/w"), contain);
        return StartPlan.of(program, RUN, "TOKEN", TOOLS, terminal);
    }

    @Test
    void goesThroughSessionDeathSignalAndShellToTheProgram() {
        var argv = plan(Map.of(), false, "").argv();
        assertThat(argv.subList(0, 7))
                .containsExactly("/usr/bin/setsid", "/usr/bin/setpriv", "--pdeathsig", "KILL", "--", "/bin/sh", "-c");
        assertThat(argv.subList(8, argv.size())).containsExactly("TOKEN", "4711", "/p/jp-x", "a b", "--");
    }

    @Test
    void goesThroughOurOwnProgramWhereThatIs() {
        var program =
                new ProgramSpec(Path.of("/p/jp-x"), List.of("a b", "--"), Map.of("HOME", "/h"), Path.of("/w"), false);
        var plan = StartPlan.by(Path.of("/n/become"), program, RUN, "TOKEN", "");
        assertThat(plan.argv()).containsExactly("/n/become", "TOKEN", "4711", "", "", "/p/jp-x", "a b", "--");
        assertThat(plan.env()).isEqualTo(plan(Map.of("HOME", "/h"), false, "").env());
    }

    @Test
    void aCheckedCopyIsMadeByOurOwnProgramAndByNothingElse() {
        var checked = new CheckedCopy(Path.of("/p/jp-x"), "abc");
        var program = new ProgramSpec(Path.of("/s/jp-x"), List.of(), Map.of(), Path.of("/w"), false, checked);
        assertThat(StartPlan.by(Path.of("/n/become"), program, RUN, "TOKEN", "").argv())
                .containsExactly("/n/become", "TOKEN", "4711", "abc", "/p/jp-x", "/s/jp-x");
        assertThatThrownBy(() -> StartPlan.of(program, RUN, "TOKEN", TOOLS, ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ProgramSpec(Path.of("/s"), List.of(), Map.of(), Path.of("/w"), true, checked))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void putsANamespaceBetweenWhenContained() {
        var argv = plan(Map.of(), true, "").argv();
        assertThat(argv)
                .containsSubsequence(
                        "--pdeathsig", "KILL", "TOKEN", "4711", "/usr/bin/unshare", "--pid", "--fork", "--kill-child")
                .endsWith("TOKEN", "/p/jp-x", "a b", "--");
    }

    @Test
    void givesTheEnvironmentAndLittleMore() {
        assertThat(plan(Map.of("HOME", "/h", "PWD", "/elsewhere"), false, "").env())
                .isEqualTo(Map.of("HOME", "/h", "PWD", "/w", "JP_RUN", RUN.cookie()));
        assertThat(plan(Map.of(), false, "/dev/pts/3").env()).containsEntry("JP_TTY", "/dev/pts/3");
    }

    @Test
    void dropsNamesThatShellsCannotHold() {
        var env = new LinkedHashMap<String, String>();
        env.put("BASH_FUNC_ll%%", "() { ls; }");
        env.put("a.b", "1");
        env.put("1A", "1");
        env.put("", "1");
        env.put("_a1", "kept");
        assertThat(plan(env, false, "").env()).containsOnlyKeys("_a1", "PWD", "JP_RUN");
    }

    @Test
    void belongsToTheRunOfWhoeverStartedTheHostAsWell() {
        assertThat(plan(Map.of("JP_RUN", "1-2-outer"), false, "").env())
                .containsEntry("JP_RUN", "1-2-outer," + RUN.cookie());
        assertThat(plan(Map.of("JP_RUN", "x".repeat(5000)), false, "").env()).containsEntry("JP_RUN", RUN.cookie());
    }

    @Test
    void leavesSecretsOut() {
        assertThat(ChildEnvironment.without(Map.of("KEY", "s", "HOME", "/h"), Set.of("KEY", "OTHER")))
                .isEqualTo(Map.of("HOME", "/h"));
    }

    @Test
    void knowsATerminalByItsPath() {
        assertThat(List.of("/dev/pts/0", "/dev/pts/12", "/dev/tty1", "/dev/ttyS0"))
                .allMatch(ChildEnvironment::isTerminal);
        assertThat(List.of(
                        "", "/dev/tty", "/dev/pts/", "/dev/pts/3 (deleted)", "/dev/null", "pipe:[12]", "/dev/pts/ptmx"))
                .noneMatch(ChildEnvironment::isTerminal);
    }

    @Test
    void namesTheToolThatIsNotInstalledAndItsPackage(@TempDir Path folder) throws Exception {
        var contained = new ProgramSpec(Path.of("/p/jp-x"), List.of(), Map.of(), Path.of("/w"), true);
        var scripts = new Scripts(folder);
        for (var tool : List.of("setsid", "setpriv", "unshare")) {
            assertThatThrownBy(() -> SystemTools.find(contained, "relative:" + folder))
                    .isInstanceOf(CannotStart.MissingTool.class)
                    .hasMessageContaining("the program " + tool + " ")
                    .hasMessageContaining("util-linux")
                    .hasMessageContaining("/p/jp-x");
            scripts.executable(tool, "");
        }
        assertThat(SystemTools.find(contained, "/nowhere::" + folder).unshare()).isEqualTo(folder + "/unshare");
    }

    @Test
    void readsItsOwnCookiesOnly() {
        assertThat(ProgramRun.parse(RUN.cookie())).contains(RUN);
        assertThat(List.of("", "-", "1-2-", "1-2-3", "../../etc/passwd", "x-2-" + RUN.random(), "01-2-" + RUN.random()))
                .allMatch(text -> ProgramRun.parse(text).isEmpty());
    }

    @Test
    void findsItsCookieInAnEnvironment() {
        for (var env :
                List.of("JP_RUN=c", "A=1\0JP_RUN=c\0B=2\0", "JP_RUN=x,c\0", "JP_RUN=c,x", "JP_RUN=x\0JP_RUN=c")) {
            assertThat(ProgramRun.belongs(env.getBytes(StandardCharsets.UTF_8), Set.of("c", "d")))
                    .as(env)
                    .isTrue();
        }
        for (var env : List.of("", "\0", "JP_RUN=", "JP_RUN=cc", "XJP_RUN=c", "A=JP_RUN=c", "A=c", "JP_RUN=x,y")) {
            assertThat(ProgramRun.belongs(env.getBytes(StandardCharsets.UTF_8), Set.of("c", "d")))
                    .as(env)
                    .isFalse();
        }
    }

    @Test
    void readsAProcessWhoseNameLooksLikeAnotherProcess() {
        var line = "42 (a) R 1 1 (b) S 7 8 9 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 999 1"
                + " 18446744073709551615 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52";
        assertThat(ProcFiles.parse(42, line)).contains(new ProcFiles.Stat(42, 'S', 8, 9, false, 12345, 26, 50, 51));
        assertThat(ProcFiles.parse(42, "42 (cut) S 7 8")).isEmpty();
        assertThat(ProcFiles.parse(42, "")).isEmpty();
    }

    @Test
    void wordsAnEndingWithCare() {
        assertThat(ProgramEnding.ofStatus(0).words()).isEqualTo("exit status 0");
        assertThat(ProgramEnding.ofStatus(127)).isEqualTo(new ProgramEnding.Exited(127));
        assertThat(ProgramEnding.ofStatus(128)).isEqualTo(new ProgramEnding.Exited(128));
        assertThat(ProgramEnding.ofStatus(137)).isEqualTo(new ProgramEnding.Signalled(9, "SIGKILL"));
        assertThat(ProgramEnding.ofStatus(137).words()).isEqualTo("exit status 137 (as after SIGKILL)");
        assertThat(ProgramEnding.ofStatus(255)).isEqualTo(new ProgramEnding.Exited(255));
    }
}
