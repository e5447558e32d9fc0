package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderSizeTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    @Test
    void isOverWhenItTakesTooLongToCount() throws Exception {
        Files.write(folder.resolve("a"), new byte[1]);
        assertThat(DataFolderSize.excess(folder, 1 << 20, Duration.ofNanos(-1)))
                .get()
                .asString()
                .startsWith("what cannot be counted");
    }

    @Test
    void countsWholeBlocksOfFilesAndFolders() throws Exception {
        Files.write(folder.resolve("a"), new byte[5000]);
        Files.createDirectory(folder.resolve("b"));
        Files.write(folder.resolve("b/c"), new byte[1]);
        var size = DataFolderSize.upTo(folder, Long.MAX_VALUE, 100, LONG);
        assertThat(size.entries()).isEqualTo(4);
        assertThat(size.bytes()).isEqualTo(8192 + 4096 + 2 * 4096);
        assertThat(size.stopped()).isEqualTo(DataFolderSize.Stop.NOT);
    }

    @Test
    void isOverBeyondTheLimitOnly() throws Exception {
        Files.write(folder.resolve("a"), new byte[8192]);
        assertThat(DataFolderSize.excess(folder, 12288, LONG)).isEmpty();
        assertThat(DataFolderSize.excess(folder, 12287, LONG)).get().asString().startsWith("more than 0 MiB in ");
    }

    @Test
    void doesNotFollowALinkOutOfTheFolder() throws Exception {
        var data = Files.createDirectory(folder.resolve("data"));
        var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.write(elsewhere.resolve("big"), new byte[100_000]);
        Files.createSymbolicLink(data.resolve("link"), elsewhere);
        assertThat(DataFolderSize.excess(data, 10_000, LONG)).isEmpty();
    }

    @Test
    void tellsTooManyEntriesAndATreeTooDeepFromOneTooLarge() throws Exception {
        var path = folder;
        for (int i = 0; i < 70; i++) {
            path = Files.createDirectory(path.resolve("d"));
        }
        assertThat(DataFolderSize.excess(folder, 1 << 20, LONG))
                .get()
                .asString()
                .startsWith("folders nested deeper than 64 in ");
        var wide = Files.createDirectory(folder.resolve("wide"));
        for (int i = 0; i < 20; i++) {
            Files.createFile(wide.resolve("f" + i));
        }
        assertThat(DataFolderSize.upTo(wide, Long.MAX_VALUE, 10, LONG).stopped())
                .isEqualTo(DataFolderSize.Stop.TOO_MANY);
    }
}
