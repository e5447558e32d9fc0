package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.system.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolManifestReaderTest {
    private static final String GOOD = """
            {
              "plugin_id": "p",
              "plugin_version": "1",
              "protocol_version": "rterm.plugin.v1",
              "capabilities": [],
              "process": {"command": "./run", "dir": ""},
              "tools": [
                {"name": "a", "description": "A.", "input_schema": {"type": "object"}, "approval_tier": "safe"},
                {"name": "b", "description": "B.", "input_schema": {"type": "object"}, "approval_tier": "moderate"}
              ]
            }
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void program() throws IOException {
        assertThat(Files.writeString(folder.resolve("run"), "#!/bin/sh\n")
                        .toFile()
                        .setExecutable(true))
                .isTrue();
    }

    private void manifest(String text) throws IOException {
        Files.writeString(folder.resolve(ToolPluginManifest.FILE), text);
    }

    @Test
    void readsWhatIsThere() throws Exception {
        manifest(GOOD);
        var manifest = ToolManifestReader.read(folder);

        assertThat(manifest.id()).isEqualTo("p");
        assertThat(manifest.tools())
                .extracting(ToolPluginManifest.ToolEntry::name)
                .containsExactly("a", "b");
        assertThat(manifest.tools().get(1).tier()).isEqualTo(ToolPluginManifest.Tier.MODERATE);
        assertThat(manifest.tools().get(1).mutating()).isFalse();
        var sha256 = Sha256.of(Files.readAllBytes(folder.resolve(ToolPluginManifest.FILE)));
        assertThat(ToolManifestReader.readPinned(folder, sha256)).isEqualTo(manifest);
    }

    @Test
    void namesAreTheAuthorsDotsAndAll() throws Exception {
        manifest(GOOD.replace("\"plugin_id\": \"p\"", "\"plugin_id\": \"example.p_1-x\"")
                .replace("\"name\": \"b\"", "\"name\": \"plugin.b:c@1+d-e_f\""));
        var manifest = ToolManifestReader.read(folder);

        assertThat(manifest.id()).isEqualTo("example.p_1-x");
        assertThat(manifest.tool("plugin.b:c@1+d-e_f")).isPresent();
    }

    @Test
    void theUsersTimeIsAboveTheAuthorsAndBothHaveABound() throws Exception {
        var none = ToolPluginSettings.NONE;
        manifest(GOOD);
        assertThat(ToolManifestReader.read(folder).timeout(none)).isEqualTo(Duration.ofSeconds(5));
        manifest(GOOD.replace("\"capabilities\": []", "\"capabilities\": [], \"timeout_secs\": 90"));
        var manifest = ToolManifestReader.read(folder);

        assertThat(manifest.timeout(none)).isEqualTo(Duration.ofSeconds(90));
        assertThat(manifest.spec(folder, none).limits().invocation()).isEqualTo(Duration.ofSeconds(90));
        assertThat(manifest.timeout(new ToolPluginSettings(null, false, Duration.ofSeconds(7))))
                .isEqualTo(Duration.ofSeconds(7));
        assertThat(manifest.timeout(new ToolPluginSettings(null, false, Duration.ofDays(1))))
                .isEqualTo(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "\"plugin_id\": \"p\" | \"plugin_id\": \"P q\" | :2: plugin_id: ",
                "\"plugin_version\": \"1\", | | : `plugin_version` is missing",
                "rterm.plugin.v1 | rterm.plugin.v2 | :4: protocol_version: ",
                "\"capabilities\": [] | \"capabilities\": [\"\"] | :5: capabilities: an empty capability",
                "\"capabilities\": [] | \"capabilities\": [\"x\", \"x\"] | :5: capabilities: the capability \"x\" is there twice",
                "\"capabilities\": [] | \"capabilities\": [\"read:fs:x\"] | :5: capabilities: capability \"read:fs:x\"",
                "./run | /bin/sh | :6: process.command: it must be a path inside",
                "./run | ../run | :6: process.command: it leads out of",
                "./run | ./none | :6: process.command: there is no ",
                "./run | ./rterm-plugin.json | :6: process.command: ",
                "\"dir\": \"\" | \"dir\": \"../\" | :6: process.dir: it leads out of",
                "\"dir\": \"\" | \"dir\": 1 | :6: process.dir: ",
                "./run | a\\u0000b | :6: process.command: no file can have this name",
                "\"dir\": \"\" | \"dir\": \"a\\u0000b\" | :6: process.dir: no file can have this name",
                "\"dir\": \"\" | \"args\": [\"a\\u0000b\"] | :6: process.args: a text with a NUL character",
                "\"dir\": \"\" | \"env\": {\"A\": \"\\u0000\"} | :6: process.env: a text with a NUL character",
                "\"name\": \"b\" | \"name\": \"a\" | :9: tools[1].name: there are two tools of this name",
                "\"name\": \"b\" | \"name\": \"b c\" | :9: tools[1].name: ",
                "\"name\": \"b\" | \"name\": \"b/c\" | :9: tools[1].name: ",
                "\"name\": \"b\" | \"name\": \".b\" | :9: tools[1].name: ",
                "\"capabilities\": [] | \"capabilities\": [], \"timeout_secs\": 601 | :5: timeout_secs: ",
                "\"capabilities\": [] | \"capabilities\": [], \"timeout_secs\": 0 | :5: timeout_secs: ",
                "\"capabilities\": [] | \"capabilities\": [], \"timeout_secs\": 1.5 | :5: timeout_secs: ",
                "\"approval_tier\": \"moderate\" | \"approval_tier\": \"free\" | :9: tools[1].approval_tier: ",
                "{\"type\": \"object\"}, \"approval_tier\": \"mod | {\"type\": \"array\"}, \"approval_tier\": \"mod | :9: tools[1].input_schema.type: ",
                "\"description\": \"B.\" | \"description\": \" \" | :9: tools[1].description: ",
                "\"tools\": | \"tool\": | : ",
            })
    void namesTheFieldAndItsLineWhenSomethingIsWrong(String was, String is, String words) throws IOException {
        manifest(GOOD.replace(was, is == null ? "" : is));

        assertThatThrownBy(() -> ToolManifestReader.read(folder))
                .isInstanceOf(ToolManifestProblem.class)
                .hasMessageStartingWith(folder.resolve(ToolPluginManifest.FILE) + ":")
                .hasMessageContaining(words.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"a\":1,\"a\":2}", "null"})
    void refusesWhatIsNoObject(String text) throws IOException {
        manifest(text);
        assertThatThrownBy(() -> ToolManifestReader.read(folder)).isInstanceOf(ToolManifestProblem.class);
    }

    @Test
    void aLinkThatLeadsOutIsRefused() throws IOException {
        Files.createSymbolicLink(folder.resolve("out"), Path.of("/bin/sh"));
        manifest(GOOD.replace("./run", "./out"));
        assertThatThrownBy(() -> ToolManifestReader.read(folder)).hasMessageContaining("a link that leads out");

        manifest(GOOD);
        assertThatThrownBy(() -> ToolPlugins.at(folder, _ -> ToolPluginSettings.NONE))
                .hasMessageContaining("a link that leads out");
    }

    /// Each of thousands may take its second, before anybody agreed to anything.
    @Test
    void givesUpOnSchemasThatTakeTooLongTogether() throws Exception {
        manifest(GOOD);
        assertThatThrownBy(() -> ToolManifestReader.read(folder, Duration.ZERO))
                .isInstanceOf(ToolManifestProblem.class)
                .hasMessageContaining("the schemas up to here take too long");
    }
}
