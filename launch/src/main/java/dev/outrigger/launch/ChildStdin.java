package dev.outrigger.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;

/// A child's stdin: what is written is on its way when `write` returns. Writes of 8 KiB and more are not
/// copied.
///
/// A writer waits while the pipe is full. Closing never waits for it: the stream is then closed behind that
/// write.
public final class ChildStdin extends OutputStream {
    private final OutputStream pipe;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile boolean closing;

    public ChildStdin(OutputStream pipe) {
        this.pipe = pipe;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        writing.lock();
        try {
            if (closing) {
                throw new IOException("stdin of the program is closed");
            }
            pipe.write(bytes, from, length);
            pipe.flush();
        } finally {
            writing.unlock();
            closeIfAsked();
        }
    }

    @Override
    public void close() {
        closing = true;
        closeIfAsked();
    }

    private void closeIfAsked() {
        if (closing && writing.tryLock()) {
            try {
                pipe.close();
            } catch (IOException _) {
                // The reader is gone: the pipe is closed all the same, and the writer has been told by its own write.
            } finally {
                writing.unlock();
            }
        }
    }
}
