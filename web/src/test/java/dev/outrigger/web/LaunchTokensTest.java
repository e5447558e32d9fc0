package dev.outrigger.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LaunchTokensTest {
    private Instant now = Instant.EPOCH.plus(Duration.ofDays(1));
    private final LaunchTokens tokens = new LaunchTokens(() -> now);

    @Test
    void lastTenMinutesAndOneUse() {
        var used = tokens.issue();
        var late = tokens.issue();
        assertThat(tokens.spend(used)).isEqualTo(LaunchTokens.Use.RIGHT);
        assertThat(tokens.spend(used)).isEqualTo(LaunchTokens.Use.SPENT);
        now = now.plus(Duration.ofMinutes(9));
        assertThat(tokens.anyOpen()).isTrue();
        now = now.plus(Duration.ofMinutes(1));
        assertThat(tokens.anyOpen()).isFalse();
        assertThat(tokens.spend(late)).isEqualTo(LaunchTokens.Use.SPENT);
        assertThat(tokens.spend("")).isEqualTo(LaunchTokens.Use.WRONG);
        assertThat(used).matches("[0-9a-f]{64}").isNotEqualTo(late);
    }
}
