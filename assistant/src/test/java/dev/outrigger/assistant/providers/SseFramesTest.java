package dev.outrigger.assistant.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SseFramesTest {
    private static List<String> events(InputStream in) throws IOException, MalformedAnswer {
        var sse = new SseFrames(in, new AnswerLimits(100_000, 1_000_000));
        var events = new ArrayList<String>();
        while (sse.next()) {
            events.add(sse.object().text("a").orElse(""));
        }
        return events;
    }

    private static List<String> events(String text) throws IOException, MalformedAnswer {
        return events(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void takesEveryKindOfLineEnd() throws Exception {
        for (var end : List.of("\n", "\r", "\r\n")) {
            assertThat(events("data: {\"a\":\"1\"}" + end + end + "data:{\"a\":\"2\"}" + end + end))
                    .containsExactly("1", "2");
        }
    }

    @Test
    void passesOverCommentsNamesAndEmptyEvents() throws Exception {
        assertThat(events(": hello\n\nevent: x\nid: 7\nretry: 5\ndata: {\"a\":\"1\"}\n\nevent: lonely\n\n"))
                .containsExactly("1");
    }

    @Test
    void joinsTheLinesOfAnEvent() throws Exception {
        assertThat(events("data: {\"a\":\ndata: \"1\"\ndata\ndata: }\n\n")).containsExactly("1");
    }

    @Test
    void passesOverAByteOrderMark() throws Exception {
        assertThat(events("\uFEFFdata: {\"a\":\"1\"}\n\n")).containsExactly("1");
        assertThatThrownBy(() -> events("data: {\"a\":\"1\"}\n\n\uFEFFdata: {}\n\n"))
                .isInstanceOf(MalformedAnswer.class);
    }

    @Test
    void anEventWithoutItsEndDoesNotCount() throws Exception {
        assertThat(events("data: {\"a\":\"1\"}\n\ndata: {\"a\":\"2\"}\n")).containsExactly("1");
        assertThat(events("data: {\"a\":\"1\"}\n\nda")).containsExactly("1");
    }

    @Test
    void anEventOfManyLinesHasALimitToo() {
        var sse = new SseFrames(
                new ByteArrayInputStream("data: 12345678\n".repeat(20).getBytes(StandardCharsets.UTF_8)),
                new AnswerLimits(100, 10_000));
        assertThatThrownBy(sse::next).hasMessage("an event of its answer is longer than 100 bytes");
    }

    @Test
    void aLineHasALimitAlsoWithoutAnEnd() {
        var endless = new InputStream() {
            @Override
            public int read() {
                return 'x';
            }
        };
        var sse = new SseFrames(endless, new AnswerLimits(100_000, 10_000_000));
        assertThatThrownBy(sse::next).hasMessage("a line of its answer is longer than 100000 bytes");
    }

    @Test
    void badUtf8IsMalformed() {
        var bytes = "data: {\"a\":\"?\"}\n\n".getBytes(StandardCharsets.UTF_8);
        bytes["data: {\"a\":\"".length()] = (byte) 0xC3;
        assertThatThrownBy(() -> events(new ByteArrayInputStream(bytes)))
                .isInstanceOf(MalformedAnswer.class)
                .hasMessageContaining("UTF-8");
    }

    /// However the bytes come, and however long the lines are, the same events are read.
    @Test
    void readsTheSameInWhateverPortions() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var text = new StringBuilder();
            var expected = new ArrayList<String>();
            for (int i = 0; i < 20; i++) {
                var value = "é".repeat(random.nextInt(3000)) + i;
                var end = List.of("\n", "\r", "\r\n").get(random.nextInt(3));
                text.append(random.nextBoolean() ? ": note" + end : "");
                text.append("data: {\"a\":\"")
                        .append(value)
                        .append("\"}")
                        .append(end)
                        .append(end);
                expected.add(value);
            }
            var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            var portioned = new ByteArrayInputStream(bytes) {
                @Override
                public synchronized int read(byte[] into, int offset, int length) {
                    return super.read(into, offset, Math.min(length, 1 + random.nextInt(5000)));
                }
            };
            assertThat(events(portioned)).as("seed %d", seed).isEqualTo(expected);
        }
    }
}
