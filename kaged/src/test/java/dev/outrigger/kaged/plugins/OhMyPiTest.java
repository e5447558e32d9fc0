package dev.outrigger.kaged.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.PluginStore;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OhMyPiTest {
    @TempDir
    private Path tmp;

    @BeforeEach
    void aLibrary() throws IOException {
        preset("desk", "{\"description\": \"For a quiet \\\"desk\\\"\", \"tags\": [\"work\", \"home\"]}");
        preset("lab", "{\"description\": \"Läb\", \"tags\": [\"work\"]}");
        preset("broken", "{");
        Files.writeString(tmp.resolve("library/desk/lamp.conf"), "on");
    }

    private void preset(String name, String json) throws IOException {
        var folder = Files.createDirectories(tmp.resolve("library").resolve(name));
        Files.writeString(folder.resolve("preset.json"), json);
    }

    private PipedPlugin start() throws Exception {
        return PipedPlugin.start(
                "oh-my-pi", Map.of("KAGED_CONFIG_ROOT", tmp.resolve("own").toString()));
    }

    private PipedPlugin initialized() throws Exception {
        var plugin = start();
        var answer = plugin.answer(
                1,
                "initialize",
                "{\"api_version\":1,\"config\":{\"preset_dir\":\"%s\"}}".formatted(tmp.resolve("library")));
        assertThat(answer).startsWith("{\"api_version\":1,\"name\":\"oh-my-pi\",\"version\":\"1.4.2\"");
        return plugin;
    }

    @Test
    void listsSearchesInstallsAndUninstalls() throws Exception {
        try (var plugin = initialized()) {
            assertThat(plugin.answer(2, "presets.list", "{}"))
                    .isEqualTo("{\"presets\":["
                            + "{\"name\":\"desk\",\"description\":\"For a quiet \\\"desk\\\"\",\"tags\":[\"work\",\"home\"],\"installed\":false},"
                            + "{\"name\":\"lab\",\"description\":\"Läb\",\"tags\":[\"work\"],\"installed\":false}]}");
            assertThat(plugin.answer(3, "presets.search", "{\"query\":\"Work quiet\"}"))
                    .contains("desk")
                    .doesNotContain("lab");
            assertThat(plugin.answer(4, "presets.search", "{\"query\":\"nothing\"}"))
                    .isEqualTo("{\"presets\":[]}");
            assertThat(plugin.answer(5, "preset.install", "{\"name\":\"desk\"}"))
                    .contains("\"path\":\"" + tmp.resolve("own/presets/desk"));
            assertThat(tmp.resolve("own/presets/desk/lamp.conf")).hasContent("on");
            assertThat(plugin.answer(6, "preset.install", "{\"name\":\"desk\"}"))
                    .contains("already_installed");
            assertThat(plugin.answer(7, "presets.list", "{}")).contains("\"installed\":true");
            assertThat(plugin.answer(8, "preset.uninstall", "{\"name\":\"desk\"}"))
                    .isEqualTo("{\"name\":\"desk\"}");
            assertThat(tmp.resolve("own/presets/desk")).doesNotExist();
            assertThat(plugin.answer(9, "preset.uninstall", "{\"name\":\"desk\"}"))
                    .contains("not_installed");
            assertThat(plugin.answer(10, "preset.install", "{\"name\":\"none\"}"))
                    .contains("no_such_preset");
        }
    }

    @Test
    void keepsToTheProtocol() throws Exception {
        try (var plugin = start()) {
            assertThat(plugin.answer(1, "presets.list", "{}"))
                    .contains("-32600")
                    .contains("initialize comes first");
            assertThat(plugin.answer(2, "initialize", "{\"api_version\":2}")).contains("-32602");
            assertThat(plugin.answer(3, "initialize", "{\"api_version\":1}")).contains("\"api_version\":1");
            plugin.say("{\"jsonrpc\":\"2.0\",\"method\":\"initialized\"}");
            plugin.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":3}}");
            plugin.say("");
            assertThat(plugin.answer(4, "ping", "{}")).isEqualTo("{}");
            assertThat(plugin.answer(5, "presets.none", "{}")).contains("-32601");
            assertThat(plugin.answer(6, "x\\\"; rm -rf $HOME `id`", "{}")).contains("-32601");
            for (var line : new String[] {"[]", "[{}]", "1", "{} {}", "{\"jsonrpc\":\"2.0\",\"id\":1}"}) {
                plugin.say(line);
                assertThat(JsonText.text(plugin.hear()))
                        .as(line)
                        .contains("\"id\":null")
                        .contains("-32600");
            }
            plugin.say("{nonsense");
            assertThat(JsonText.text(plugin.hear())).contains("-32700");
            assertThat(plugin.answer(7, "shutdown", "{}")).isEqualTo("{\"status\":\"ok\"}");
            plugin.endsByItself();
        }
    }

    @Test
    void noNameLeadsOutOfItsFolder() throws Exception {
        Files.createDirectories(tmp.resolve("secret"));
        Files.writeString(tmp.resolve("secret/preset.json"), "{}");
        try (var plugin = initialized()) {
            int id = 2;
            for (var name :
                    new String[] {"../secret", "..", ".", "", "/etc", "desk/../../secret", "-rf", "a\\nb", "$HOME"}) {
                var params = "{\"name\":\"%s\"}".formatted(name);
                assertThat(plugin.answer(id++, "preset.install", params))
                        .as(name)
                        .contains("-32602");
                assertThat(plugin.answer(id++, "preset.uninstall", params))
                        .as(name)
                        .contains("-32602");
            }
            assertThat(plugin.answer(id++, "preset.install", "{\"name\":7}")).contains("-32602");
            assertThat(plugin.answer(id, "presets.search", "{}")).contains("-32602");
        }
        assertThat(tmp.resolve("secret/preset.json")).exists();
    }

    @Test
    void endsWhenItsInputDoes() throws Exception {
        try (var plugin = initialized()) {
            plugin.closeStdin();
            plugin.endsByItself();
        }
    }

    @Test
    void canBeInstalled() throws Exception {
        var store = new PluginStore(new KagedHome(tmp.resolve("home"), tmp.resolve("config")));
        var plan = store.plan(PipedPlugin.folder("oh-my-pi"));
        assertThat(plan.manifest().capabilityTexts()).containsExactly("read:fs:/opt/oh-my-pi", "net:[]");
        assertThat(store.list()).isEmpty();
        var installed = store.install(plan, true);
        assertThat(store.list()).containsExactly(installed);
    }
}
