package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Somebody with the rights of the daemon's user changes what is installed: consent was to what was there before.
class AgreedBytesTest {
    private DaemonFixture kaged;
    private Path source;
    private Path code;

    @BeforeEach
    void aPluginThatWasAgreedTo() throws Exception {
        kaged = DaemonFixture.started();
        source = kaged.installed("agreed");
        code = kaged.home.resolve("plugins/agreed/main.py");
        kaged.run("plugin", "call", "agreed", "echo").ok();
        kaged.run("plugin", "stop", "agreed").ok();
    }

    @AfterEach
    void end() throws Exception {
        kaged.close();
    }

    /// As long as before and as old as before: only reading it, or the kernel's own time of the change, tells.
    private void editInPlace() throws Exception {
        var time = Files.getLastModifiedTime(code);
        Files.writeString(code, Files.readString(code).replace("hello from stderr", "HELLO from stderr"));
        Files.setLastModifiedTime(code, FileTime.from(time.toInstant()));
    }

    private void refused() throws Exception {
        var called = kaged.run("plugin", "call", "agreed", "echo");
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err())
                .contains("its files are not those that were agreed to (the last change: ")
                .contains("kaged plugin upgrade DIR");
        assertThat(kaged.run("plugin", "list").ok().out()).contains("broken");
        assertThat(kaged.run("audit", "--plugin", "agreed", "--kind", "life", "--limit", "1")
                        .ok()
                        .out())
                .contains("not started")
                .contains("its files are not those that were agreed to");
        assertThat(kaged.run("plugin", "logs", "agreed").ok().out()).doesNotContain("HELLO");
    }

    @Test
    void whatWasEditedInPlaceIsNotStartedUntilItIsAgreedToAgain() throws Exception {
        editInPlace();
        refused();
        var said = kaged.run("plugin", "call", "agreed", "echo").err();
        assertThat(said).contains("the last change: main.py, ");

        kaged.run("plugin", "upgrade", "--yes", source.toString()).ok();
        kaged.run("plugin", "call", "agreed", "echo").ok();
    }

    @Test
    void aDaemonThatWasStartedSinceFindsItToo() throws Exception {
        kaged.run("stop").ok();
        editInPlace();
        kaged.run("start").ok();
        refused();
    }

    @Test
    void aFileThatWasAddedOrRemovedCountsAlsoInAFolderThatIsNotInstalled() throws Exception {
        var added = Files.createDirectory(kaged.home.resolve("plugins/agreed/.git"));
        refused();
        Files.delete(added);
        kaged.run("plugin", "call", "agreed", "echo").ok();
        kaged.run("plugin", "stop", "agreed").ok();
        Files.writeString(code.resolveSibling("json.py"), "raise SystemExit\n");
        refused();
    }

    @Test
    void nothingIsPlayedToWhatWasEdited() throws Exception {
        var record = kaged.top.resolve("record");
        Files.writeString(record, """
                {"direction":"to_plugin","line":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":2,\\"method\\":\\"echo\\"}"}
                """);
        editInPlace();
        var replayed = kaged.run("plugin", "replay", "agreed", record.toString());
        assertThat(replayed.code()).isEqualTo(1);
        assertThat(replayed.err()).contains("its files are not those that were agreed to");
    }

    @Test
    void withoutANoteOfWhatWasAgreedToNothingInstalledIsStarted() throws Exception {
        editInPlace();
        Files.delete(kaged.home.resolve("agreed/agreed"));
        var called = kaged.run("plugin", "call", "agreed", "echo");
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err()).contains("there is no note in ").contains("kaged plugin upgrade DIR");
    }

    @Test
    void nobodyWaitsForAPipeInThePlaceOfTheNote() throws Exception {
        var note = kaged.home.resolve("agreed/agreed");
        kaged.run("plugin", "stop", "agreed").ok();
        Files.delete(note);
        assertThat(new ProcessBuilder("mkfifo", note.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        var called = kaged.run("plugin", "call", "agreed", "echo");
        assertThat(called.code()).isEqualTo(1);
        assertThat(called.err())
                .contains("cannot tell what was agreed to for agreed")
                .contains("no ordinary file");
    }

    @Test
    void aFolderPutThereByHandIsAgreedToAsItIsAtItsFirstStart() throws Exception {
        var folder = Files.createDirectory(kaged.home.resolve("plugins/carried"));
        for (var file : new String[] {"kaged-plugin.yaml", "main.py"}) {
            Files.copy(source.resolve(file), folder.resolve(file));
        }
        var manifest = folder.resolve("kaged-plugin.yaml");
        Files.writeString(manifest, Files.readString(manifest).replace("name: agreed", "name: carried"));
        kaged.run("plugin", "call", "carried", "echo").ok();
        assertThat(kaged.run("audit", "--plugin", "carried", "--kind", "install")
                        .ok()
                        .out())
                .contains("found");
        kaged.run("plugin", "stop", "carried").ok();
        kaged.run("plugin", "call", "carried", "echo").ok();
        kaged.run("plugin", "stop", "carried").ok();
        Files.writeString(folder.resolve("main.py"), "raise SystemExit\n");
        assertThat(kaged.run("plugin", "call", "carried", "echo").err())
                .contains("its files are not those that were agreed to");
        kaged.run("plugin", "remove", "--yes", "carried").ok();
        assertThat(kaged.home.resolve("agreed/carried")).doesNotExist();
    }
}
