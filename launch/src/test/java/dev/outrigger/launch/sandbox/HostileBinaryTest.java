package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A plugin whose files are made to have files of the host mounted, or to hold up whoever reads them. `secret` lies
/// beside the plugin's folder, and `home` is the host's own.
@Timeout(120)
class HostileBinaryTest {
    @TempDir
    Path folder;

    private SandboxFixture place;

    @BeforeEach
    void place() throws Exception {
        place = SandboxFixture.in(folder);
        Files.createDirectories(place.at("home/data/probe"));
    }

    private SandboxPlan plan(String... command) throws ConfinementRefused {
        return SandboxPlan.of(place.confinement(List.of(), List.of(command), SandboxLimits.DEFAULT));
    }

    private void evil(ElfBytes elf) throws Exception {
        var _ = elf.write(place.at("plugin/evil"));
    }

    private Path program(String name, String text) throws Exception {
        var file = Files.writeString(place.at(name), text);
        SandboxFixture.mode(file, "rwxr-xr-x");
        return file;
    }

    /// Planned as the command, and run beside a shell that looks for the secrets.
    private void showsNothingOf(Path secret) throws Exception {
        assertThat(plan("./evil").mounts()).noneMatch(mount -> shows(mount, secret));
        var outcome = look();
        assertThat(outcome.stdout()).as(outcome.toString()).contains("LOOKED").doesNotContain("REACHED");
    }

    private SandboxFixture.Outcome look() throws Exception {
        return place.run(
                List.of("exec:@B/plugin/evil:@B/open"),
                "bash",
                "-c",
                "echo LOOKED; cat " + place.at("secret") + " " + place.at("home/database") + " "
                        + place.at("plugin/libx.so"));
    }

    private static boolean shows(Mount mount, Path secret) {
        return switch (mount) {
            case Mount.Bind bind -> secret.startsWith(bind.source());
            case Mount.Link _, Mount.Text _, Mount.Programs _, Mount.Fresh _ -> false;
        };
    }

    private void refuses(String why) {
        assertThatThrownBy(() -> plan("./evil"))
                .isInstanceOf(ConfinementRefused.class)
                .hasMessageContaining(why);
        assertThatThrownBy(this::look).isInstanceOf(ConfinementRefused.class).hasMessageContaining(why);
    }

    @Test
    void refusesALibraryThatIsNamedByItsPath() throws Exception {
        evil(new ElfBytes().needs(place.at("secret").toString()));
        refuses("a library is needed by its name alone");
        evil(new ElfBytes().needs("../secret").runPath("$ORIGIN"));
        refuses("a library is needed by its name alone");
    }

    @Test
    void doesNotFollowFoldersThatLeadOutOfThePluginsOwn() throws Exception {
        evil(new ElfBytes().needs("secret").runPath("$ORIGIN/..").needs("database"));
        showsNothingOf(place.at("secret"));
        evil(new ElfBytes().needs("database").rPath("${ORIGIN}/../home"));
        showsNothingOf(place.at("home/database"));
        evil(new ElfBytes().needs("secret").runPath(place.base().toString()));
        showsNothingOf(place.at("secret"));
    }

    @Test
    void refusesALoaderThatIsNotTheSystems() throws Exception {
        evil(new ElfBytes().loader(place.at("secret").toString()));
        refuses("none of the system's");
        var mine = new ElfBytes().loader("").write(place.at("plugin/ld-linux-x86-64.so.2"));
        evil(new ElfBytes().loader(mine.toString()));
        refuses("none of the system's");
        evil(new ElfBytes().loader("/lib64/../" + place.at("secret")));
        refuses("none of the system's");
    }

    @Test
    void takesNoLibraryThroughALinkOutOfTheFolder() throws Exception {
        Files.createSymbolicLink(place.at("plugin/libx.so"), place.at("secret"));
        evil(new ElfBytes().needs("libx.so").runPath("$ORIGIN"));
        showsNothingOf(place.at("secret"));
        Files.createSymbolicLink(place.at("plugin/lib"), place.base());
        evil(new ElfBytes().needs("secret").runPath("$ORIGIN/lib"));
        showsNothingOf(place.at("secret"));
    }

    @Test
    void readsNothingThatThePluginWroteIntoItsHome() throws Exception {
        var home = place.at("home/data/probe");
        var _ = new ElfBytes().needs(place.at("home/database").toString()).write(home.resolve("libx.so"));
        evil(new ElfBytes().needs("libx.so").runPath("$ORIGIN/../home/data/probe"));
        showsNothingOf(place.at("home/database"));
    }

    @Test
    void takesItsOwnLibrariesAndTheSystems() throws Exception {
        Files.createDirectories(place.at("plugin/lib"));
        var _ = new ElfBytes().needs("libc.so.6").write(place.at("plugin/lib/libx.so"));
        evil(new ElfBytes().needs("libx.so").runPath("$ORIGIN/lib"));
        assertThat(plan("./evil").mounts())
                .noneMatch(mount -> shows(mount, place.at("plugin/lib/libx.so"))
                        && !mount.because().words().contains("its own folder"));
        // A mistake in a library of its own is found, so it was read.
        var _ = new ElfBytes().needs("/etc/shadow").write(place.at("plugin/lib/libx.so"));
        refuses("a library is needed by its name alone");
    }

    @Test
    void waitsForNoPipe() throws Exception {
        var pipe = place.at("plugin/pipe");
        assertThat(new ProcessBuilder("mkfifo", "-m", "755", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        evil(new ElfBytes().needs(pipe.toString()));
        refuses("a library is needed by its name alone");
        evil(new ElfBytes().loader(pipe.toString()));
        refuses("none of the system's");
        evil(new ElfBytes().needs("pipe").runPath("$ORIGIN"));
        showsNothingOf(place.at("secret"));
        var _ = program("plugin/run", "#!" + pipe + "\n");
        assertThatThrownBy(() -> plan("./run")).hasMessageContaining("no file that may be executed");
        assertThatThrownBy(() -> plan("./pipe")).hasMessageContaining("no file that may be executed");
    }

    @Test
    void holdsLittleOfAHeaderThatNamesAStringThousandsOfTimes() throws Exception {
        evil(new ElfBytes().needs("x".repeat(15 << 20), 4000));
        refuses("more than 256 libraries");
    }

    @Test
    void givesUpOnLibrariesThatNeedEachOtherWithoutEnd() throws Exception {
        for (int i = 0; i < 20; i++) {
            var elf = new ElfBytes().runPath("$ORIGIN").needs("lib" + (i + 1) + ".so");
            for (int j = 0; j < 150; j++) {
                elf.needs("lib" + i + "-" + j + ".so");
            }
            var _ = elf.write(place.at("plugin/lib" + i + ".so"));
        }
        evil(new ElfBytes().runPath("$ORIGIN").needs("lib0.so"));
        refuses("libraries");
    }

    @Test
    void runsNothingThroughALinkOutOfTheFolder() throws Exception {
        var other = program("tool", "REACHED\n");
        Files.createSymbolicLink(place.at("plugin/link"), other);
        assertThatThrownBy(() -> plan("./link"))
                .hasMessageContaining("outside of the plugin's folder")
                .hasMessageContaining("exec:" + other + ":" + place.base());
        assertThatThrownBy(() -> plan("/usr/bin/env", "./link")).hasMessageContaining("outside of the plugin's folder");
        assertThatThrownBy(() -> plan("/usr/bin/env", "../home/database"))
                .hasMessageContaining("no file that may be executed");
        Files.createSymbolicLink(place.at("plugin/python"), Path.of("/usr/bin/python3"));
        assertThat(plan("./python", "-V").programs().placed())
                .extracting(SandboxPrograms.Placed::file)
                .hasSize(1);
    }

    @Test
    void takesNoProgramOutsideOfTheSystemByAScriptsWord() throws Exception {
        var other = program("tool", "REACHED\n");
        var _ = program("plugin/run", "#!" + other + "\n");
        assertThatThrownBy(() -> plan("./run"))
                .hasMessageContaining("a script's first line names " + other)
                .hasMessageContaining("declare exec:" + other + ":" + place.base());
    }
}
