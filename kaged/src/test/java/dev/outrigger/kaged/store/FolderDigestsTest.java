package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderDigestsTest {
    @TempDir
    private Path folder;

    private int read;

    private FolderDigests at(Clock clock) {
        return new FolderDigests(clock, root -> {
            read++;
            return FolderCopy.digestOfAll(root);
        });
    }

    @Test
    void filesAreReadAgainOnlyWhenSomethingWasTouched() throws Exception {
        var root = folder.toRealPath();
        var file = Files.writeString(root.resolve("a"), "1");
        var digests = at(Clock.offset(Clock.systemUTC(), Duration.ofHours(1)));
        var first = digests.of(root);
        assertThat(digests.of(root)).isEqualTo(first);
        assertThat(read).isEqualTo(1);

        var time = Files.getLastModifiedTime(file);
        Files.writeString(file, "2");
        Files.setLastModifiedTime(file, time);
        assertThat(digests.of(root)).as("as long and as old as before").isNotEqualTo(first);
        Files.writeString(file, "1");
        assertThat(digests.of(root)).isEqualTo(first);
        assertThat(read).isEqualTo(3);
    }

    /// Within one tick of the file system's clock a second change leaves no trace.
    @Test
    void whatChangedJustNowIsReadEachTime() throws Exception {
        var root = folder.toRealPath();
        Files.writeString(root.resolve("a"), "1");
        var digests = at(Clock.systemUTC());
        assertThat(digests.of(root)).isEqualTo(digests.of(root));
        assertThat(read).isEqualTo(2);
    }
}
