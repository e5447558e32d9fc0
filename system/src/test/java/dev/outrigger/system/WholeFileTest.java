package dev.outrigger.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path folder;

    @Test
    void replacesAFileAndLeavesNothingElse() throws Exception {
        var file = Files.writeString(folder.resolve("f"), "a long one before");
        WholeFile.replace(file, "new".getBytes(UTF_8));
        assertThat(file).hasContent("new");
        WholeFile.replaceUnsynced(file, "newer".getBytes(UTF_8));
        assertThat(file).hasContent("newer");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(folder.toFile().list()).containsExactly("f");
    }

    @Test
    void aDraftThatIsNotWantedGoesAndTheFileStays() throws Exception {
        var file = Files.writeString(folder.resolve("f"), "before");
        try (var draft = FileDraft.of(file)) {
            draft.write("never".getBytes(UTF_8));
        }
        assertThat(file).hasContent("before");
        assertThat(folder.toFile().list()).containsExactly("f");
    }

    @Test
    void whatACrashLeftUnderTheNameOfADraftIsOverwritten() throws Exception {
        var file = folder.resolve("f");
        Files.writeString(folder.resolve("f.draft"), "left behind, and longer than what comes");
        try (var draft = FileDraft.named(file, "f.draft")) {
            draft.write("new".getBytes(UTF_8));
            draft.replace();
        }
        assertThat(file).hasContent("new");
        assertThat(folder.toFile().list()).containsExactly("f");
    }

    @Test
    void aDraftIsNotWrittenThroughALinkInItsPlace() throws Exception {
        var other = Files.writeString(folder.resolve("other"), "theirs");
        try (var draft = FileDraft.shared(folder.resolve("f"), "f.tmp")) {
            Files.delete(draft.path());
            Files.createSymbolicLink(draft.path(), other);
            assertThatThrownBy(() -> draft.write("ours".getBytes(UTF_8))).isInstanceOf(IOException.class);
        }
        assertThat(other).hasContent("theirs");
    }

    @Test
    void anInterruptLosesNothingAndIsKept() throws Exception {
        var file = folder.resolve("f");
        Thread.currentThread().interrupt();
        try {
            WholeFile.replace(file, "new".getBytes(UTF_8));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(file).hasContent("new");
    }

    @Test
    void anotherFolderIsNotMade() {
        assertThatThrownBy(() -> WholeFile.replace(folder.resolve("no/f"), new byte[0]))
                .isInstanceOf(IOException.class);
        assertThat(folder).isEmptyDirectory();
    }
}
