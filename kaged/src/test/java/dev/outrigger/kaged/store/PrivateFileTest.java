package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFileTest {
    @TempDir
    Path folder;

    @Test
    void closesOnesOwnAndRefusesAnothers() throws Exception {
        var file = Files.writeString(folder.resolve("file"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
        PrivateFile.make(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a file away");
        Files.setAttribute(file, "unix:uid", 12345);

        assertThatThrownBy(() -> PrivateFile.output(file)).hasMessageContaining("it belongs to another user");
        assertThat(file).hasContent("old");
    }
}
