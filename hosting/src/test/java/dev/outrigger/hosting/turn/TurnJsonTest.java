package dev.outrigger.hosting.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Renderer.Waiting;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What fronts are told of what is waited for is what `conformance/` has.
class TurnJsonTest {
    @Test
    void whatIsWaitedForIsToldInTheWordsOfTheGoldenLines() throws Exception {
        var told = Stream.of(
                        new Waiting.Model("demo"),
                        new Waiting.RunningTool("tc_1", "write_file"),
                        new Waiting.Progress("tc_1", "build", "3 of 7 done"),
                        new Waiting.Retry("the service is busy", 2, Duration.ofSeconds(4)))
                .map(waiting -> TurnJson.waiting("activity", waiting))
                .toList();

        assertThat(told).isEqualTo(golden());
    }

    private static List<Json> golden() throws Exception {
        var golden = new ArrayList<Json>();
        for (var line : Files.readAllLines(
                Path.of(System.getProperty("outrigger.home"), "conformance/command/golden/to-plugin.jsonl"))) {
            if (line.contains("\"name\":\"event/activity")) {
                var event =
                        (Json.Obj) ((Json.Obj) JsonText.parse(line)).get("line").orElseThrow();
                golden.add(event.get("data").orElseThrow());
            }
        }
        return golden;
    }
}
