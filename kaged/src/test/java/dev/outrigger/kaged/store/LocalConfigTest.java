package dev.outrigger.kaged.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.kaged.store.LocalConfig.Plugin;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalConfigTest {
    private static final String TEXT = """
            # mine
            [plugins.oh-my-pi]
            installed = "1.4.2" # seen
            local = true # available to any project
            config = { preset_dir = "/opt/oh-my-pi/presets" }

            [plugins.custom-internal]
            installed = "0.3.0"
            local = true

            [system_plugins.webhook-notify]
            enabled = true
            """;

    @TempDir
    private Path tmp;

    private LocalConfig read(String text) throws Exception {
        return LocalConfig.read(Files.writeString(tmp.resolve("local.toml"), text));
    }

    @Test
    void readsTheContractsOwnExample() throws Exception {
        var config = read(TEXT);
        assertThat(config.plugins()).containsOnlyKeys("oh-my-pi", "custom-internal");
        assertThat(config.plugin("oh-my-pi").config().text("preset_dir")).contains("/opt/oh-my-pi/presets");
        assertThat(config.plugin("other")).isEqualTo(new Plugin("", false, Json.EMPTY));
        assertThat(LocalConfig.read(tmp.resolve("none.toml")).plugins()).isEmpty();
    }

    @Test
    void changesOnlyTheLinesItMust() throws Exception {
        var config = read(TEXT);
        var old = config.plugin("oh-my-pi");
        var changed = config.with("oh-my-pi", new Plugin("1.5", false, old.config()));
        assertThat(changed.text())
                .isEqualTo(TEXT.replace("installed = \"1.4.2\" # seen", "installed = \"1.5\"")
                        .replace("local = true # available to any project", "local = false"));
        changed.write();
        assertThat(Files.readString(tmp.resolve("local.toml"))).isEqualTo(changed.text());
        assertThat(config.with("oh-my-pi", old)).isSameAs(config);
    }

    @Test
    void addsAndTakesAway() throws Exception {
        var settings = JsonText.parse("{\"a b\": [1, 2.50, true, \"x\\n\\u007f\"], \"c\": {\"d\": {}}}");
        var added = read(TEXT).with("fresh", new Plugin("1", true, (Json.Obj) settings));
        assertThat(added.text())
                .startsWith(TEXT)
                .contains("[plugins.fresh]\ninstalled = \"1\"\nlocal = true\nconfig = ");
        assertThat(added.without("fresh").text().strip()).isEqualTo(TEXT.strip());
        assertThat(read(TEXT).without("custom-internal").text())
                .doesNotContain("custom")
                .contains("# mine");
        assertThat(read(TEXT + "[plugins.oh-my-pi.more]\nx = 1\n")
                        .without("oh-my-pi")
                        .text())
                .doesNotContain("oh-my-pi")
                .contains("webhook");
        assertThat(read("").with("a", new Plugin("1", false, Json.EMPTY)).text())
                .isEqualTo("[plugins.a]\ninstalled = \"1\"\nlocal = false\n");
    }

    @Test
    void leavesAloneWhatIsWrittenInAnUnusualWay() throws Exception {
        for (var text : new String[] {
            "plugins.a.installed = \"1\"\n",
            "[plugins]\na = { installed = \"1\" }\n",
            "text = '''\n[plugins.a]\n'''\n[\"plugins\".a]\ninstalled = \"1\"\n"
        }) {
            var config = read(text);
            assertThatThrownBy(() -> config.with("a", new Plugin("2", true, Json.EMPTY)))
                    .as(text)
                    .isInstanceOf(StoreProblem.class)
                    .hasMessageContaining("set installed = \"2\" and local = true there yourself");
        }
    }

    @Test
    void doesNotOverwriteWhatSomebodyElseWrote() throws Exception {
        var changed = read(TEXT).without("custom-internal");
        Files.writeString(tmp.resolve("local.toml"), TEXT + "# more\n");
        assertThatThrownBy(changed::write).hasMessageContaining("changed meanwhile");
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        assertThatThrownBy(() -> read("[plugins.a]\ninstalled = 1\n"))
                .hasMessageContaining("local.toml: plugins.a.installed must be a version in quotes");
        assertThatThrownBy(() -> read("[plugins]\na = 1\n")).hasMessageContaining("plugins.a must be a table");
        assertThatThrownBy(() -> read("a = 1\nb = = 2\n")).hasMessageContaining("local.toml:2: no TOML");
    }

    @Test
    void homeFollowsTheEnvironment() throws Exception {
        assertThat(KagedHome.of(Map.of("HOME", "/h"), 1000).keptOut())
                .startsWith(Path.of("/h/.local/share/kaged"), Path.of("/h/.config/kaged"))
                .contains(Path.of("/h/.config/jp"), Path.of("/h/.local/share/jp"), Path.of("/h/.local/state/jp"));
        assertThat(KagedHome.of(Map.of("HOME", "/h", "XDG_DATA_HOME", "/d", "XDG_CONFIG_HOME", "relative"), 1000)
                        .keptOut())
                .startsWith(Path.of("/d/kaged"), Path.of("/h/.config/kaged"))
                .contains(Path.of("/d/jp"), Path.of("/h/.local/share/jp"));
        assertThat(KagedHome.of(Map.of("HOME", "/h", "KAGED_HOME", "/k"), 1000).plugin("x"))
                .isEqualTo(Path.of("/k/plugins/x"));
        assertThatThrownBy(() -> KagedHome.of(Map.of("KAGED_HOME", "k"), 1000)).hasMessageContaining("absolute path");
    }

    @Test
    void rootsHomeIsWhereItsPluginsCanReachIt() throws Exception {
        assertThat(KagedHome.of(Map.of("HOME", "/root"), 0).root()).isEqualTo(Path.of("/var/lib/kaged"));
        assertThat(KagedHome.of(Map.of("HOME", "/root", "XDG_DATA_HOME", "/srv"), 0)
                        .root())
                .isEqualTo(Path.of("/srv/kaged"));
        assertThat(KagedHome.of(Map.of("HOME", "/root", "KAGED_HOME", "/srv/k"), 0)
                        .root())
                .isEqualTo(Path.of("/srv/k"));
    }

    /// The library's time for them grows with the square and worse: the daemon would not come up.
    @Test
    void refusesWhatWouldBeReadWithoutEnd() {
        assertThatThrownBy(() -> read("x = 1\n" + "a.".repeat(5_000) + "a = 1\n"))
                .hasMessageContaining("local.toml:2: more than 2000 dots in a line");
        assertThatThrownBy(() -> read("a.".repeat(100) + "a = 1\n"))
                .hasMessageContaining("local.toml: no TOML: nested deeper than 64");
        assertThatThrownBy(() -> read("a = " + "[".repeat(100) + "]".repeat(100)))
                .hasMessageContaining("local.toml: no TOML: nested deeper than 64");
        assertThatThrownBy(() -> read("a = 1\n".repeat(5_000)))
                .hasMessageContaining("local.toml:4001: more than 4000 keys");
    }
}
