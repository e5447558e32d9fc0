package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What jp writes for one user, no other user can open: whatever the umask, from the first moment.
class PrivateFilesTest {
    private static final boolean ROOT = System.getProperty("user.name").equals("root");

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aUser() throws IOException {
        jail = Jail.in(folder).plugin("says", Python.plugin("ask(type='list_conversations')\nleave()"));
    }

    @Test
    void nothingInTheUsersPlacesIsOpenToOthers() throws IOException {
        for (var words : List.of(
                "config set plugins.command.says.run unattended",
                "config set --here assistant.name Ada",
                "config unset --here assistant.name",
                "conversation new",
                "-vvvv --trace-plugin trace.jsonl says",
                "--cfg assistant.model.id.provider=demo query --new hello",
                "plugin approve says",
                "plugin list",
                "-h",
                "doctor")) {
            var result = jail.sh("umask 000; $JP " + words);
            assertThat(result.code()).as(words + ": " + result.err()).isLessThan(2);
        }

        assertThat(open(folder.resolve("config/jp"))).isEmpty();
        assertThat(open(folder.resolve("data/jp"))).isEmpty();
        assertThat(open(folder.resolve("state/jp"))).isEmpty();
        assertThat(open(jail.workspace().resolve("trace.jsonl"))).isEmpty();
        // So that the above is about something.
        assertThat(jail.userConfig()).exists();
        assertThat(folder.resolve("data/jp/workspace")).isNotEmptyDirectory();
        assertThat(jail.state().resolve("log")).isNotEmptyDirectory();
        assertThat(jail.workspace().resolve("trace.jsonl")).isNotEmptyFile();
    }

    @Test
    void aFileThatWasOpenIsClosedBeforeATraceIsWrittenIntoIt() throws IOException {
        jail.trusted("says");
        var trace = Files.writeString(jail.workspace().resolve("trace.jsonl"), "old");
        Files.setPosixFilePermissions(trace, PosixFilePermissions.fromString("rw-rw-rw-"));

        var result = jail.jp("--trace-plugin", "trace.jsonl", "says");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(open(trace)).isEmpty();
        assertThat(trace).content().doesNotContain("old").contains("list_conversations");
        assertThat(jail.jp("--trace-plugin", "/dev/null", "says").code()).isEqualTo(0);
    }

    /// Everything at or below it that somebody else may open. Through root's folders others may pass, to their own.
    private static List<String> open(Path top) throws IOException {
        var found = new ArrayList<String>();
        try (var all = Files.walk(top)) {
            for (var each : (Iterable<Path>) all::iterator) {
                var mode = Files.isSymbolicLink(each)
                        ? "---------"
                        : PosixFilePermissions.toString(Files.getPosixFilePermissions(each));
                boolean passage = mode.equals("rwx--x--x") && Files.isDirectory(each) && ROOT;
                if (!mode.endsWith("------") && !passage) {
                    found.add(mode + " " + each);
                }
            }
        }
        return found;
    }
}
