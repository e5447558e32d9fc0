package dev.outrigger.launch.watch;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Tries once, on a thread that is thrown away, whether the kernel asks about a call and can be answered.
///
/// It also loads every class that an answer takes: later, a thread of ours may wait for an answer while it holds a
/// lock that loading a class needs.
final class Rehearsal {
    private static final int SECONDS = 10;

    /// So often the answering thread runs before a plugin waits for it: compiled, it takes a tenth of the time.
    private static final int WARM = 3000;

    private static @Nullable Detection found;

    private Rehearsal() {}

    static synchronized Detection once() {
        if (found == null) {
            found = attempt();
        }
        return found;
    }

    private static Detection attempt() {
        var processor = Processor.here();
        if (processor.isEmpty()) {
            return new Detection.Missing("the system calls of this processor are not known");
        }
        try {
            return attempt(Watcher.start(processor.get()));
        } catch (IOException | RuntimeException | LinkageError e) {
            return new Detection.Missing(String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Detection.Missing("interrupted while trying");
        }
    }

    private sealed interface Heard {
        record Of(Violation violation) implements Heard {}

        record Failure(String why) implements Heard {}
    }

    private static Detection attempt(Watcher watcher) throws InterruptedException {
        // Anything that exists.
        var path = System.getProperty("java.home", "/usr");
        var rules = new Rules(Set.of(), Set.of(), Set.of(), Map.of(), Net.NONE, List.of());
        BlockingQueue<Heard> heard = new ArrayBlockingQueue<>(1);
        var watch = watcher.rehearsal(rules, violation -> {
            var _ = heard.offer(new Heard.Of(violation));
        });
        Thread.ofPlatform().daemon().name("tries to be watched").start(() -> {
            try (var arena = Arena.ofConfined()) {
                var kernel = new Kernel(watcher.processor, arena);
                kernel.file(path);
                watch.install();
                for (int i = 0; i < WARM; i++) {
                    kernel.file(path);
                }
            } catch (IOException | RuntimeException e) {
                var _ = heard.offer(new Heard.Failure(String.valueOf(e.getMessage())));
            }
        });
        return switch (heard.poll(SECONDS, TimeUnit.SECONDS)) {
            case Heard.Of(var violation) when violation.what().equals(path) -> new Detection.Available(watcher);
            case Heard.Of(var violation) ->
                new Detection.Missing("the kernel tells of calls, but not rightly: " + violation.words());
            case Heard.Failure(var why) -> new Detection.Missing(why);
            case null -> new Detection.Missing("the kernel lets system calls be watched, but tells of none");
        };
    }
}
