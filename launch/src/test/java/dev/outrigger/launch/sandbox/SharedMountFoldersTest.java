package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SharedMountFoldersTest {
    private static final List<String> CAT = List.of("cat");

    @TempDir
    Path folder;

    private SandboxFixture place;

    @BeforeEach
    void place() throws Exception {
        place = SandboxFixture.in(folder);
    }

    @Test
    void servesSeveralHostsThatBeginAtOnce() throws Exception {
        int rounds = Boolean.getBoolean("outrigger.long") ? 12 : 4;
        var hosts = new ArrayList<Process>();
        try {
            for (int i = 0; i < 4; i++) {
                hosts.add(BusyHost.start(place.base(), rounds));
            }
            var heard = new ArrayList<BufferedReader>();
            for (var host : hosts) {
                heard.add(host.inputReader());
                assertThat(heard.getLast().readLine()).isEqualTo("ready");
            }
            for (var host : hosts) {
                host.getOutputStream().close();
            }
            for (var said : heard) {
                assertThat(said.readAllAsString()).isEqualTo(rounds + " went well\n");
            }
        } finally {
            hosts.forEach(Process::destroyForcibly);
        }
    }

    @Test
    void keepsWhatItMadeForTheNextHost() throws Exception {
        place.run(List.of(), CAT, SandboxLimits.DEFAULT);
        var made = keys();
        assertThat(new Sandbox(place.at("state")).tidy()).noneMatch(this::isAboutThisPlace);
        place.run(List.of(), CAT, SandboxLimits.DEFAULT);
        assertThat(made).hasSize(2);
        assertThat(keys()).isEqualTo(made);
    }

    @Test
    void removesWhatWasNotUsedForAWeekUnlessASandboxIsThere() throws Exception {
        try (var child = place.start(List.of(), CAT, SandboxLimits.DEFAULT, SandboxFixture.DEAF)) {
            child.stdin().write('x');
            child.stdout().read();
            age();
            assertThat(new Sandbox(place.at("state")).tidy()).noneMatch(this::isAboutThisPlace);
            assertThat(made()).hasSize(2);
        }
        assertThat(new Sandbox(place.at("state")).tidy())
                .filteredOn(this::isAboutThisPlace)
                .hasSize(2)
                .allMatch(note -> note.startsWith("removed what no sandbox has used for a week"));
        assertThat(made()).isEmpty();
    }

    @Test
    void doesNotRemoveWhatAnotherProcessUses() throws Exception {
        var host = KilledStarter.start(folder);
        try (var said = host.inputReader()) {
            said.readLine();
            age();
            new Sandbox(place.at("state")).tidy();
            assertThat(made()).hasSize(2);
            host.destroyForcibly().waitFor();
            new Sandbox(place.at("state")).tidy();
            assertThat(made()).isEmpty();
        } finally {
            host.destroyForcibly();
        }
    }

    @Test
    void isUsedFromNowOnWhenItIsFoundOld() throws Exception {
        place.run(List.of(), CAT, SandboxLimits.DEFAULT);
        age();
        place.run(List.of(), CAT, SandboxLimits.DEFAULT);
        new Sandbox(place.at("state")).tidy();
        assertThat(made()).hasSize(2);
    }

    @Test
    void removesWhatSomebodyLeftHalfMadeOrHalfRemovedOrFromAnotherBoot() throws Exception {
        place.run(List.of(), CAT, SandboxLimits.DEFAULT);
        var whole = made();
        for (var name : List.of("making-123", "going", "0123456789abcdef0123456789abcdef-another-boot")) {
            Files.createDirectories(place.at("state/programs/" + name + "/deeper"));
            Files.writeString(place.at("state/programs/" + name + "/deeper/sh"), "");
        }
        assertThat(new Sandbox(place.at("state")).tidy())
                .filteredOn(this::isAboutThisPlace)
                .hasSize(3);
        assertThat(made()).isEqualTo(whole);
    }

    private boolean isAboutThisPlace(String note) {
        return note.contains(place.base().toString());
    }

    private List<Path> made() throws IOException {
        var made = new ArrayList<Path>();
        for (var kind : List.of("programs", "etc")) {
            try (var folders = Files.list(place.at("state").resolve(kind))) {
                folders.sorted().forEach(made::add);
            }
        }
        return made;
    }

    /// Which folders they are, so that one made again is told from one that was kept.
    private List<String> keys() throws IOException {
        var keys = new ArrayList<String>();
        for (var path : made()) {
            keys.add(path + " " + FileIdentity.of(path));
        }
        return keys;
    }

    private void age() throws IOException {
        for (var path : made()) {
            Files.setLastModifiedTime(path, FileTime.from(Instant.EPOCH));
        }
    }
}
