package dev.outrigger.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DescriptorWaitTest {
    private static final int NO_LIMIT = -1;
    private static final byte[] WORD = {'x'};

    private static Thread.Builder thread(boolean virtual) {
        return virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
    }

    private static FutureTask<Boolean> wait(boolean virtual, int millis, OwnedDescriptor... any) {
        var waiting = new FutureTask<>(() -> DescriptorWait.readable(millis, any));
        thread(virtual).start(waiting);
        return waiting;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void returnsWhenOneOfThemCanBeRead(boolean virtual) throws Exception {
        try (var silent = Posix.pipe();
                var other = Posix.pipe()) {
            var waiting = wait(virtual, NO_LIMIT, silent.first(), other.first());
            Posix.write(other.second(), WORD);
            assertThat(waiting.get()).isTrue();
            // What it has told of once, it tells of again.
            assertThat(wait(virtual, NO_LIMIT, other.first()).get()).isTrue();
            assertThat(wait(virtual, 0, other.first()).get()).isTrue();
            assertThat(wait(virtual, 0, silent.first()).get()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void returnsAtTheEndOfWhatIsRead(boolean virtual) throws Exception {
        try (var pipe = Posix.pipe()) {
            var waiting = wait(virtual, NO_LIMIT, pipe.first());
            pipe.second().close();
            assertThat(waiting.get()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void returnsWhenAProcessIsDead(boolean virtual) throws Exception {
        var process = new ProcessBuilder("sleep", "1000").start();
        try (var held = Posix.process(process.pid())) {
            var waiting = wait(virtual, NO_LIMIT, held);
            process.destroyForcibly();
            assertThat(waiting.get()).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givesUpWhenItsTimeIsOver(boolean virtual) throws Exception {
        try (var pipe = Posix.pipe()) {
            assertThat(wait(virtual, 1, pipe.first()).get()).isFalse();
            Posix.write(pipe.second(), WORD);
            assertThat(wait(virtual, 1, pipe.first()).get()).isTrue();
        }
    }

    @Test
    void anInterruptIsKeptForWhoComesAfter() throws Exception {
        try (var pipe = Posix.pipe()) {
            var kept = new FutureTask<>(() -> {
                boolean said = DescriptorWait.readable(NO_LIMIT, pipe.first());
                return said && Thread.currentThread().isInterrupted();
            });
            var thread = Thread.ofVirtual().start(kept);
            thread.interrupt();
            Posix.write(pipe.second(), WORD);
            assertThat(kept.get()).isTrue();
        }
    }

    /// More than there are carriers for them: each is woken by its own pipe alone.
    @Test
    void manyWaitAtOnce() throws Exception {
        var pipes = new ArrayList<Posix.Ends>();
        var waiting = new ArrayList<FutureTask<Boolean>>();
        try {
            for (int i = 0; i < 100; i++) {
                pipes.add(Posix.pipe());
                waiting.add(wait(true, NO_LIMIT, pipes.getLast().first()));
            }
            for (int i = 99; i >= 0; i--) {
                assertThat(waiting.subList(0, i + 1)).noneMatch(FutureTask::isDone);
                Posix.write(pipes.get(i).second(), WORD);
                assertThat(waiting.get(i).get()).isTrue();
            }
        } finally {
            pipes.forEach(Posix.Ends::close);
        }
    }
}
