package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a plugin keeps is built by a stranger, who may be at work in it.
class DataCopyTest {
    @TempDir
    Path top;

    private Path from = Path.of("/");
    private Path to = Path.of("/");

    @BeforeEach
    void folders() throws Exception {
        from = Files.createDirectory(top.resolve("from"));
        to = Files.createDirectory(top.resolve("to"));
    }

    @Test
    void filesFoldersLinksAndTheirModesAreCopied() throws Exception {
        Files.createDirectories(from.resolve("a/b"));
        Files.writeString(from.resolve("a/b/file"), "x".repeat(200_000));
        mode("a/b/file", "r--------");
        mode("a", "r-x------");
        Files.createSymbolicLink(from.resolve("link"), Path.of("/etc/hostname"));
        Files.createSymbolicLink(from.resolve("folder"), Path.of("a"));
        Files.writeString(from.resolve("ä ö%20"), "name");
        copy(1 << 20, 100);
        assertThat(to.resolve("a/b/file")).hasSameBinaryContentAs(from.resolve("a/b/file"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(to.resolve("a/b/file"))))
                .isEqualTo("r--------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(to.resolve("a"))))
                .isEqualTo("r-x------");
        assertThat(Files.readSymbolicLink(to.resolve("link"))).hasToString("/etc/hostname");
        assertThat(Files.readSymbolicLink(to.resolve("folder"))).hasToString("a");
        assertThat(to.resolve("ä ö%20")).hasContent("name");
        mode("a", "rwx------");
        Files.setPosixFilePermissions(to.resolve("a"), PosixFilePermissions.fromString("rwx------"));
    }

    /// Whoever opens a FIFO to read waits for a writer.
    @Test
    @Timeout(60)
    void nobodyWaitsForAFifoOrASocket() throws Exception {
        run("mkfifo " + from.resolve("pipe"));
        run("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"" + from.resolve("socket") + "\")'");
        Files.writeString(from.resolve("file"), "x");
        copy(1 << 20, 100);
        try (var copied = Files.list(to)) {
            assertThat(copied).containsExactly(to.resolve("file"));
        }
    }

    /// A plugin at work: its folder is now a folder, now a link to somebody else's; its file now a file, now a FIFO.
    @Test
    @Timeout(60)
    void whatIsSwappedMeanwhileNeitherLeadsOutNorHoldsAnybodyUp() throws Exception {
        var secret = Files.createDirectory(top.resolve("secret"));
        Files.writeString(secret.resolve("key"), "secret");
        Files.writeString(Files.createDirectory(from.resolve("folder")).resolve("own"), "x");
        Files.createSymbolicLink(from.resolve("link"), secret);
        Files.writeString(from.resolve("file"), "x");
        run("mkfifo " + from.resolve("pipe"));
        var done = new AtomicBoolean();
        var swapper = Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                swap("folder", "link");
                swap("file", "pipe");
            }
        });
        try {
            for (int i = 0; i < 300; i++) {
                try {
                    DataCopy.make(from, to, 1 << 20, 100);
                } catch (IOException _) {
                    // It was caught in the middle of a swap: then there is no replay.
                }
                try (var copied = Files.walk(to)) {
                    assertThat(copied.map(path -> path.getFileName().toString()))
                            .doesNotContain("key");
                }
                TreeDeletion.delete(to);
                Files.createDirectory(to);
            }
        } finally {
            done.set(true);
            swapper.join();
        }
    }

    private void swap(String one, String other) {
        try {
            Files.move(from.resolve(one), from.resolve("aside"));
            Files.move(from.resolve(other), from.resolve(one));
            Files.move(from.resolve("aside"), from.resolve(other));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aLinkInPlaceOfTheFolderIsNotFollowed() throws Exception {
        var link = Files.createSymbolicLink(top.resolve("link"), from);
        Files.writeString(from.resolve("file"), "x");
        assertThat(catchThrowableOfType(FileBelow.Failed.class, () -> DataCopy.make(link, to, 100, 100))
                        .isLink())
                .isTrue();
        assertThat(to).isEmptyDirectory();
    }

    @Test
    void aNameThatIsNoTextIsCopiedByItsBytes() throws Exception {
        run("cd " + from + " && printf 1 > \"$(printf 'bad\\377name')\"");
        copy(1 << 20, 100);
        try (var copied = Files.list(to)) {
            var only = copied.toList();
            assertThat(only).hasSize(1);
            assertThat(Files.size(only.getFirst())).isEqualTo(1);
        }
    }

    @Test
    void thereAreLimits() throws Exception {
        try (var hole = new RandomAccessFile(from.resolve("hole").toFile(), "rw")) {
            hole.setLength(2 << 20);
        }
        assertThat(refused(1 << 20, 100)).contains("more than 1 MiB", "--without-data");
        Files.delete(from.resolve("hole"));
        for (int i = 0; i < 20; i++) {
            Files.createFile(from.resolve("file" + i));
        }
        assertThat(refused(1 << 20, 19)).contains("more than 19 files");
        var deep = from;
        for (int i = 0; i < 70; i++) {
            deep = Files.createDirectory(deep.resolve("d"));
        }
        assertThat(refused(1 << 20, 1000)).contains("nested deeper");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws Exception {
        Files.writeString(from.resolve("closed"), "x");
        mode("closed", "---------");
        if (Files.isReadable(from.resolve("closed"))) {
            // Nothing is closed to root.
            copy(100, 100);
            assertThat(to.resolve("closed")).exists();
        } else {
            assertThat(refused(100, 100)).contains("closed cannot be read");
        }
    }

    private String refused(long bytes, int entries) throws Exception {
        TreeDeletion.delete(to);
        Files.createDirectory(to);
        return String.valueOf(catchThrowableOfType(StoreProblem.class, () -> copy(bytes, entries))
                .getMessage());
    }

    private void copy(long bytes, int entries) throws Exception {
        DataCopy.make(from, to, bytes, entries);
        assertThat(Files.isDirectory(to, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }

    private void mode(String name, String mode) throws Exception {
        Files.setPosixFilePermissions(from.resolve(name), PosixFilePermissions.fromString(mode));
    }

    private static void run(String script) throws Exception {
        assertThat(new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor())
                .isZero();
    }
}
