package dev.outrigger.workspace.conversations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimestampTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2025-07-20T10:30:00Z",
                "2025-07-20t10:30:00z",
                "2025-07-20T10:30:00.123456789012Z",
                "0000-01-01T00:00:00Z",
                "2024-02-29T00:00:00-23:59",
                "1990-12-31T23:59:60Z"
            })
    void acceptsTheGrammar(String text) {
        assertThat(TimestampText.valid(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2025-07-20",
                "2025-07-20T10:30:00",
                "2025-07-20 10:30:00Z",
                "2025-07-20T10:30:00.Z",
                "2025-07-20T10:30Z",
                "2025-02-29T00:00:00Z",
                "2025-13-01T00:00:00Z",
                "2025-00-01T00:00:00Z",
                "2025-01-01T24:00:00Z",
                "2025-01-01T00:60:00Z",
                "2025-01-01T00:00:61Z",
                "2025-01-01T00:00:00+24:00",
                "2025-01-01T00:00:00+0100",
                "2025-01-01T00:00:00Zx",
                "٢٠٢٥-01-01T00:00:00Z"
            })
    void refusesTheRest(String text) {
        assertThat(TimestampText.valid(text)).isFalse();
    }

    @Test
    void saysTheSameAsJavaTime() {
        for (long second : new long[] {0, 951782400, 1_753_007_400, -1, 253402300799L}) {
            var time = Instant.ofEpochSecond(second, 7_000_000);
            assertThat(Instant.parse(TimestampText.format(time))).isEqualTo(time);
            assertThat(TimestampText.parse(TimestampText.format(time))).isEqualTo(time);
        }
        assertThat(TimestampText.parse("2025-07-20T10:30:00.25+02:00"))
                .isEqualTo(Instant.parse("2025-07-20T08:30:00.25Z"));
    }

    @Test
    void understandsTheTimesOfTheOriginal() {
        assertThat(TimestampText.modern("2025-07-20 10:30:00.0")).isEqualTo("2025-07-20T10:30:00.0Z");
        assertThat(TimestampText.modern("2025-07-20T10:30:00Z")).isEqualTo("2025-07-20T10:30:00Z");
        assertThat(TimestampText.modern("nonsense")).isEqualTo("nonsense");
    }
}
