package dev.outrigger.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLockTest {
    @TempDir
    Path folder;

    @Test
    void flockOfTheShellAndOursSeeEachOther() throws Exception {
        var file = folder.resolve("lock");
        try (var lock = FileLock.take(file)) {
            assertThat(lock).isNotNull();
            assertThat(FileLock.take(file)).isNull();
            assertThat(shell(file)).isEqualTo(1);
        }
        assertThat(shell(file)).isZero();
        var holder = new ProcessBuilder("flock", file.toString(), "sh", "-c", "echo held; read x")
                .redirectErrorStream(true)
                .start();
        try (var said = holder.inputReader()) {
            assertThat(said.readLine()).isEqualTo("held");
            assertThat(FileLock.takeOwn(file)).isNull();
            var waiting = CompletableFuture.supplyAsync(() -> awaited(file));
            assertThat(waiting).isNotDone();
            holder.getOutputStream().close();
            try (var _ = waiting.get(20, TimeUnit.SECONDS)) {
                assertThat(shell(file)).isEqualTo(1);
            }
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    @Test
    void oneForNobodyElseIsClosedToOthersAlsoWhereAnotherHoldsIt() throws Exception {
        var file = Files.createFile(folder.resolve("lock"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        try (var _ = FileLock.take(file)) {
            assertThat(FileLock.takeOwn(file)).isNull();
        }
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void isNotTakenThroughALinkAndNotWithoutAFolder() throws Exception {
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("other"));
        assertThatThrownBy(() -> FileLock.takeOwn(folder.resolve("link")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is a symbolic link");
        assertThatThrownBy(() -> FileLock.take(folder.resolve("no/lock")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such folder");
        assertThat(folder.resolve("other")).doesNotExist();
    }

    private static FileLock awaited(Path file) {
        try {
            return FileLock.awaitOwn(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int shell(Path file) throws Exception {
        return new ProcessBuilder("flock", "-n", file.toString(), "true")
                .start()
                .waitFor();
    }
}
