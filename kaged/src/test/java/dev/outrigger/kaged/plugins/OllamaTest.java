package dev.outrigger.kaged.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.store.FolderValidation;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OllamaTest {
    private static PipedPlugin initialized(String url) throws Exception {
        var plugin = PipedPlugin.start("ollama", Map.of());
        assertThat(plugin.answer(
                        1, "initialize", "{\"api_version\":1,\"config\":{\"base_url\":\"%s\"}}".formatted(url)))
                .contains("\"name\":\"ollama\"");
        return plugin;
    }

    @Test
    void listsPullsAndRemovesModels() throws Exception {
        try (var server = new OllamaServer();
                var plugin = initialized(server.url())) {
            assertThat(plugin.answer(2, "models.list", "{}"))
                    .startsWith("{\"models\":[{\"name\":\"llama3:8b\",\"size\":4661224676,\"digest\":\"365c0bd3c000\"")
                    .doesNotContain("details");
            plugin.call(3, "model.pull", "{\"name\":\"fresh\"}");
            var heard = new ArrayList<String>();
            var message = plugin.hear();
            for (; message.get("id").isEmpty(); message = plugin.hear()) {
                assertThat(message.text("method")).contains("$/progress");
                heard.add(JsonText.text(message.get("params").orElseThrow()));
            }
            assertThat(heard)
                    .containsExactly(
                            "{\"token\":3,\"message\":\"pulling manifest\"}",
                            "{\"token\":3,\"message\":\"pulling 365c\",\"percent\":25}",
                            "{\"token\":3,\"message\":\"pulling 365c\",\"percent\":100}",
                            "{\"token\":3,\"message\":\"verifying sha256 digest\"}");
            assertThat(JsonText.text(message)).contains("\"status\":\"success\"");
            assertThat(server.models).contains("fresh");
            assertThat(plugin.answer(4, "model.remove", "{\"name\":\"fresh\"}")).isEqualTo("{\"name\":\"fresh\"}");
            assertThat(server.models).doesNotContain("fresh");
            assertThat(plugin.answer(5, "model.remove", "{\"name\":\"fresh\"}"))
                    .contains("no_such_model")
                    .contains("model 'fresh' not found");
        }
    }

    @Test
    void answersAPingWhileItPulls() throws Exception {
        try (var server = new OllamaServer();
                var plugin = initialized(server.url())) {
            plugin.call(2, "model.pull", "{\"name\":\"slow\"}");
            plugin.hear();
            plugin.hear();
            assertThat(plugin.answer(3, "ping", "{}")).isEqualTo("{}");
            assertThat(plugin.answer(4, "models.list", "{}")).contains("llama3:8b");
            server.goOn.countDown();
            var last = plugin.hear();
            while (last.get("id").isEmpty()) {
                last = plugin.hear();
            }
            assertThat(last.get("id")).contains(Json.of(2));
        }
    }

    @Test
    void aCancelledPullEndsAtOnceAndHangsUp() throws Exception {
        try (var server = new OllamaServer();
                var plugin = initialized(server.url())) {
            for (var name : new String[] {"slow", "endless"}) {
                plugin.call(2, "model.pull", "{\"name\":\"%s\"}".formatted(name));
                plugin.hear();
                plugin.hear();
                plugin.say("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel\",\"params\":{\"id\":2}}");
                var last = plugin.hear();
                while (last.get("id").isEmpty()) {
                    last = plugin.hear();
                }
                assertThat(JsonText.text(last)).contains("\"code\":\"cancelled\"");
            }
            assertThat(server.nobodyListens.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void saysWhatWentWrong() throws Exception {
        try (var server = new OllamaServer();
                var plugin = initialized(server.url())) {
            plugin.call(2, "model.pull", "{\"name\":\"nosuch\"}");
            plugin.hear();
            assertThat(JsonText.text(plugin.hear())).contains("pull_failed").contains("file does not exist");
            plugin.call(3, "model.pull", "{\"name\":\"half\"}");
            plugin.hear();
            plugin.hear();
            plugin.hear();
            assertThat(JsonText.text(plugin.hear())).contains("server_error").contains("in the middle");
            assertThat(plugin.answer(4, "model.remove", "{}")).contains("-32602");
            server.stop();
            assertThat(plugin.answer(5, "models.list", "{}")).contains("unreachable");
        }
    }

    @Test
    void keepsToTheProtocol() throws Exception {
        try (var plugin = PipedPlugin.start("ollama", Map.of())) {
            assertThat(plugin.answer(1, "models.list", "{}")).contains("initialize comes first");
            assertThat(plugin.answer(2, "initialize", "{\"api_version\":2}")).contains("-32602");
            assertThat(plugin.answer(3, "initialize", "{\"api_version\":1,\"config\":{\"base_url\":\"file:///etc\"}}"))
                    .contains("-32602");
            assertThat(plugin.answer(4, "none", "{}")).contains("-32601");
            for (var line : new String[] {"[]", "[{}]", "1", "{\"jsonrpc\":\"2.0\",\"id\":1}"}) {
                plugin.say(line);
                assertThat(JsonText.text(plugin.hear()))
                        .as(line)
                        .contains("\"id\":null")
                        .contains("-32600");
            }
            plugin.say("{} {}");
            assertThat(JsonText.text(plugin.hear())).contains("-32700");
            plugin.say("{\"jsonrpc\":\"2.0\",\"method\":\"initialized\"}");
            assertThat(plugin.answer(5, "shutdown", "{}")).isEqualTo("{\"status\":\"ok\"}");
            plugin.endsByItself();
        }
    }

    @Test
    void isValid() throws Exception {
        var valid = (FolderValidation.Valid) FolderValidation.of(PipedPlugin.folder("ollama"));
        assertThat(valid.notes()).isEmpty();
        assertThat(valid.manifest().capabilityTexts()).containsExactly("net:localhost:11434");
    }
}
