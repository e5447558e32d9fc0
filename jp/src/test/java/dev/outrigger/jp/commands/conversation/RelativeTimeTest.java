package dev.outrigger.jp.commands.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelativeTimeTest {
    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "2026-11-16T12:00:00Z, now",
        "2026-11-16T12:00:30Z, now",
        "2026-11-16T11:59:01Z, now",
        "2026-11-16T11:59:00Z, 1 min",
        "2026-11-16T11:00:01.123Z, 59 min",
        "2026-11-16T11:00:00Z, 1 h",
        "2026-11-15T12:00:01Z, 23 h",
        "2026-11-15T12:00:00Z, 1 day",
        "2026-11-03T12:00:00Z, 13 days",
        "2026-11-02T12:00:00Z, 2 weeks",
        "2026-09-01T12:00:00Z, 2 mon",
        "2023-11-16T12:00:00Z, 3 years",
        "2026-11-16T13:00:00Z, ahead"
    })
    void isToldInTheCoarsestUnitThatTellsSomething(String then, String since) {
        assertThat(RelativeTime.of(then, NOW, ZoneId.of("UTC")).since()).isEqualTo(since);
    }

    @Test
    void theTimeIsThatOfThePlace() {
        assertThat(RelativeTime.of("2026-11-16T23:05:59Z", NOW, ZoneId.of("Europe/Berlin"))
                        .local())
                .isEqualTo("2026-11-17 00:05");
        assertThat(RelativeTime.of("2026-11-16T11:00:00Z", NOW, ZoneId.of("UTC"))
                        .phrase())
                .isEqualTo("2026-11-16 11:00 (1 h ago)");
    }

    @Test
    void whatIsNoTimeStaysAsItIs() {
        assertThat(RelativeTime.of("yesterday\n", NOW, ZoneId.of("UTC")))
                .isEqualTo(new RelativeTime("yesterday\n", ""));
    }
}
