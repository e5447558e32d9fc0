package dev.outrigger.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeDeletionTest {
    @TempDir
    Path folder;

    @Test
    void deletesWhatIsDeepAndWhatIsClosed() throws Exception {
        var top = folder.resolve("top");
        Files.createDirectories(top.resolve("a/b/c/d"));
        Files.writeString(top.resolve("a/b/c/d/file"), "x");
        Files.writeString(top.resolve("a/file"), "x");
        Files.setPosixFilePermissions(top.resolve("a/b/c"), PosixFilePermissions.fromString("---------"));
        Files.setPosixFilePermissions(top, PosixFilePermissions.fromString("r-xr-xr-x"));
        TreeDeletion.delete(top);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void removesLinksAndNeverFollowsThem() throws Exception {
        var other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(other.resolve("file"), "theirs");
        var top = folder.resolve("top");
        Files.createDirectories(top.resolve("inner"));
        Files.createSymbolicLink(top.resolve("inner/link"), other);
        Files.createSymbolicLink(top.resolve("gone"), folder.resolve("nowhere"));
        TreeDeletion.delete(top);
        TreeDeletion.delete(Files.createSymbolicLink(folder.resolve("link"), other));
        assertThat(folder.toFile().list()).containsExactly("other");
        assertThat(other.resolve("file")).hasContent("theirs");
    }

    @Test
    void deletesAFileAndIsContentWithNothing() throws Exception {
        TreeDeletion.delete(Files.writeString(folder.resolve("f"), "x"));
        TreeDeletion.delete(folder.resolve("f"));
        assertThat(folder).isEmptyDirectory();
    }
}
