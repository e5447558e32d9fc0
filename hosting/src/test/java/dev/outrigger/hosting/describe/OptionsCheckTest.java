package dev.outrigger.hosting.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsSources;
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

    /// By a real plugin with this schema.
    private OptionsCheck check(String id, String schema, Settings settings) throws IOException {
        var fixture = new InterviewFixture(folder);
        var plugin = fixture.counted(
                id,
                "{\"type\":\"describe\",\"name\":\"n\",\"version\":\"1\",\"description\":\"d\",\"options_schema\":"
                        + schema + "}",
                "");
        var descriptions = PluginDescriptions.open(fixture.state());
        assertThat(descriptions.describe(List.of(plugin), fixture.interviewer(InterviewFixture.PATIENT)))
                .isEmpty();
        return OptionsCheck.of(plugin, descriptions, settings);
    }

    private Settings settings(String toml) throws IOException, WorkspaceProblem {
        var config = Files.createDirectories(folder.resolve("jp")).resolve("config.toml");
        Files.writeString(config, toml);
        var places = UserPlaces.of(Map.of("XDG_CONFIG_HOME", folder.toString(), "HOME", folder.toString()));
        return Settings.load(new SettingsSources(places, null, folder, Map.of(), Json.EMPTY, List.of()));
    }

    @Test
    void namesTheKeyAndTheFile() throws Exception {
        var settings = settings("""
                [plugins.command.serve-web.options]
                theme = "dark"
                port = "3000"
                """);

        assertThat(check("serve-web", "{\"properties\":{\"port\":{\"type\":\"integer\"}}}", settings))
                .isEqualTo(
                        new OptionsCheck.Wrong("plugins.command.serve-web.options.port: expected integer, got string ("
                                + folder.resolve("jp/config.toml") + ":3)"));
    }

    @Test
    void namesTheTableOfAKeyThatIsMissing() throws Exception {
        var settings = settings("[plugins.command.web.options]\ntheme = 1\n");

        assertThat(check("web", "{\"required\":[\"port\"]}", settings))
                .isEqualTo(new OptionsCheck.Wrong("plugins.command.web.options: `port` is missing"));
    }

    @Test
    void whatFitsIsFineAndNotCheckedTwice() throws Exception {
        var settings = settings("[plugins.command.web.options]\nport = 3000\n");
        var schema = "{\"properties\":{\"port\":{\"type\":\"integer\"}}}";

        assertThat(check("web", schema, settings)).isEqualTo(new OptionsCheck.Fine());
        try (var files = Files.list(folder.resolve("state/described"))) {
            var fits = files.filter(file -> file.toString().endsWith(".fits")).toList();
            assertThat(fits).hasSize(1);
            assertThat(fits.getFirst()).hasContent("{\"port\":3000}");
        }
        assertThat(check("web", schema, settings)).isEqualTo(new OptionsCheck.Fine());
        assertThat(check("web", schema, settings("[plugins.command.web.options]\nport = true\n")))
                .isInstanceOf(OptionsCheck.Wrong.class);
    }

    @Test
    void withoutOptionsOrWithoutASchemaNothingIsChecked() throws Exception {
        assertThat(check("web", "{\"required\":[\"port\"]}", settings(""))).isEqualTo(new OptionsCheck.Fine());
        assertThat(check("web", "null", settings("[plugins.command.web.options]\nport = true\n")))
                .isEqualTo(new OptionsCheck.Fine());
    }

    @Test
    void aSchemaThatIsOfNoUseIsAWarning() throws Exception {
        var settings = settings("[plugins.command.web.options]\nport = 3000\n");

        assertThat(check("web", "{\"$ref\":\"https://example.org/x\"}", settings))
                .isEqualTo(
                        new OptionsCheck.NoSchema("jp-web has an options_schema that is of no use, so its options are"
                                + " not checked: it refers to something that is not in it"));
    }

    @Test
    void wordsOfASchemaAreHarmless() throws Exception {
        var settings = settings("[plugins.command.web.options]\ntheme = 1\n");

        assertThat(check("web", "{\"required\":[\"\\u001b]0;owned\\u0007\\n\\u009b31m\"]}", settings))
                .isEqualTo(new OptionsCheck.Wrong("plugins.command.web.options: ` ` is missing"));
    }
}
