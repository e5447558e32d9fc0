package dev.outrigger.jp.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.Places;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `options_schema` against what the user has set.
class OptionsCheckTest {
    @TempDir
    Path folder;

    private static Description description(String schema) throws MalformedJson {
        return new Description(
                "n", "1", "d", List.of(), "", "", "", (Json.Obj) JsonText.parse(schema), null, List.of());
    }

    private Settings settings(String toml) throws IOException, WorkspaceProblem {
        var config = Files.createDirectories(folder.resolve("jp")).resolve("config.toml");
        Files.writeString(config, toml);
        var places = Places.of(Map.of("XDG_CONFIG_HOME", folder.toString(), "HOME", folder.toString()));
        return Settings.load(new Sources(places, null, folder, Map.of(), Json.EMPTY, List.of()));
    }

    @Test
    void namesTheKeyAndTheFile() throws Exception {
        var settings = settings("""
                [plugins.command.serve-web.options]
                theme = "dark"
                port = "3000"
                """);

        assertThat(OptionsCheck.of(
                        description("{\"properties\":{\"port\":{\"type\":\"integer\"}}}"), "serve-web", settings))
                .isEqualTo(
                        new OptionsCheck.Wrong("plugins.command.serve-web.options.port: expected integer, got string ("
                                + folder.resolve("jp/config.toml") + ":3)"));
    }

    @Test
    void namesTheTableOfAKeyThatIsMissing() throws Exception {
        assertThat(OptionsCheck.of(description("{\"required\":[\"port\"]}"), "web", settings("")))
                .isEqualTo(new OptionsCheck.Wrong("plugins.command.web.options: `port` is missing"));
    }

    @Test
    void whatFitsIsFineAndSoIsWhatHasNoSchema() throws Exception {
        var settings = settings("[plugins.command.web.options]\nport = 3000\n");

        assertThat(OptionsCheck.of(description("{\"properties\":{\"port\":{\"type\":\"integer\"}}}"), "web", settings))
                .isEqualTo(new OptionsCheck.Fine());
        assertThat(OptionsCheck.complaint(description("{}"), Json.EMPTY, "web")).isEmpty();
    }

    @Test
    void aSchemaThatIsOfNoUseIsAWarning() throws Exception {
        assertThat(OptionsCheck.of(description("{\"$ref\":\"https://example.org/\\u001b[2J\"}"), "web", settings("")))
                .isEqualTo(
                        new OptionsCheck.NoSchema("jp-web has an options_schema that is of no use, so its options are"
                                + " not checked: a reference is no URI"));
    }

    @Test
    void wordsOfASchemaAreHarmless() throws Exception {
        var complaint = OptionsCheck.complaint(
                description("{\"required\":[\"\\u001b]0;owned\\u0007\\n\\u009b31m\"]}"), Json.EMPTY, "web");

        assertThat(complaint).contains("plugins.command.web.options: ` ` is missing");
    }
}
