package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `jp tool`, as an author and a user call it.
class ToolCommandsTest {
    private static final String LINES =
            Jail.CLONE.resolve("examples/tool-lines").toString();

    @TempDir
    Path folder;

    private Jail jail;

    /// For root, everything of tool plugins is elsewhere when others cannot reach it here.
    @BeforeEach
    void home() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        jail = Jail.in(folder);
    }

    @Test
    void installsShowsRunsAndRemoves() {
        var refused = jail.jp("tool", "install", LINES);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains(
                        "It sees nothing of yours: not this workspace, not your home",
                        "\"read:project\" in `capabilities` of its rterm-plugin.json",
                        "plugins.tool.lines.grant = [\"read:project\"]",
                        "count_lines",
                        "--yes");
        assertThat(jail.jp("tool", "list").out()).doesNotContain("count_lines");

        assertThat(jail.jp("tool", "install", LINES, "--yes").out()).isEqualTo("installed lines 1.0.0\n");
        assertThat(jail.jp("tool", "list").out())
                .containsPattern("(?m)^count_lines +plugin.lines/count_lines +unattended ");
        assertThat(jail.jp("tool", "show", "count_lines").out())
                .contains("Input:  {", "It runs without asking you", "It sees nothing of yours");
        assertThat(jail.jp("tool", "show", "lines").out()).contains("lines 1.0.0", "It sees nothing of yours");

        var good = jail.jp("tool", "run", "count_lines", "--input", "{\"text\":\"a b\"}");
        assertThat(good.out()).isEqualTo("{\"lines\":1,\"words\":2,\"letters\":3}\n");
        assertThat(good.code()).isEqualTo(0);
        var bad = jail.jp("tool", "run", "count_lines", "--input", "{}");
        assertThat(bad.code()).isEqualTo(1);
        assertThat(bad.err()).contains("invalid_input");

        assertThat(jail.jp("tool", "remove", "lines").out()).isEqualTo("removed lines\n");
        assertThat(jail.jp("tool", "run", "count_lines").err()).contains("there is no tool count_lines");
    }

    @Test
    void aFailedPluginIsExitCode3WithItsCodeAndATraceShowsEveryLine() throws IOException {
        var broken = Files.createDirectory(folder.resolve("broken"));
        Files.copy(Path.of(LINES, "rterm-plugin.json"), broken.resolve("rterm-plugin.json"));
        var program = Files.writeString(broken.resolve("lines"), "#!/bin/sh\necho oops >&2\necho garbage\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        var words = new String[] {
            "tool", "run", "count_lines", "--dir", broken.toString(), "--input", "{\"text\":\"\"}", "--trace"
        };

        var failed = jail.jp(words);

        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err())
                .contains("malformed_response: plugin lines: ", "oops")
                .containsPattern("ms > \\{\"type\":\"handshake\"")
                .containsPattern("ms < garbage");
        var json = (Json.Obj) jail.jp(
                        "tool",
                        "run",
                        "count_lines",
                        "--dir",
                        broken.toString(),
                        "--input",
                        "{\"text\":\"\"}",
                        "--format",
                        "json")
                .json();
        assertThat(json.text("code")).contains("malformed_response");
        var check = jail.jp("tool", "check", broken.toString());
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out())
                .containsPattern("(?m)^failed +handshake +malformed_response")
                .containsPattern("(?m)^not reached +response +it comes after")
                .doesNotContainPattern("(?m)^ok +(protocol|id,|exposes|response|leaves)");
    }

    /// The names of the protocol's own reference plugin, with all their dots, from the install to the model.
    @Test
    void aPluginWithDotsInItsNamesRunsFromOneEndToTheOther() throws IOException {
        var reference = Jail.CLONE.resolve("conformance/tool/reference").toString();
        var tool = "plugin.python_echo";
        var full = "plugin.example.python_reference/" + tool;

        assertThat(jail.jp("tool", "check", reference).out()).contains("16 ok, 0 warnings, 0 failed");
        assertThat(jail.jp("tool", "install", reference, "--yes").out())
                .isEqualTo("installed example.python_reference 1.0.0\n");
        assertThat(jail.jp("tool", "list").out()).contains(full);
        assertThat(jail.jp("tool", "show", tool).out()).contains(full);
        assertThat(jail.jp("tool", "show", "example.python_reference").out()).contains("A call may take 5 s.");
        var root = jail.workspace().toRealPath();
        var id = Files.readString(root.resolve(".jp/.id"))
                .lines()
                .toList()
                .getLast()
                .strip();
        for (var name : List.of(tool, full)) {
            assertThat(jail.jp("tool", "run", name, "--input", "{\"text\":\"hi\"}")
                            .out())
                    .isEqualTo("{\"text\":\"hi\",\"workspace_id\":\"" + id + "\",\"repo_root\":\"" + root + "\"}\n");
        }
        var error = jail.jp("tool", "run", tool, "--input", "{}");
        assertThat(error.code())
                .as("its own error, though it left with status 3")
                .isEqualTo(1);
        assertThat(error.err()).contains("invalid_input: text must not be empty");

        jail.config("[plugins.tool.\"example.python_reference\"]\ntimeout_secs = 77\n");
        assertThat(jail.jp("tool", "show", "example.python_reference").out()).contains("A call may take 77 s.");
        var asked = jail.jp("query", "-m", "demo", "/call plugin_python_echo {\"text\":\"dots\"}");
        assertThat(asked.out() + asked.err()).contains("dots", "workspace_id");

        assertThat(jail.jp("tool", "remove", "example.python_reference").code()).isZero();
        assertThat(jail.jp("tool", "run", tool).err()).contains("there is no tool " + tool);
    }

    /// At the install, in the words of the call that would be.
    @Test
    void whatNoSandboxOpensIsRefusedBeforeAnythingIsInstalled() throws IOException {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        for (var capability : List.of("read:fs:/", "write:fs:/etc", "read:fs:/proc", "exec:nosuch:/")) {
            var greedy = greedy(capability);

            var refused = jail.jp("tool", "install", greedy.toString(), "--yes");

            assertThat(refused.code()).as(capability).isEqualTo(1);
            assertThat(refused.err()).contains("lines could never run: " + capability + ": ");
            assertThat(jail.jp("tool", "list").out()).doesNotContain("count_lines");
            if (!capability.startsWith("exec:")) {
                var words = refused.err().lines().findFirst().orElseThrow();
                var call =
                        jail.jp("tool", "run", "count_lines", "--dir", greedy.toString(), "--input", "{\"text\":\"\"}");
                assertThat(call.err()).contains(words.substring(words.indexOf(capability)));
            }
        }
        var harmless = Files.createDirectory(folder.resolve("harmless"));
        for (var later : List.of("read:fs:/not/there/yet", "exec:nosuch:" + harmless, "read:project")) {
            assertThat(jail.jp("tool", "install", greedy(later).toString(), "--yes")
                            .code())
                    .as(later)
                    .isZero();
        }
    }

    /// The call refuses it since a link of the user's may lead elsewhere tomorrow, and so does the install, in its
    /// words.
    @Test
    void aProgramBehindALinkOfTheUsersIsRefusedAtTheInstallAsAtTheCall() throws IOException {
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        var real = Files.createDirectory(folder.resolve("real"));
        var program = Files.copy(
                Path.of("/usr/bin/true").toRealPath(), real.resolve("prog"), StandardCopyOption.COPY_ATTRIBUTES);
        var open = Files.createDirectory(folder.resolve("open"));
        // Else, for root, nobody but root could have put a link there.
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        var link = Files.createSymbolicLink(open.resolve("link"), program);
        var prefix = Files.createDirectory(folder.resolve("prefix"));
        var capability = "exec:" + link + ":" + prefix;
        for (var also : List.of("", "\", \"exec:nosuch:" + prefix)) {
            var plugin = greedy(capability + also);
            var refused = jail.jp("tool", "install", plugin.toString(), "--yes");

            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("lines could never run: " + capability + ": " + link + " is a link to");
            var words = refused.err().lines().findFirst().orElseThrow();
            var call = jail.jp("tool", "run", "count_lines", "--dir", plugin.toString(), "--input", "{\"text\":\"\"}");
            assertThat(call.err()).contains(words.substring(words.indexOf(capability)));
        }
        assertThat(jail.jp("tool", "list").out()).doesNotContain("count_lines");
    }

    private Path greedy(String capability) throws IOException {
        var plugin = Files.createTempDirectory(folder, "greedy");
        Files.copy(Path.of(LINES, "lines"), plugin.resolve("lines"), StandardCopyOption.COPY_ATTRIBUTES);
        var manifest = Files.readString(Path.of(LINES, "rterm-plugin.json"));
        Files.writeString(
                plugin.resolve("rterm-plugin.json"),
                manifest.replace("\"tools\":", "\"capabilities\": [\"" + capability + "\"], \"tools\":"));
        return plugin;
    }

    @Test
    void aPluginThatWasChangedIsNotRunAndSaidToBeChanged() throws IOException {
        jail.jp("tool", "install", LINES, "--yes");
        Files.writeString(folder.resolve("data/jp/plugins/tool/lines/more"), "x");

        var run = jail.jp("tool", "run", "count_lines", "--input", "{\"text\":\"\"}");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .contains("launch_failed: plugin lines: ", "was changed after it was installed", "jp tool install DIR")
                .doesNotContain("there is no tool");
        var json = jail.jp("tool", "run", "count_lines", "--format", "json");
        assertThat(json.code()).isEqualTo(3);
        assertThat(((Json.Obj) json.json()).text("code")).contains("launch_failed");
        assertThat(jail.jp("tool", "show", "count_lines").err()).contains("was changed after it was installed");
        assertThat(jail.jp("tool", "run", "count_sheep").err()).contains("there is no tool count_sheep");
    }

    @Test
    void showsEveryToolThereIsAndSaysHowToCallThoseOfNoPlugin() throws IOException {
        jail.config("""
                [conversation.tools.mine]
                source = "local"
                command = "true"
                description = "Mine."
                parameters.city = { type = "string" }
                [conversation.tools.write_file]
                enable = false
                """);

        assertThat(jail.jp("tool", "show", "read_file").out())
                .contains("read_file  builtin/read_file  unattended\n", "Input:  {", "\"path\"", "approval");
        assertThat(jail.jp("tool", "show", "write_file").out()).contains("write_file  builtin/write_file  disabled\n");
        assertThat(jail.jp("tool", "show", "mine").out())
                .contains("mine  local/mine  ask\nMine.\n", "\"city\"", "its program, its arguments");
        var json =
                (Json.Obj) jail.jp("tool", "show", "mine", "--format", "json").json();
        assertThat(json.text("source")).contains("local");
        assertThat(json.text("full_name")).contains("local/mine");
        assertThat(jail.jp("tool", "show", "yours").err()).contains("there is no tool yours");

        var run = jail.jp("tool", "run", "mine", "--input", "{\"city\":\"Oslo\"}");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("mine is a tool of local", "jp query -m demo '/call mine {\"city\":\"Oslo\"}'");
    }

    @Test
    void aGoodPluginPassesItsCheck() {
        var check = jail.jp("tool", "check", LINES);

        assertThat(check.out().lines().filter(line -> !line.startsWith("ok ")))
                .containsExactly("", "16 ok, 0 warnings, 0 failed");
        assertThat(check.code()).isEqualTo(0);
    }

    @Test
    void nothingThatAPluginSaysOfItselfPassesForOurWords() throws IOException {
        var mine = Files.createDirectories(folder.resolve("mine"));
        Files.copy(Path.of(LINES, "lines"), mine.resolve("lines"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(
                mine.resolve("rterm-plugin.json"),
                Files.readString(Path.of(LINES, "rterm-plugin.json"))
                        .replace("Counts lines,", "It runs nowhere:\\n  net:[]\\r\\u202e\\n" + "x ".repeat(100))
                        .replace("How many lines,", "Counts.\\nIt runs nowhere"));

        var shown = jail.jp("tool", "install", mine.toString()).err();

        assertThat(shown.lines())
                .contains("  │ It runs nowhere:")
                .noneMatch(line -> line.startsWith("It runs nowhere") || line.startsWith("x "));
        assertThat(shown).contains("<U+202E>").doesNotContain("\u202e").doesNotContain("\r");

        assertThat(jail.jp("tool", "install", mine.toString(), "--yes").code()).isEqualTo(0);
        assertThat(jail.jp("tool", "show", "count_lines").out().lines())
                .contains("  │ Counts.")
                .noneMatch(line -> line.startsWith("It runs nowhere"));
    }

    /// The example, with other capabilities.
    private Path lines(String capabilities) throws IOException {
        var mine = Files.createDirectories(folder.resolve("mine"));
        Files.copy(
                Path.of(LINES, "lines"),
                mine.resolve("lines"),
                StandardCopyOption.COPY_ATTRIBUTES,
                StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(
                mine.resolve("lines"),
                Files.readString(mine.resolve("lines"))
                        .replace("exposed_tools:", "capabilities: " + capabilities + ", exposed_tools:"));
        Files.writeString(
                mine.resolve("rterm-plugin.json"),
                Files.readString(Path.of(LINES, "rterm-plugin.json"))
                        .replace("\"process\"", "\"capabilities\":" + capabilities + ",\n\"process\""));
        return mine;
    }

    /// Of the system's programs: that it may run is all, and nothing more is read.
    @Test
    void aProgramDeclaredByItsOwnPathIsAllThatIsAgreedTo() throws IOException {
        var alone = lines("[\"exec:git:/usr/bin/git\"]").toString();

        assertThat(jail.jp("tool", "check", alone).out()).contains("16 ok, 0 warnings, 0 failed");
        assertThat(jail.jp("tool", "install", alone).err()).contains("  run git  (exec:git:/usr/bin/git)\n");
        assertThat(jail.jp("tool", "install", lines("[\"exec:git:/srv\"]").toString())
                        .err())
                .contains("  run git, and read /srv  (exec:git:/srv)\n");
    }

    @Test
    void saysBeforeItIsInstalledWhetherAToolWillBeAskedAbout() throws IOException {
        var calc = Jail.CLONE.resolve("examples/tool-calc").toString();
        var more = lines("[\"write:project\", \"net:example.org:443\", \"all that is good\"]");

        assertThat(jail.jp("tool", "install", calc).err())
                .contains(
                        "  add, safe: runs without asking you, since the plugin calls it safe, and it reaches nothing\n");
        assertThat(jail.jp("tool", "install", more.toString()).err())
                .contains(
                        "  count_lines, safe: asks you each time, since the plugin calls it safe, but reaches out of its"
                                + " sandbox\n",
                        "  read and CHANGE the workspace that it is called in, but for .jp  (write:project)\n",
                        "  connect to example.org, port 443  (net:example.org:443)\n",
                        "words that nothing enforces and that open nothing:\n  all that is good\n");
    }

    /// Nobody is there to ask, so it is not run; unless the user has said so.
    @Test
    void aPluginThatCallsItselfSafeIsNotRunUnaskedWhenItReachesOut() throws IOException {
        jail.jp("tool", "install", lines("[\"read:project\"]").toString(), "--yes");
        var query = new String[] {"query", "-m", "demo", "/call count_lines {\"text\":\"a\"}"};

        assertThat(jail.jp(query)).asString().contains("count_lines").doesNotContain("\"letters\":1");
        jail.config("[conversation.tools.count_lines]\nsource = \"plugin.lines\"\nrun = \"unattended\"\n");
        assertThat(jail.jp(query)).asString().contains("\"letters\":1");
    }

    @Test
    void whatRunsWithoutASandboxIsSaidWhereverItIsShown() throws IOException {
        jail.jp("tool", "install", LINES, "--yes");
        jail.config("[plugins.tool.lines]\nunconfined = true\n");

        assertThat(jail.jp("tool", "list").out())
                .containsPattern("(?m)^count_lines +plugin.lines/count_lines +ask, WITHOUT A SANDBOX ");
        for (var name : List.of("lines", "count_lines")) {
            assertThat(jail.jp("tool", "show", name).out())
                    .contains("It runs WITHOUT a sandbox, as your settings have it: it can do whatever you can.");
        }
        assertThat(jail.jp("tool", "install", LINES).err()).contains("It runs WITHOUT a sandbox");
        assertThat(jail.jp("tool", "run", "count_lines", "--input", "{\"text\":\"a\"}")
                        .out())
                .contains("\"letters\":1");
    }

    /// Neither by the alphabet, nor by its id without a word.
    @Test
    void onePluginTakesNothingOverFromAnother() throws IOException {
        jail.jp("tool", "install", LINES, "--yes");
        var other = lines("[]");
        var manifest = other.resolve("rterm-plugin.json");

        assertThat(jail.jp("tool", "install", other.toString(), "--yes").err())
                .contains("It REPLACES the installed lines");
        jail.jp("tool", "install", LINES, "--yes");
        Files.writeString(
                manifest,
                Files.readString(manifest).replaceFirst("\"plugin_id\": *\"lines\"", "\"plugin_id\": \"aaa\""));
        jail.jp("tool", "install", other.toString(), "--yes");
        assertThat(jail.jp("tool", "list").out())
                .contains("plugin.lines/count_lines", "plugin.aaa/count_lines")
                .contains("lines__count_lines", "aaa__count_lines");
    }

    /// What comes with a workspace opens nothing.
    @Test
    void aWorkspaceNeitherGrantsNorLeavesTheSandboxOut() throws IOException {
        jail.jp("tool", "install", LINES, "--yes");
        Files.writeString(
                jail.workspace().resolve(".jp/config.toml"),
                "[plugins.tool.lines]\nunconfined = true\ngrant = [\"net:*\"]\n");

        var shown = jail.jp("tool", "show", "lines");

        assertThat(shown.out()).contains("It sees nothing of yours").doesNotContain("WITHOUT", "net:*");
        assertThat(shown.err()).contains("plugins.tool.lines.unconfined", "plugins.tool.lines.grant");
        assertThat(jail.jp("tool", "list").out())
                .containsPattern("(?m)^count_lines +plugin.lines/count_lines +unattended ");
    }

    /// Everything that is jp's or kaged's, whether it is there or not.
    @Test
    void noCapabilityOpensWhatIsOurs() throws IOException {
        for (var ours : List.of("config/jp", "data/jp", "state/jp", "data/kaged", "config/kaged", "daemon")) {
            var path = Files.createDirectories(folder.resolve(ours));
            var plugin = lines("[\"read:fs:" + path + "\"]");

            var run = jail.with("KAGED_HOME", folder.resolve("daemon").toString())
                    .jp("tool", "run", "count_lines", "--dir", plugin.toString(), "--input", "{\"text\":\"a\"}");

            assertThat(run.code()).as(ours).isEqualTo(3);
            assertThat(run.err()).contains("launch_failed", "is the host's own");
        }
    }

    @Test
    void whoHasNoManifestIsShownOneThatPasses() throws IOException {
        var mine = Files.createDirectories(folder.resolve("mine"));
        Files.copy(Path.of(LINES, "lines"), mine.resolve("mine"), StandardCopyOption.COPY_ATTRIBUTES);

        var check = jail.jp("tool", "check", mine.toString());
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out())
                .contains("there is no such file", "write this to rterm-plugin.json", "docs/manifests.md");
        assertThat(jail.jp("tool", "install", mine.toString(), "--yes").err()).contains("jp tool check DIR");

        var draft = check.out().substring(check.out().indexOf('{'), check.out().lastIndexOf('}') + 1);
        Files.writeString(
                mine.resolve("rterm-plugin.json"),
                draft.replace("\"mine\"", "\"lines\"").replace("my_tool", "count_lines"));
        var again = jail.jp("tool", "check", mine.toString());
        assertThat(again.out()).contains("16 ok");
    }

    /// Root's home is 0700 nearly everywhere, and its sandboxed plugins run as other users.
    @Test
    void rootRunsSandboxedPluginsAlsoFromAHomeThatIsShut() throws IOException {
        assumeThat(System.getProperty("user.name"))
                .as("only root's plugins run as other users")
                .isEqualTo("root");
        assumeThat(SandboxReadiness.missing()).as("a sandbox can be made here").isEmpty();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        var mine = Files.createDirectories(folder.resolve("calc"));
        for (var name : List.of("calc.py", "rterm-plugin.json")) {
            Files.copy(
                    Jail.CLONE.resolve("examples/tool-calc").resolve(name),
                    mine.resolve(name),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        var elsewhere = Path.of("/var/lib/jp").resolve(Path.of("/").relativize(folder));
        try {
            var check = jail.jp("tool", "check", mine.toString());
            assertThat(check.out()).contains(" 0 failed");
            var input = new String[] {"--input", "{\"a\":1,\"b\":4}"};
            var once = jail.jp("tool", "run", "divide", "--dir", mine.toString(), input[0], input[1]);
            assertThat(once.err()).isEmpty();
            assertThat(once.out()).isEqualTo("0.25\n");
            assertThat(elsewhere.resolve("state/jp/sandboxes/staged")).isEmptyDirectory();

            assertThat(jail.jp("tool", "install", mine.toString(), "--yes").code())
                    .isEqualTo(0);
            assertThat(jail.jp("tool", "run", "divide", input[0], input[1]).out())
                    .isEqualTo("0.25\n");
            assertThat(jail.jp("tool", "remove", "calc").code()).isEqualTo(0);
            assertThat(elsewhere.resolve("data/jp/plugins/tool")).isEmptyDirectory();
        } finally {
            remove(elsewhere);
        }
    }

    /// And the folders above it that are empty then.
    private static void remove(Path path) throws IOException {
        if (Files.exists(path)) {
            try (var all = Files.walk(path)) {
                for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        for (var at = path.getParent(); at != null && at.startsWith("/var/lib/jp"); at = at.getParent()) {
            var names = at.toFile().list();
            if (names == null || names.length > 0) {
                return;
            }
            Files.delete(at);
        }
    }
}
