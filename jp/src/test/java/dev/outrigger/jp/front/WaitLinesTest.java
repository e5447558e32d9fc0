package dev.outrigger.jp.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.Renderer.Waiting;
import org.junit.jupiter.api.Test;

class WaitLinesTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void theModelIsNotWaitedForWhileItsToolRuns() {
        var waits = new WaitLines();
        waits.begin(new Waiting.Model("demo"), 0);
        assertThat(waits.lines(3 * SECOND)).singleElement().asString().contains("demo … 3 s");

        waits.begin(new Waiting.RunningTool("1", "poke"), 3 * SECOND);
        assertThat(waits.lines(4 * SECOND)).singleElement().asString().contains("poke … 1 s");

        waits.ended("1");
        assertThat(waits.any()).isFalse();
        waits.begin(new Waiting.Model("demo"), 5 * SECOND);
        assertThat(waits.lines(5 * SECOND)).singleElement().asString().contains("demo …");
    }
}
