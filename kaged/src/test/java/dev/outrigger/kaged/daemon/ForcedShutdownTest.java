package dev.outrigger.kaged.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForcedShutdownTest {
    private final LinkedBlockingQueue<String> happened = new LinkedBlockingQueue<>();

    @Test
    void saysItsLastWordsAndHalts() throws Exception {
        ForcedShutdown.arm(
                Duration.ofMillis(1), new CountDownLatch(1), () -> happened.add("words"), () -> happened.add("halt"));
        assertThat(happened.poll(60, TimeUnit.SECONDS)).isEqualTo("words");
        assertThat(happened.poll(60, TimeUnit.SECONDS)).isEqualTo("halt");
    }

    @Test
    void haltsAlsoWhenItsLastWordsHang() throws Exception {
        var never = new CountDownLatch(1);
        ForcedShutdown.arm(
                Duration.ofMillis(1),
                new CountDownLatch(1),
                () -> {
                    try {
                        never.await();
                    } catch (InterruptedException _) {
                        happened.add("interrupted");
                    }
                },
                () -> happened.add("halt"));
        assertThat(happened.poll(60, TimeUnit.SECONDS)).isEqualTo("halt");
        never.countDown();
    }

    @Test
    void leavesAloneWhatEndsInTime() throws Exception {
        var gone = new CountDownLatch(1);
        gone.countDown();
        ForcedShutdown.arm(Duration.ofHours(1), gone, () -> happened.add("words"), () -> happened.add("halt"));
        ForcedShutdown.arm(
                Duration.ofMillis(1), new CountDownLatch(1), () -> {}, () -> happened.add("the other's halt"));
        assertThat(happened.poll(60, TimeUnit.SECONDS)).isEqualTo("the other's halt");
        assertThat(happened).isEmpty();
    }
}
