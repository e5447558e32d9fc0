package dev.outrigger.jp.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.workspace.UserPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list that is kept, and when it no longer counts.
class PluginListCacheTest {
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));

    @TempDir
    Path folder;

    private Map<String, String> environment;
    private List<PluginProgram> plugins;
    private PluginListing listing;

    @BeforeEach
    void twoPrograms() throws IOException {
        var bin = Files.createDirectory(folder.resolve("bin"));
        environment = Map.of("HOME", folder.toString(), "PATH", bin + ":/nonexistent");
        plugins = List.of(program("serve-web"), program("init"));
        listing = new PluginListing(List.of(new PluginListing.Row(
                List.of("serve", "web"), plugins.getFirst(), "Read-only web UI", PluginListing.State.NOT_APPROVED)));
        Files.createDirectories(state().resolve("described"));
        Files.writeString(state().resolve("described/index.jsonl"), "old");
        age();
        kept().keep(listing, plugins, "settings");
    }

    @Test
    void whileNothingChangesItIsTheSame() {
        assertThat(kept().under("settings")).contains(listing);
        assertThat(kept().anyway()).contains(listing);
    }

    @Test
    void underOtherSettingsOrUnknownOnesItDoesNotCount() {
        assertThat(kept().under("others")).isEmpty();
        assertThat(kept().under("")).isEmpty();
        assertThat(kept().anyway()).isPresent();
    }

    @Test
    void anyChangeOfAProgramAFolderOrWhatIsRememberedEndsIt() throws IOException {
        var program = plugins.getFirst().file();
        ends(() -> Files.writeString(program, "#!/bin/sh\n#\n"));
        ends(() -> assertThat(program.toFile().setExecutable(false)).isTrue());
        ends(() -> Files.setLastModifiedTime(program, FileTime.from(Instant.parse("2026-01-02T00:00:00Z"))));
        ends(() -> Files.delete(plugins.getLast().file()));
        ends(() -> program("another"));
        ends(() -> Files.writeString(state().resolve("described/index.jsonl"), "another"));
        ends(() -> environment =
                Map.of("HOME", folder.toString(), "PATH", folder.resolve("bin").toString()));
    }

    @Test
    void aDamagedFileIsMadeAnew() throws IOException {
        var file = state().resolve("plugins.list");
        var text = Files.readString(file);
        for (var damaged : List.of(
                "", "x", text.replace("READY", "?").replace("NOT_APPROVED", "?"), text + "\n", "\0".repeat(99))) {
            Files.writeString(file, damaged);
            assertThat(kept().under("settings")).as(damaged).isEmpty();
        }
        Files.writeString(file, text.substring(0, text.length() - 60));
        assertThat(kept().under("settings")).isEmpty();
    }

    @Test
    void itIsKeptAlsoWhenPluginsWereAskedJustNow() throws IOException {
        Files.writeString(state().resolve("described/index.jsonl"), "newer");
        kept().keep(listing, plugins, "settings");

        assertThat(kept().under("settings")).isPresent();
    }

    @Test
    void whatChangedJustNowIsNotKept() throws IOException {
        Files.delete(state().resolve("plugins.list"));
        Files.setLastModifiedTime(
                plugins.getFirst().file(), FileTime.from(Instant.now().plusSeconds(60)));
        kept().keep(listing, plugins, "settings");

        assertThat(state().resolve("plugins.list")).doesNotExist();
    }

    @Test
    void aTextThatTheFileCannotHoldIsNotKept() throws IOException {
        Files.delete(state().resolve("plugins.list"));
        for (var about : List.of("two\nlines", "a\ttab")) {
            var row = new PluginListing.Row(List.of("x"), plugins.getFirst(), about, PluginListing.State.READY);
            kept().keep(new PluginListing(List.of(row)), plugins, "settings");
            assertThat(state().resolve("plugins.list")).doesNotExist();
        }
    }

    private interface Change {
        void make() throws IOException;
    }

    private void ends(Change change) throws IOException {
        age();
        kept().keep(listing, plugins, "settings");
        assertThat(kept().under("settings")).isPresent();
        change.make();
        assertThat(kept().under("settings")).isEmpty();
        assertThat(kept().anyway()).isEmpty();
    }

    /// As if it had all been there for long.
    private void age() throws IOException {
        for (var plugin : plugins) {
            if (Files.exists(plugin.file())) {
                Files.setLastModifiedTime(plugin.file(), LONG_AGO);
            }
        }
        Files.setLastModifiedTime(folder.resolve("bin"), LONG_AGO);
        Files.setLastModifiedTime(state().resolve("described/index.jsonl"), LONG_AGO);
    }

    private PluginProgram program(String id) throws IOException {
        var file = Files.writeString(folder.resolve("bin/jp-" + id), "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return new PluginProgram(id, file, PluginProgram.Source.PATH);
    }

    private Path state() {
        return UserPlaces.of(environment).state();
    }

    private PluginListCache kept() {
        return new PluginListCache(UserPlaces.of(environment), environment);
    }
}
