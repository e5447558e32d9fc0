package dev.outrigger.jp.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ToolCallTextTest {
    static Stream<String> controls() {
        return IntStream.concat(IntStream.of(0x1b, 0x7f), IntStream.rangeClosed(0x80, 0x9f))
                .mapToObj(Character::toString);
    }

    /// What a tool is called with is what somebody agrees to: nothing of it is behind a control that a terminal obeys.
    @ParameterizedTest
    @MethodSource("controls")
    void nothingOfACallIsHiddenBehindAControl(String control) {
        var hidden = "a" + control + "0;rm\u009cz";
        var seen = "a<U+%04X>0;rm<U+009C>z".formatted((int) control.charAt(0));
        var arguments = Json.object()
                .put("text", hidden)
                .put("list", new Json.Arr(List.of(Json.of(hidden))))
                .put(hidden, 1)
                .build();
        var shown = ToolCallText.call(new Event.ToolCallRequest("c1", hidden, arguments));
        assertThat(shown)
                .startsWith("→ " + seen)
                .contains("text=\"" + seen + "\"", " " + seen + "=1")
                .doesNotContain(control, "\u009c");
        assertThat(shown.split("rm", -1))
                .as("in the name, a text, a list and a key")
                .hasSize(5);
    }
}
