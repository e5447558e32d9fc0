package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.launch.sandbox.SandboxReadiness;
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

    @Test
    void aTraceOfAPluginThatIsRefusedEmptiesNothing() throws IOException {
        var trace = Files.writeString(jail.workspace().resolve("trace.jsonl"), "old");

        var refused = jail.sh("setsid -w $JP --trace-plugin trace.jsonl says");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("was not approved");
        assertThat(trace).hasContent("old");
    }

    @Test
    void aTraceIsNotWrittenIntoAnothersFile() throws IOException {
        jail.trusted("says");
        var trace = Files.writeString(jail.workspace().resolve("trace.jsonl"), "theirs");
        assumeTrue(ROOT, "only root can give a file away");
        Files.setAttribute(trace, "unix:uid", 12345);

        var result = jail.jp("--trace-plugin", "trace.jsonl", "says");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("cannot write the trace to trace.jsonl", "it belongs to another user");
        assertThat(trace).hasContent("theirs");
    }

    /// What plugins and servers need while they run: others may at most see it, where root's plugins have to.
    @Test
    void nothingOfToolsCanBeWrittenByOthers() throws IOException {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var names = Files.writeString(folder.resolve("names"), "[\"read\"]");
        var server = Files.writeString(folder.resolve("server.py"), OneLineTest.SERVER);
        jail.config("[providers.mcp.some]\ncommand = \"python3\"\nargs = [\"" + server + "\", \"" + names + "\"]\n");
        for (var words : List.of(
                "tool install " + Jail.CLONE.resolve("examples/tool-lines") + " --yes",
                "tool run count_lines --input '{\"text\":\"a\"}'",
                "tool list --refresh")) {
            var result = jail.sh("umask 000; $JP " + words);
            assertThat(result.code()).as(words + ": " + result.err()).isZero();
        }

        var places = List.of(folder.resolve("data/jp"), folder.resolve("state/jp"));
        for (var place : places) {
            assertThat(writable(place)).isEmpty();
        }
        var pin = folder.resolve("data/jp/plugins/tool/lines.json");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(pin)))
                .isEqualTo("rw-------");
        assertThat(open(folder.resolve("state/jp/mcp"))).isEmpty();
        // So that the above is about something.
        assertThat(folder.resolve("state/jp/sandboxes")).isNotEmptyDirectory();
        assertThat(folder.resolve("state/jp/mcp")).isNotEmptyDirectory();
    }

    private static List<String> writable(Path top) throws IOException {
        var found = new ArrayList<String>();
        try (var all = Files.walk(top)) {
            for (var each : (Iterable<Path>) all::iterator) {
                var mode = Files.isSymbolicLink(each)
                        ? "---------"
                        : PosixFilePermissions.toString(Files.getPosixFilePermissions(each));
                if (mode.charAt(4) == 'w' || mode.charAt(7) == 'w') {
                    found.add(mode + " " + each);
                }
            }
        }
        return found;
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
