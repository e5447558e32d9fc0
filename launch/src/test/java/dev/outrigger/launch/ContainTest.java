package dev.outrigger.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `contain`, started as it is by [ContainedProgram]: it has no C library, so what that would do for it is ours.
@Timeout(60)
class ContainTest {
    private static final String US = Long.toString(ProcessHandle.current().pid());

    @TempDir
    Path folder;

    @BeforeEach
    void isThere() {
        assumeThat(NativePrograms.program("contain"))
                .as("contain is compiled: bin/lib/native target/native")
                .isPresent();
    }

    private record Ran(int status, String said) {}

    private static Ran contain(String... words) throws Exception {
        return contain(Map.of(), words);
    }

    private static Ran contain(Map<String, String> environment, String... words) throws Exception {
        var argv = new ArrayList<>(
                List.of(NativePrograms.program("contain").orElseThrow().toString()));
        argv.addAll(List.of(words));
        var builder = new ProcessBuilder(argv).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), said);
    }

    private void saysOf(Path file, int status, String words) throws Exception {
        assertThat(contain(US, file.toString())).isEqualTo(new Ran(status, "contain: " + file + ": " + words + "\n"));
    }

    private Path executable(String name, String content) throws IOException {
        return new Scripts(folder).executable(name, content);
    }

    @Test
    void aFileThatIsNotThereIs127AndAllElseIs126() throws Exception {
        saysOf(folder.resolve("nowhere"), 127, "No such file or directory");
        saysOf(executable("no-interpreter", "#!/nowhere\n"), 127, "No such file or directory");
        saysOf(folder, 126, "Permission denied");
        saysOf(Files.writeString(folder.resolve("no-program"), "#!/bin/sh\n"), 126, "Permission denied");
        saysOf(executable("no-format", "exit 0\n"), 126, "Exec format error");
        saysOf(folder.resolve("no-format/below"), 126, "Not a directory");
        saysOf(folder.resolve("x".repeat(256)), 126, "File name too long");
        saysOf(
                Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop")),
                126,
                "Too many levels of symbolic links");
    }

    @Test
    void aFileThatIsBeingWrittenIsBusy() throws Exception {
        var file = Files.copy(Path.of("/bin/true"), folder.resolve("busy"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var _ = new FileOutputStream(file.toFile(), true)) {
            saysOf(file, 126, "Text file busy");
        }
    }

    @Test
    void theLongestNameIsSaidWhole() throws Exception {
        var file = Path.of("/" + "long/".repeat(815) + "name");
        saysOf(file, 127, "No such file or directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "-1", "", "host", "4294967296", "99999999999999999999"})
    void aHostThatIsNotItsParentIsGone(String host) throws Exception {
        assertThat(contain(host, "/bin/true")).isEqualTo(new Ran(126, "contain: the host is gone\n"));
    }

    @Test
    void tooFewWordsAreAnsweredWithTheUsage() throws Exception {
        var usage = new Ran(2, "usage: contain HOST PROGRAM [ARG...]\n");
        assertThat(contain()).isEqualTo(usage);
        assertThat(contain(US)).isEqualTo(usage);
    }

    @Test
    void theProgramGetsItsWordsAndItsEnvironmentAndIsTheFirstProcess() throws Exception {
        var script = executable("words", "#!/bin/sh\nprintf '<%s>' \"$@\" $$\n");
        assertThat(contain(US, script.toString(), "", "two words", "-s")).isEqualTo(new Ran(0, "<><two words><-s><1>"));

        var environment = contain(Map.of("A", "a = b", "B", ""), US, "/usr/bin/env");
        assertThat(environment.said().lines()).containsExactlyInAnyOrder("A=a = b", "B=");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 126, 127, 128, 255})
    void exitsAsTheProgramDoes(int status) throws Exception {
        var script = executable("exits", "#!/bin/sh\nexit $1\n");
        assertThat(contain(US, script.toString(), Integer.toString(status))).isEqualTo(new Ran(status, ""));
    }

    /// What it sends to its group reaches neither the guard nor the host.
    @Test
    void isInASessionOfItsOwn() throws Exception {
        var script = executable("stays", "#!/bin/sh\necho here\nread x\n");
        var process = new ProcessBuilder(
                        NativePrograms.program("contain").orElseThrow().toString(), US, script.toString())
                .start();
        assertThat(process.inputReader().readLine()).isEqualTo("here");
        var program = process.children().findFirst().orElseThrow();

        assertThat(session(program.pid()))
                .isNotEqualTo(session(process.pid()))
                .isNotEqualTo(session(ProcessHandle.current().pid()));
        process.destroyForcibly().waitFor();
    }

    /// The fourth field behind the name, see proc(5).
    private static String session(long pid) throws IOException {
        var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[3];
    }

    /// The terminal's signals are for the host, in whose group the guard is.
    @Test
    void endsTheProgramAtSigtermAndAtNoSignalOfTheTerminal() throws Exception {
        var script = executable("stays", "#!/bin/sh\ntrap '' TERM\nwhile read x; do echo $x; done\n");
        var process = new ProcessBuilder(
                        NativePrograms.program("contain").orElseThrow().toString(), US, script.toString())
                .start();
        var to = process.outputWriter();
        var from = process.inputReader();
        for (var signal : List.of("INT", "HUP", "QUIT", "TSTP")) {
            kill(signal, process);
            to.write(signal + "\n");
            to.flush();
            assertThat(from.readLine()).isEqualTo(signal);
        }

        kill("TERM", process);

        assertThat(process.waitFor()).isEqualTo(137);
    }

    private static void kill(String signal, Process process) throws Exception {
        var kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
