package dev.outrigger.launch;

import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/// A program that was started, however it is confined. Whoever started it calls [#end] or [#kill] on every way out;
/// after either, nothing that it started is alive.
public interface RunningProgram extends AutoCloseable {
    /// Unbuffered. [OutputStream#close] does not throw and does not wait.
    ChildStdin stdin();

    /// Readable to its end, also after the program's; until [#close].
    InputStream stdout();

    /// The last 20 lines of stderr, oldest first.
    List<String> stderrTail();

    boolean isAlive();

    /// Whether the program ends of its own within this time. An interrupt cuts the waiting short.
    boolean leftWithin(Duration patience);

    /// Ends it, and everything it started, at once, by any thread. One that would not die is told by [#isAlive].
    ProgramEnding kill();

    /// Ends what is left, and lets go of the pipes: by the thread that read them.
    @Override
    void close();

    /// Closes stdin, gives the program this long to leave, then ends it and everything it started. What is unread of
    /// stdout stays readable, up to its end.
    default ProgramEnding end(Duration grace) {
        stdin().close();
        var _ = leftWithin(grace);
        return kill();
    }

    /// Waits for its own end, however long; an interrupt is kept for afterwards.
    default ProgramEnding awaitEnd() {
        boolean interrupted = false;
        while (!leftWithin(Duration.ofDays(1))) {
            interrupted |= Thread.interrupted();
        }
        var ending = kill();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return ending;
    }
}
