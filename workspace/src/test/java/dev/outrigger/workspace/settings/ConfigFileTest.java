package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
    private static final String LAYOUT = """
            # My settings

            [assistant]          # who
            name = "Jean"        # a name
            # system_prompt = "later"

            [assistant.model]
            id = { provider = "ollama", name = "x" }

            [plugins]
              stall_secs = 30
              command.titles.run = "ask"

            # the end
            """;

    @TempDir
    Path folder;

    private Path path;
    private ConfigFile file;

    @BeforeEach
    void nameAFile() {
        path = folder.resolve("sub/config.toml");
        file = new ConfigFile(path, SettingsLayer.USER);
    }

    private void layout(String text) throws Exception {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void makesTheFileWhenThereIsNone() throws Exception {
        file.set("assistant.name", "Ada");
        file.set("assistant.system_prompt", "one\ntwo \"three\"");
        file.set("server", Json.object().put("port", 1).build());

        assertThat(path).hasContent("""
                server = { port = 1 }
                [assistant]
                name = "Ada"
                system_prompt = "one\\ntwo \\"three\\""
                """);
    }

    @Test
    void changesAValueAndNothingElse() throws Exception {
        layout(LAYOUT);

        file.set("assistant.name", "Ada");

        assertThat(path).hasContent(LAYOUT.replace("\"Jean\"", "\"Ada\""));
    }

    @Test
    void putsANewKeyIntoItsTable() throws Exception {
        layout(LAYOUT);

        file.set("assistant.system_prompt", "Be kind.");
        file.set("plugins.queue_bytes", "4096");
        file.set("plugins.command.titles.contain", "true");

        assertThat(path)
                .hasContent(LAYOUT.replace("# a name\n", "# a name\nsystem_prompt = \"Be kind.\"\n")
                        .replace("  stall_secs = 30\n", "  stall_secs = 30\n  queue_bytes = 4096\n")
                        .replace("run = \"ask\"\n", "run = \"ask\"\n  command.titles.contain = true\n"));
    }

    @Test
    void appendsATableThatIsNotThere() throws Exception {
        layout(LAYOUT);

        file.set("editor.command", "vi");

        assertThat(path).hasContent(LAYOUT + "\n[editor]\ncommand = \"vi\"\n");
    }

    @Test
    void reachesIntoAnInlineTable() throws Exception {
        layout(LAYOUT);

        file.set("assistant.model.id.name", "y");
        assertThat(path).content().contains("id = { name = \"y\", provider = \"ollama\" }");

        file.unset("assistant.model.id.provider");
        assertThat(path).content().contains("id = { name = \"y\" }");
    }

    @Test
    void takesAKeyOutAndLeavesTheComments() throws Exception {
        layout(LAYOUT);

        assertThat(file.unset("plugins.stall_secs")).isTrue();
        assertThat(file.unset("plugins.stall_secs")).isFalse();
        assertThat(file.unset("editor.command")).isFalse();

        assertThat(path).hasContent(LAYOUT.replace("  stall_secs = 30\n", ""));
    }

    @Test
    void takesAWholeTableOut() throws Exception {
        layout("[plugins.command.a]\nrun = 'ask'\n[plugins.command.a.options]\nx = 1\n[server]\nwidth = 70\n");

        assertThat(file.unset("plugins.command.a")).isTrue();

        assertThat(path).hasContent("[server]\nwidth = 70\n");
    }

    @Test
    void refusesWhatItCannotDoAndLeavesTheFileAlone() throws Exception {
        for (var text : List.of(
                "[[server.list]]\na = 1\n", "[server]\nlist = { a = 1,\n b = 2 }\n", "[server.list.a]\nb = 1\n")) {
            layout(text);
            assertThatThrownBy(() -> file.set("server.list.a", "2")).as(text).isInstanceOf(WorkspaceProblem.class);
            assertThat(path).hasContent(text);
        }
        try (var files = Files.list(path.getParent())) {
            assertThat(files).containsExactly(path);
        }
    }

    @Test
    void refusesUnknownKeysWrongTypesAndBrokenFiles() throws Exception {
        assertThatThrownBy(() -> file.set("assistant.nmae", "x"))
                .isInstanceOfSatisfying(
                        WorkspaceProblem.class,
                        problem -> assertThat(problem.hint()).contains("assistant.name"));
        assertThatThrownBy(() -> file.set("plugins.stall_secs", "wide")).hasMessageContaining("whole number");
        assertThatThrownBy(() -> file.set("server.x", Json.Null.NULL)).hasMessageContaining("null");
        assertThatThrownBy(() -> file.set("server.x", new Json.Num("123456789012345678901234567890")))
                .isInstanceOf(WorkspaceProblem.class);
        assertThat(path).doesNotExist();
        layout("[broken");
        assertThatThrownBy(() -> file.set("plugins.stall_secs", "72")).hasMessageContaining("no TOML");
        assertThatThrownBy(() -> file.unset("plugins.stall_secs")).hasMessageContaining("no TOML");
        layout("#".repeat(1 << 21));
        assertThatThrownBy(() -> file.set("plugins.stall_secs", "72")).hasMessageContaining("1 MiB");
    }

    @Test
    void setsNothingInAWorkspaceFileThatWouldBeIgnoredThere() throws Exception {
        var shared = new ConfigFile(path, SettingsLayer.WORKSPACE);

        assertThatThrownBy(() -> shared.set("plugins.command.x.run", "unattended"))
                .hasMessageContaining("ignored");
        assertThatThrownBy(() -> shared.set("server.token_env", "X")).hasMessageContaining("ignored");
        shared.set("plugins.command.x.run", "deny");

        assertThat(path).hasContent("[plugins.command.x]\nrun = \"deny\"\n");
    }

    @Test
    void keepsTheLinkAndTakesWhatOthersMayDoFromAFileOfTheUsers() throws Exception {
        layout(LAYOUT);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));
        var link = Files.createSymbolicLink(folder.resolve("link.toml"), path);

        new ConfigFile(link, SettingsLayer.USER).set("plugins.stall_secs", "72");

        assertThat(link).isSymbolicLink();
        assertThat(path).content().contains("stall_secs = 72");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void keepsTheModeOfASharedFile() throws Exception {
        layout(LAYOUT);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r-----"));

        new ConfigFile(path, SettingsLayer.WORKSPACE).set("assistant.name", "x");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-r-----");
    }

    @Test
    void keepsLineBreaksOfWindowsAndAMissingLastOne() throws Exception {
        layout("[plugins]\r\nstall_secs = 70\r\nqueue_bytes = 4096");

        file.set("plugins.stall_secs", "71");
        file.set("assistant.name", "x");

        assertThat(Files.readString(path))
                .isEqualTo("[plugins]\r\nstall_secs = 71\r\nqueue_bytes = 4096\n\n[assistant]\nname = \"x\"\n");
    }

    /// Two hundred random edits: each does what it says or nothing, and no comment is ever lost.
    @Test
    void losesNothingInRandomEdits() throws Exception {
        var random = new Random(7);
        var keys = List.of(
                "assistant.name",
                "assistant.system_prompt",
                "assistant.model.id.name",
                "server.web.port",
                "server.\"a b\".c",
                "plugins.command.titles.run",
                "plugins.command.\"x.y\".options.z",
                "plugins.stall_secs",
                "server.list");
        layout(LAYOUT);
        for (int i = 0; i < 200; i++) {
            var key = keys.get(random.nextInt(keys.size()));
            var value = key.endsWith("secs") ? "8" + random.nextInt(10) : key.endsWith("run") ? "deny" : "v#" + i;
            var before = ConfigToml.parse("", Files.readString(path));
            var names = KeyPath.parse(key);
            if (random.nextInt(3) > 0) {
                file.set(key, value);
                assertThat(KeyPath.at(ConfigToml.parse("", Files.readString(path)), names))
                        .isEqualTo(KeyAssignment.typed(names, value));
            } else {
                assertThat(file.unset(key)).isEqualTo(KeyPath.at(before, names) != null);
                assertThat(KeyPath.at(ConfigToml.parse("", Files.readString(path)), names))
                        .isNull();
            }
        }
        assertThat(path).content().contains("# My settings", "# system_prompt = \"later\"", "# the end");
    }
}
