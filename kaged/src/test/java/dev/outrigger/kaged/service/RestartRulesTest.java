package dev.outrigger.kaged.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.service.RestartRules.Next;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestartRulesTest {
    private static final Duration SHORT = Duration.ofSeconds(59);

    @Test
    void waitsTwiceAsLongEachTimeAndGivesUpAtTheEighthFailure() {
        var restarts = RestartRules.NONE;
        var seen = new ArrayList<Next>();
        for (int i = 0; i < 8; i++) {
            restarts = restarts.failed(SHORT);
            seen.add(restarts.next(Duration.ofSeconds(1)));
        }
        assertThat(seen)
                .isEqualTo(List.of(
                        after(1), after(2), after(4), after(8), after(16), after(32), after(60), new Next.GiveUp()));
    }

    private static Next after(long seconds) {
        return new Next.After(Duration.ofSeconds(seconds));
    }

    @Test
    void startsAtOnceAfterAHealthyMinuteAndForgetsWhatWasBefore() {
        var restarts =
                RestartRules.NONE.failed(SHORT).failed(SHORT).failed(SHORT).failed(RestartRules.HEALTHY);
        assertThat(restarts.next(Duration.ofSeconds(1))).isEqualTo(new Next.AtOnce());
        assertThat(restarts.failed(SHORT).next(Duration.ofSeconds(1))).isEqualTo(after(1));
    }

    @Test
    void doesNotForgetFailuresBeforeTheMinuteIsOver() {
        assertThat(RestartRules.NONE.failed(SHORT).failed(SHORT).next(Duration.ofSeconds(1)))
                .isEqualTo(after(2));
    }
}
