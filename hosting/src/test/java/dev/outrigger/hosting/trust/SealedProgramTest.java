package dev.outrigger.hosting.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.terminal.program.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SealedProgramTest {
    @TempDir
    Path folder;

    private PluginProgram plugin;

    @BeforeEach
    void aScript() throws IOException {
        plugin = new PluginProgram("x", folder.resolve("jp-x"), PluginProgram.Source.PATH);
        Files.writeString(plugin.file(), "#!/bin/sh\necho \"$0 ran\"\n");
    }

    private static String run(Path file) throws IOException {
        var process =
                new ProcessBuilder(file.toString()).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Path[] left() throws IOException {
        var place = folder.resolve("sealed");
        if (!Files.exists(place)) {
            return new Path[0];
        }
        try (var files = Files.list(place)) {
            return files.toArray(Path[]::new);
        }
    }

    @Test
    void runsUnderItsOwnNameAndIsGoneAfterwards() throws Exception {
        try (var seal = SealedProgram.of(plugin, folder)) {
            assertThat(seal.sha256()).isEqualTo(SealedProgram.sha256(plugin)).hasSize(64);
            assertThat(run(seal.file())).isEqualTo(seal.file() + " ran\n").contains("/jp-x ran");
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void whatHappensToTheFileLaterDoesNotMatter() throws Exception {
        try (var seal = SealedProgram.of(plugin, folder)) {
            Files.writeString(plugin.file(), "#!/bin/sh\necho evil\n");
            assertThat(run(seal.file())).contains("ran");
            assertThat(seal.sha256()).isNotEqualTo(SealedProgram.sha256(plugin));
        }
    }

    @Test
    void nobodyElseCanLookOrWriteThere() throws Exception {
        try (var seal = SealedProgram.of(plugin, folder)) {
            for (var path : new Path[] {seal.file(), seal.file().getParent()}) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                        .isEqualTo("rwx------");
            }
        }
    }

    @Test
    void anotherOfOursAtTheSameTimeIsLeftAlone() throws Exception {
        try (var one = SealedProgram.of(plugin, folder);
                var other = SealedProgram.of(plugin, folder)) {
            assertThat(one.file()).exists().isNotEqualTo(other.file());
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void whatADeadOneLeftIsRemovedByTheNext() throws Exception {
        var dead = new ProcessBuilder("true").start();
        dead.waitFor();
        var old = Files.createDirectories(folder.resolve("sealed").resolve(dead.pid() + "-1-" + "0".repeat(32)));
        Files.writeString(old.resolve("jp-x"), "left");
        var stranger = Files.createDirectories(folder.resolve("sealed/notes"));

        SealedProgram.of(plugin, folder).close();

        assertThat(old).doesNotExist();
        assertThat(stranger).exists();
    }

    @Test
    void aPipeIsRefusedAndNotWaitedFor() throws Exception {
        Files.delete(plugin.file());
        assertThat(new ProcessBuilder("mkfifo", plugin.file().toString())
                        .start()
                        .waitFor())
                .isZero();

        assertThatThrownBy(() -> SealedProgram.of(plugin, folder))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("ordinary file");
        assertThat(left()).isEmpty();
    }

    @Test
    void aFileInTheWayIsOneClearLine() throws Exception {
        Files.writeString(folder.resolve("sealed"), "");

        assertThatThrownBy(() -> SealedProgram.of(plugin, folder))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("cannot be written to")
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @CsvSource({"noexec, mounted noexec", "size=64k, No space left on device"})
    void aStateFolderThatWillNotDoIsOneClearLine(String option, String words) throws Exception {
        var mount = Files.createDirectory(folder.resolve("mount"));
        assumeTrue(
                command("mount", "-t", "tmpfs", "-o", option, "tmpfs", mount.toString()) == 0,
                "only root may mount a tmpfs");
        try {
            Files.writeString(plugin.file(), "#!/bin/sh\n" + "#".repeat(200_000) + "\n");

            assertThatThrownBy(() -> SealedProgram.of(plugin, mount))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining(words)
                    .hasMessageNotContaining("\n");
            try (var files = Files.list(mount.resolve("sealed"))) {
                assertThat(files).isEmpty();
            }
        } finally {
            command("umount", mount.toString());
        }
    }

    private static int command(String... words) throws Exception {
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
