package dev.outrigger.serveweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a host tells of while it works, as `conformance/` has it, is something to read.
class ActivityWordsTest {
    @Test
    void everyActivityHasItsWords() throws Exception {
        var words = new LinkedHashMap<String, String>();
        for (var line : Files.readAllLines(
                Path.of(System.getProperty("outrigger.home"), "conformance/command/golden/to-plugin.jsonl"))) {
            var golden = (Json.Obj) JsonText.parse(line);
            var name = golden.text("name").orElseThrow();
            if (name.startsWith("event/activity")) {
                var event = (Json.Obj) golden.get("line").orElseThrow();
                words.put(name, ActivityWords.of((Json.Obj) event.get("data").orElseThrow()));
            }
        }

        assertThat(words)
                .isEqualTo(Map.of(
                        "event/activity", "Waiting for demo…",
                        "event/activity-tool", "write_file is running…",
                        "event/activity-progress", "build: 3 of 7 done",
                        "event/activity-retry", "the service is busy; try 3 in 4 s…"));
    }

    @Test
    void whatAToolSaysOfItsProgressIsOneHarmlessLine() throws Exception {
        var activity = (Json.Obj)
                JsonText.parse("{\"on\":\"progress\",\"name\":\"a\\nb\",\"line\":\"1\\u001b[2J\\n2\\u202e3\"}");

        assertThat(ActivityWords.of(activity)).isEqualTo("a b: 1<U+001B>[2J 2<U+202E>3");
        assertThat(ActivityWords.of((Json.Obj) JsonText.parse("{\"on\":\"news\",\"message\":\"x\"}")))
                .isEmpty();
    }
}
