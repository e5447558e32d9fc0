package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderReachTest {
    @Test
    void walksNoFurtherThanAPluginsFolderCanBeDeep(@TempDir Path folder) throws Exception {
        SandboxFixture.mode(folder, "rwxr-xr-x");
        var at = folder;
        for (int i = 0; i < 60; i++) {
            at = Files.createDirectory(at.resolve("d"));
            SandboxFixture.mode(at, "rwxr-xr-x");
        }
        assertThat(FolderReach.obstacleWithin(folder)).isEmpty();
        for (int i = 0; i < 10; i++) {
            at = Files.createDirectory(at.resolve("d"));
            SandboxFixture.mode(at, "rwxr-xr-x");
        }
        assertThatThrownBy(() -> FolderReach.obstacleWithin(folder)).hasMessageContaining("more than 64 deep");
    }
}
