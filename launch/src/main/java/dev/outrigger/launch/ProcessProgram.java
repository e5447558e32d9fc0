package dev.outrigger.launch;

import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A running program that the JDK has started.
abstract class ProcessProgram extends PipedProgram {
    final ProgramSpec program;
    final Process process;

    ProcessProgram(
            ProgramSpec program, Process process, OutputStream stdin, InputStream stdout, ProgramListener listener) {
        super(program.file().toString(), new ChildStdin(stdin), stdout, listener);
        this.program = program;
        this.process = process;
    }

    @Override
    public final boolean isAlive() {
        return process.isAlive();
    }

    @Override
    protected final boolean exitedWithin(Duration patience) throws InterruptedException {
        return process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS);
    }
}
