package dev.outrigger.launch;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// What running programs have in common, however they are confined: two pipes, and an end that somebody waits for.
public abstract class PipedProgram implements RunningProgram {
    private final String name;
    private final ChildStdin stdin;
    private final InputStream stdout;
    private final ProgramListener listener;

    protected PipedProgram(String name, ChildStdin stdin, InputStream stdout, ProgramListener listener) {
        this.name = name;
        this.stdin = stdin;
        this.stdout = stdout;
        this.listener = listener;
    }

    @Override
    public final ChildStdin stdin() {
        return stdin;
    }

    @Override
    public final InputStream stdout() {
        return stdout;
    }

    @Override
    public final boolean leftWithin(Duration patience) {
        try {
            return exitedWithin(patience);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    protected abstract boolean exitedWithin(Duration patience) throws InterruptedException;

    @Override
    public void close() {
        kill();
        try {
            stdout.close();
        } catch (IOException e) {
            warn("the stdout of " + name + " cannot be closed: " + e.getMessage());
        }
    }

    protected final void warn(String words) {
        listener.warning(words);
    }
}
