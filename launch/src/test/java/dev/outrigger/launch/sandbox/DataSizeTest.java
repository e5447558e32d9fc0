package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSizeTest {
    @TempDir
    Path folder;

    @Test
    void countsWholeBlocksOfFilesAndFolders() throws Exception {
        Files.write(folder.resolve("a"), new byte[5000]);
        Files.createDirectory(folder.resolve("b"));
        Files.write(folder.resolve("b/c"), new byte[1]);
        var size = DataSize.upTo(folder, Long.MAX_VALUE, 100);
        assertThat(size.entries()).isEqualTo(4);
        assertThat(size.bytes()).isEqualTo(8192 + 4096 + 2 * 4096);
        assertThat(size.whole()).isTrue();
    }

    @Test
    void isOverBeyondTheLimitOnly() throws Exception {
        Files.write(folder.resolve("a"), new byte[8192]);
        assertThat(DataSize.over(folder, 12288)).isFalse();
        assertThat(DataSize.over(folder, 12287)).isTrue();
    }

    @Test
    void doesNotFollowALinkOutOfTheFolder() throws Exception {
        var data = Files.createDirectory(folder.resolve("data"));
        var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.write(elsewhere.resolve("big"), new byte[100_000]);
        Files.createSymbolicLink(data.resolve("link"), elsewhere);
        assertThat(DataSize.over(data, 10_000)).isFalse();
    }

    @Test
    void isOverWithTooManyEntriesOrATreeTooDeepToCount() throws Exception {
        var path = folder;
        for (int i = 0; i < 70; i++) {
            path = Files.createDirectory(path.resolve("d"));
        }
        assertThat(DataSize.over(folder, 1 << 20)).isTrue();
        var wide = Files.createDirectory(folder.resolve("wide"));
        for (int i = 0; i < 20; i++) {
            Files.createFile(wide.resolve("f" + i));
        }
        assertThat(DataSize.upTo(wide, Long.MAX_VALUE, 10).whole()).isFalse();
    }
}
