package dev.outrigger.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.outrigger.system.Sha256;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `become`, started as a plugin's start does it: only the bytes that have the wanted sha256 ever run.
@Timeout(60)
class BecomeTest {
    private static final String US = Long.toString(ProcessHandle.current().pid());
    private static final String SAYS = "#!/bin/sh\necho \"$0 $*\"\n";

    @TempDir
    Path folder;

    private Path original;
    private Path copy;

    @BeforeEach
    void isThere() {
        assumeThat(NativePrograms.program(NativePrograms.BECOME))
                .as("become is compiled: bin/lib/native target/native")
                .isPresent();
        original = folder.resolve("jp-x");
        copy = folder.resolve("copy");
    }

    private record Ran(int status, String out, String err) {}

    /// With these words for its host's number, for what it hears, and for what it may become.
    private Ran become(String host, String heard, String sha256, String... args) throws Exception {
        var out = folder.resolve("out").toFile();
        var err = folder.resolve("err").toFile();
        var process = command(host, sha256, args)
                .redirectOutput(out)
                .redirectError(err)
                .start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(heard.getBytes(StandardCharsets.UTF_8));
        } catch (IOException _) {
            // Some are refused before anybody asks: then it left without listening.
        }
        return new Ran(process.waitFor(), text(out), text(err));
    }

    private ProcessBuilder command(String host, String sha256, String... args) {
        var words = new ArrayList<>(List.of(
                NativePrograms.program(NativePrograms.BECOME).orElseThrow().toString(), "TOKEN", host, sha256));
        words.addAll(List.of(original.toString(), copy.toString()));
        words.addAll(List.of(args));
        return new ProcessBuilder(words);
    }

    private static String text(File file) throws IOException {
        return Files.readString(file.toPath());
    }

    private Ran sealed(String sha256) throws Exception {
        return become(US, "\n", sha256, "a b", "");
    }

    private void refused(Ran ran, Path file, String why) {
        assertThat(ran).isEqualTo(new Ran(126, "", "TOKEN: " + file + ": " + why + "\n"));
    }

    @Test
    void runsTheCopyOfWhatHasTheRightBytes() throws Exception {
        Files.writeString(original, SAYS);
        assertThat(sealed(Sha256.of(original))).isEqualTo(new Ran(0, copy + " a b \n", "TOKEN\n"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rwx------");
    }

    @Test
    void runsNoOtherBytesAndKeepsNoneOfThem() throws Exception {
        Files.writeString(original, SAYS);
        var right = Sha256.of(original);
        for (var wrong :
                List.of("0".repeat(64), right.substring(1), right + "0", right.toUpperCase(Locale.ROOT), "x")) {
            refused(sealed(wrong), original, "not the bytes that were approved");
            assertThat(copy).doesNotExist();
        }
        Files.writeString(original, SAYS.substring(0, 12));
        refused(sealed(right), original, "not the bytes that were approved");
    }

    /// The ends of blocks, of chunks, and of what it takes.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 55, 56, 63, 64, 65, 119, 120, 65_535, 65_536, 65_537, 131_072, 1_000_003, 4 << 20})
    void hashesAsEverybodyDoes(int size) throws Exception {
        var bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        Files.write(original, bytes);
        // It waits for a word to go on, and hears none: what it has written by then is what it has checked.
        assertThat(become(US, "", Sha256.of(bytes))).isEqualTo(new Ran(1, "", ""));
        assertThat(copy).hasBinaryContent(bytes);
    }

    @Test
    void doesNotWaitForAPipeAndDoesNotReadADevice() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", original.toString()).start().waitFor())
                .isZero();
        refused(sealed("0".repeat(64)), original, "no ordinary file");
        Files.delete(original);
        Files.createSymbolicLink(original, Path.of("/dev/zero"));
        refused(sealed("0".repeat(64)), original, "no ordinary file");
        Files.delete(original);
        Files.createDirectory(original);
        refused(sealed("0".repeat(64)), original, "no ordinary file");
    }

    @Test
    void readsNoFileThatHasGrownHuge() throws Exception {
        try (var sparse = new RandomAccessFile(original.toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        refused(sealed("0".repeat(64)), original, "it has grown");
    }

    @Test
    void saysWhatIsMissingOrNotItsToRead() throws Exception {
        assertThat(sealed("0".repeat(64)))
                .isEqualTo(new Ran(127, "", "TOKEN: " + original + ": No such file or directory\n"));
        Files.createSymbolicLink(original, original.getFileName());
        refused(sealed("0".repeat(64)), original, "Too many levels of symbolic links");
    }

    /// What lies where the copy is to be is neither followed nor written to.
    @Test
    void writesThroughNoLink() throws Exception {
        Files.writeString(original, SAYS);
        var other = Files.writeString(folder.resolve("other"), "mine");
        Files.createSymbolicLink(copy, other);
        assertThat(sealed(Sha256.of(original)).out()).isEqualTo(copy + " a b \n");
        assertThat(other).hasContent("mine");
        assertThat(Files.isSymbolicLink(copy)).isFalse();

        Files.delete(copy);
        Files.createLink(copy, other);
        assertThat(sealed(Sha256.of(original)).status()).isZero();
        assertThat(other).hasContent("mine");
    }

    /// The bytes that were read are those that run, whatever the file becomes while it is being waited for.
    @Test
    void whatHappensToTheFileAfterItWasReadDoesNotMatter() throws Exception {
        Files.writeString(original, SAYS);
        var process = command(US, Sha256.of(original)).start();
        await().atMost(Duration.ofSeconds(30))
                .until(() -> Files.exists(copy, LinkOption.NOFOLLOW_LINKS) && Files.size(copy) == SAYS.length());
        try (var over = new FileOutputStream(original.toFile())) {
            over.write("#!/bin/sh\necho evil\n".getBytes(StandardCharsets.UTF_8));
        }
        process.getOutputStream().write('\n');
        process.getOutputStream().close();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(copy + " \n");
    }

    @Test
    void startsNothingForAHostThatIsGoneOrSaysNothing() throws Exception {
        Files.writeString(original, SAYS);
        var right = Sha256.of(original);
        assertThat(become("1", "\n", right)).isEqualTo(new Ran(1, "", ""));
        assertThat(become("", "\n", right)).isEqualTo(new Ran(1, "", ""));
        assertThat(become(US, "go", right)).isEqualTo(new Ran(1, "", ""));
        assertThat(become(US, "", "")).isEqualTo(new Ran(1, "", ""));
    }

    @Test
    void withoutAHashTheProgramRunsWhereItLies() throws Exception {
        new Scripts(folder).executable("copy", SAYS);
        assertThat(become(US, "\n", "", "x")).isEqualTo(new Ran(0, copy + " x\n", "TOKEN\n"));
        assertThat(original).doesNotExist();
        Files.delete(copy);
        assertThat(become(US, "\n", ""))
                .isEqualTo(new Ran(127, "", "TOKEN\nTOKEN: " + copy + ": No such file or directory\n"));
    }

    @Test
    void aStartThatIsToBeCheckedIsTriedNowhereElse() throws Exception {
        Files.writeString(original, SAYS);
        var program =
                new ProgramSpec(copy, List.of(), Scripts.ENV, folder, false, new CheckedCopy(original, "0".repeat(64)));
        assertThat(original.toFile().setExecutable(true)).isTrue();
        var child = new Scripts(folder).launcher().start(program, Scripts.DEAF);
        assertThat(child.stdout().read()).isEqualTo(-1);
        assertThat(child.end(Duration.ofSeconds(30)))
                .isEqualTo(new ProgramEnding.NotStarted(
                        "cannot start " + copy + ": " + original + ": not the bytes that were approved"));
    }
}
