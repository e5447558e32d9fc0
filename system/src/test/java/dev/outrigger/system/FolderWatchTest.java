package dev.outrigger.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The kernel tells of what happens in a folder, whoever does it.
@Timeout(30)
class FolderWatchTest {
    @TempDir
    Path folder;

    private FolderWatch watch;

    @BeforeEach
    void aWatch() throws IOException {
        watch = FolderWatch.open();
        watch.add(folder);
    }

    @AfterEach
    void end() throws IOException {
        watch.close();
        while (!Objects.requireNonNull(watch.next()).isEmpty()) {
            assertThat(folder).exists();
        }
    }

    @Test
    void tellsOfFilesThatAreMadeWrittenAndRemoved() throws IOException {
        var file = folder.resolve("é");
        Files.writeString(file, "x");
        assertThat(until("é")).contains("é");
        Files.delete(file);
        assertThat(until("é")).contains("é");
    }

    @Test
    void tellsThatALockWasGivenBack() throws Exception {
        var lock = Objects.requireNonNull(FileLock.take(folder.resolve("a.lock")));
        until("a.lock");
        Files.writeString(folder.resolve("between"), "");
        until("between");

        lock.close();

        assertThat(until("a.lock")).contains("a.lock");
    }

    @Test
    void tellsThatTheHolderOfALockWasKilled() throws Exception {
        var file = Files.createFile(folder.resolve("b.lock"));
        var holder = new ProcessBuilder("flock", file.toString(), "sh", "-c", "touch held; exec cat")
                .directory(folder.toFile())
                .start();
        until("held");

        holder.descendants().forEach(ProcessHandle::destroyForcibly);
        holder.destroyForcibly();

        assertThat(until("b.lock")).contains("b.lock");
    }

    @Test
    void whoeverWaitsIsFreeWhenItIsClosed() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var own = FolderWatch.open();
            var waiting = threads.submit(own::next);
            own.close();

            assertThat(waiting.get()).isEmpty();
        }
    }

    @Test
    void whatIsNotWatchedAnyMoreIsNotTold() throws IOException {
        var other = Files.createDirectory(folder.resolve("other"));
        watch.add(other);
        watch.remove(other);
        Files.writeString(other.resolve("unheard"), "x");
        Files.writeString(folder.resolve("last"), "x");

        assertThat(until("last")).doesNotContain("unheard");
    }

    @Test
    void aFolderThatIsNoneIsRefused() throws IOException {
        assertThatThrownBy(() -> watch.add(folder.resolve("nowhere"))).hasMessageContaining("no such folder");
        var file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> watch.add(file)).hasMessageContaining("no folder");
    }

    /// All names that are told, up to this one.
    private Set<String> until(String name) throws IOException {
        var names = new HashSet<String>();
        while (!names.contains(name)) {
            for (var change : Objects.requireNonNull(watch.next(), "none is lost here")) {
                names.add(change.name());
            }
        }
        return names;
    }
}
