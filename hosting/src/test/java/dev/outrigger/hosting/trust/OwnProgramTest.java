package dev.outrigger.hosting.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.system.EffectiveUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who could have written a program that may change.
class OwnProgramTest {
    private static final int ANOTHER = 4711;

    @TempDir
    Path temporary;

    private Path above;
    private Path folder;
    private Path file;

    @BeforeEach
    void aProgramOfTheUsers() throws IOException {
        above = Files.createDirectory(temporary.toRealPath().resolve("above"));
        folder = Files.createDirectory(above.resolve("folder"));
        file = Files.writeString(folder.resolve("jp-x"), "#!/bin/sh\n");
        mode(above, "rwxr-xr-x");
        mode(folder, "rwxr-xr-x");
        mode(file, "rwxr-xr-x");
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private static void sticky(Path path) throws IOException {
        Files.setAttribute(path, "unix:mode", 01777);
    }

    @Test
    void isFineWhereNobodyElseCanWrite() {
        assertThat(OwnProgram.objection(file)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxr-x", "rwxr-xrwx", "rwxrwxrwx"})
    void whatOthersMayWriteIsRefusedWithTheCommandThatMendsIt(String open) throws IOException {
        for (var path : new Path[] {file, folder, above}) {
            mode(path, open);
            assertThat(OwnProgram.objection(file))
                    .contains("others than you may write to " + path + ": chmod go-w " + path);
            mode(path, "rwxr-xr-x");
        }
        assertThat(OwnProgram.objection(file)).isEmpty();
        // All at once, as a umask of 002 leaves them.
        mode(folder, open);
        mode(file, open);
        assertThat(OwnProgram.objection(file))
                .hasValueSatisfying(why -> assertThat(why).endsWith("chmod go-w " + folder + " " + file));
    }

    /// As a clone may call it, so that whoever pastes the command runs another.
    @Test
    void aNameThatIsACommandIsOneWordInWhatIsToBePasted() throws IOException {
        var hostile = Files.createDirectory(folder.resolve("x; touch y"));
        var program = Files.writeString(hostile.resolve("jp-x"), "#!/bin/sh\n");
        mode(program, "rwxr-xr-x");
        mode(hostile, "rwxrwxrwx");
        assertThat(OwnProgram.objection(program))
                .hasValueSatisfying(why -> assertThat(why).endsWith(": chmod go-w '" + hostile + "'"));
    }

    /// Nobody takes away what is another's there, but anybody puts a module next to the program.
    @Test
    void aStickyFolderIsRightAboveAndNotAsItsOwn() throws IOException {
        sticky(above);
        assertThat(OwnProgram.objection(file)).isEmpty();
        sticky(folder);
        assertThat(OwnProgram.objection(file))
                .hasValueSatisfying(why -> assertThat(why).contains(folder.toString()));
    }

    @ParameterizedTest
    @CsvSource({"/usr/bin/env, /usr/bin", "/etc/passwd, /etc"})
    void rootsFoldersAreNotTheUsersOwn(Path roots, Path folder) throws IOException {
        if (EffectiveUser.uid() != 0) {
            assertThat(OwnProgram.objection(roots.toRealPath()))
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("below " + folder + ", which is another user's"));
        }
    }

    /// Only root can give files away: bin/check runs this as root, too.
    @Test
    void anotherUsersFileOrFolderIsRefused() throws IOException {
        if (EffectiveUser.uid() != 0) {
            return;
        }
        for (var path : new Path[] {folder, above}) {
            Files.setAttribute(path, "unix:uid", ANOTHER);
            assertThat(OwnProgram.objection(file))
                    .hasValueSatisfying(why -> assertThat(why).contains("below " + path + ", which is another user's"));
            Files.setAttribute(path, "unix:uid", 0);
        }
        Files.setAttribute(file, "unix:uid", ANOTHER);
        assertThat(OwnProgram.objection(file)).contains(file + " is another user's file");
    }

    @Test
    void onlyAnOrdinaryFileThatIsThere() throws IOException {
        Files.delete(file);
        assertThat(OwnProgram.objection(file))
                .hasValueSatisfying(why -> assertThat(why).contains("cannot be told"));
        Files.createDirectory(file);
        assertThat(OwnProgram.objection(file)).contains(file + " is no ordinary file");
        Files.delete(file);
        // Looked at as it is: whoever asks has followed all links before.
        Files.createSymbolicLink(file, Path.of("/usr/bin/env"));
        assertThat(OwnProgram.objection(file)).contains(file + " is no ordinary file");
    }
}
