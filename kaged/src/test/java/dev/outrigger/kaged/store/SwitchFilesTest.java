package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That a plugin which was switched off stays off, whatever happens while that is noted.
class SwitchFilesTest {
    @TempDir
    Path home;

    /// Who has the old file open, and so a crash as well, sees no half of the new one.
    @Test
    void writesNothingIntoTheFileThatIsThere() throws Exception {
        var switches = new SwitchFiles(home.resolve("disabled"));
        switches.off("notes", "for a while");
        var before = Files.createLink(home.resolve("before"), switches.folder().resolve("notes"));
        switches.off("notes", "for good");
        assertThat(before).hasContent("for a while\n");
        assertThat(switches.why("notes")).contains("for good");
        assertThat(switches.folder()).isDirectoryNotContaining(file -> !file.endsWith("notes"));
        assertThat(Files.getPosixFilePermissions(switches.folder().resolve("notes")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
}
