package dev.outrigger.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartDiagnosisTest {
    private static final String SEARCH_PATH = "/usr/bin:/bin";

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void scripts() {
        scripts = new Scripts(folder);
    }

    private <T extends CannotStart> T problem(Path file, Class<T> kind) {
        var problem = StartDiagnosis.of(file, SEARCH_PATH);
        assertThat(problem).containsInstanceOf(kind);
        assertThat(problem.get().getMessage()).contains(file.toString()).doesNotContain("\n");
        return kind.cast(problem.get());
    }

    private void fine(Path file) {
        assertThat(StartDiagnosis.of(file, SEARCH_PATH)).isEmpty();
    }

    private static byte[] realBinary() throws IOException {
        return Files.readAllBytes(Path.of("/bin/true"));
    }

    @Test
    void findsNothingWrongWithWhatRuns() throws IOException {
        fine(Path.of("/bin/true"));
        fine(Path.of("/bin/sh"));
        fine(scripts.executable("script", "#!/bin/sh\n"));
        fine(scripts.executable("spaced", "#! /bin/sh -e \n"));
        fine(scripts.executable("env", "#!/usr/bin/env sh\n"));
        fine(scripts.executable("env-s", "#!/usr/bin/env -S sh -e\n"));
        fine(scripts.executable("text", "echo hello\n"));
        fine(scripts.executable("comment", "#!\necho hello\n"));
        fine(scripts.executable("unfinished", "#!/bin/sh"));
    }

    @Test
    void tellsAMissingFileFromADanglingLink() throws IOException {
        assertThat(problem(folder.resolve("none"), CannotStart.Missing.class)).hasMessageContaining("no such file");
        assertThat(problem(folder.resolve("no/such/folder/none"), CannotStart.Missing.class))
                .hasMessageContaining("no such file");
        var link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("none"));
        assertThat(problem(link, CannotStart.Missing.class)).hasMessageContaining("link");
    }

    @Test
    void refusesWhatIsNoFileWithoutOpeningIt() throws Exception {
        problem(folder, CannotStart.NotAFile.class);
        problem(Path.of("/dev/null"), CannotStart.NotAFile.class);
        var pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        problem(pipe, CannotStart.NotAFile.class);
    }

    @Test
    void tellsHowToMakeAFileExecutable() throws IOException {
        var file = Files.writeString(folder.resolve("plain"), "#!/bin/sh\n");
        assertThat(problem(file, CannotStart.NotExecutable.class)).hasMessageContaining("chmod +x " + file);
    }

    @Test
    void refusesAnEmptyFile() throws IOException {
        problem(scripts.executable("empty", ""), CannotStart.EmptyFile.class);
    }

    @Test
    void namesTheProcessorABinaryWasMadeFor() throws IOException {
        var bytes = realBinary();
        boolean arm = System.getProperty("os.arch").equals("aarch64");
        bytes[18] = (byte) (arm ? 243 : 183);
        bytes[19] = 0;
        assertThat(problem(scripts.executable("foreign", bytes), CannotStart.WrongArchitecture.class))
                .hasMessageContaining((arm ? "a program for riscv" : "a program for aarch64") + ";");
    }

    @Test
    void refusesBinariesOfOtherKinds() throws IOException {
        var object = realBinary();
        object[16] = 1;
        assertThat(problem(scripts.executable("object", object), CannotStart.WrongArchitecture.class))
                .hasMessageContaining("object");
        assertThat(problem(
                        scripts.executable("cut", Arrays.copyOf(realBinary(), 40)),
                        CannotStart.WrongArchitecture.class))
                .hasMessageContaining("cut off");
        assertThat(problem(
                        scripts.executable("windows.exe", new byte[] {'M', 'Z', (byte) 0x90, 0, 3}),
                        CannotStart.WrongArchitecture.class))
                .hasMessageContaining("Windows");
        assertThat(problem(
                        scripts.executable(
                                "mac", new byte[] {(byte) 0xCF, (byte) 0xFA, (byte) 0xED, (byte) 0xFE, 7, 0}),
                        CannotStart.WrongArchitecture.class))
                .hasMessageContaining("macOS");
        problem(scripts.executable("data", new byte[] {1, 2, 0, 4}), CannotStart.WrongArchitecture.class);
    }

    @Test
    void namesTheLoaderThatIsNotInstalled() throws IOException {
        var bytes = realBinary();
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        int at = text.indexOf("/ld-");
        bytes[at + 1] = 'X';
        int start = text.lastIndexOf('\0', at) + 1;
        int end = text.indexOf('\0', at);
        var loader = text.substring(start, end).replace("/ld-", "/Xd-");
        assertThat(problem(scripts.executable("musl", bytes), CannotStart.MissingLoader.class))
                .hasMessageContaining("the loader " + loader + ",");
    }

    @Test
    void survivesBinariesThatLieAboutThemselves() throws IOException {
        var bytes = realBinary();
        for (int at : new int[] {32, 39, 54, 56, 72, 64 + 8, 64 + 56 + 15, 64 + 56 + 39}) {
            var lie = bytes.clone();
            lie[at] = (byte) 0xFF;
            var file = scripts.executable("lie" + at, lie);
            assertThat(StartDiagnosis.of(file, SEARCH_PATH))
                    .satisfiesAnyOf(
                            none -> assertThat(none).isEmpty(),
                            some -> assertThat(some).containsInstanceOf(CannotStart.MissingLoader.class));
        }
    }

    private CannotStart.BadInterpreter bad(String firstLine) throws IOException {
        return problem(scripts.executable("script", firstLine), CannotStart.BadInterpreter.class);
    }

    @Test
    void explainsEveryBadInterpreterLine() throws IOException {
        assertThat(bad("#!/no/such/python\n")).hasMessageContaining("/no/such/python: there is no such file");
        assertThat(bad("#!/bin/sh\r\necho\r\n")).hasMessageContaining("carriage return");
        assertThat(bad("#!/usr/bin/env sh\r\necho\r\n")).hasMessageContaining("carriage return");
        assertThat(bad("#!python3\n")).hasMessageContaining("#!/usr/bin/env python3");
        assertThat(bad("#!/" + "x".repeat(300) + "\n")).hasMessageContaining("longer");
        assertThat(bad("#!/usr/bin/env no-such-language\n")).hasMessageContaining("no-such-language is not installed");
        assertThat(bad("#!/usr/bin/env sh -e\n")).hasMessageContaining("#!/usr/bin/env -S sh -e");
        assertThat(bad("#!/tmp\n")).hasMessageContaining("folder");
        var plain = Files.writeString(folder.resolve("interpreter"), "#!/bin/sh\n");
        assertThat(bad("#!" + plain + "\n")).hasMessageContainingAll("the interpreter \"" + plain + "\"", "chmod +x");
    }

    @Test
    void agreesWithTheKernelOnHowDeepScriptsMayRunScripts() throws Exception {
        var interpreter = "/bin/sh";
        for (int depth = 1; depth <= 7; depth++) {
            var file = scripts.executable("depth" + depth, "#!" + interpreter + "\n");
            var process = Runtime.getRuntime().exec(new String[] {"/usr/bin/setpriv", "--", file.toString()});
            boolean runs = process.waitFor() == 0;
            assertThat(StartDiagnosis.of(file, SEARCH_PATH).isEmpty())
                    .as("depth " + depth)
                    .isEqualTo(runs);
            interpreter = file.toString();
        }
    }

    @Test
    void asksThoseWhoHandleForeignPrograms() {
        var head = new byte[] {0x7F, 'E', 'L', 'F', 2, 1};
        var file = Path.of("/x/game.exe");
        assertThat(Binfmt.claims("enabled\ninterpreter /q\nflags: F\noffset 0\nmagic 7f454c4602\n", file, head, 6))
                .isTrue();
        assertThat(Binfmt.claims("enabled\nflags: \noffset 4\nmagic 0301\nmask fe00\n", file, head, 6))
                .isTrue();
        assertThat(Binfmt.claims("enabled\noffset 4\nmagic 0301\n", file, head, 6))
                .isFalse();
        assertThat(Binfmt.claims("disabled\noffset 0\nmagic 7f454c4602\n", file, head, 6))
                .isFalse();
        assertThat(Binfmt.claims("enabled\nextension .exe\n", file, head, 6)).isTrue();
        assertThat(Binfmt.claims("enabled\noffset 5\nmagic 0102\n", file, head, 6))
                .isFalse();
    }

    /// By these numbers the place of a header was computed, beyond what an int holds, and gigabytes were asked for.
    @Test
    void aTableOfHeadersThatNoKernelTakesIsLeftToExec() throws IOException {
        for (int entry : new int[] {0, 32, 57, 0xFFFF}) {
            var bytes = realBinary();
            assertThat(bytes[4]).as("64 bits").isEqualTo((byte) 2);
            bytes[54] = (byte) entry;
            bytes[55] = (byte) (entry >> 8);
            bytes[56] = (byte) 0xFF;
            bytes[57] = (byte) 0xFF;
            var file = folder.resolve("table" + entry);
            Files.write(file, bytes);
            assertThat(file.toFile().setExecutable(true)).isTrue();
            fine(file);
        }
    }
}
