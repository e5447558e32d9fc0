package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.lang.foreign.Arena;

/// Something that bubblewrap reads to its end, and waits for.
///
/// It comes through a socket. A byte that we have not taken lies in our end of it until all is written, and so the
/// kernel, closing that end for a host that was killed, makes bubblewrap's reading fail, and it gives up. A pipe would
/// just have ended, and the half of it would have been taken for the whole.
final class StartGate implements AutoCloseable {
    private static final byte[] UNTAKEN = {'x'};

    private final OwnedDescriptor ours;
    private final OwnedDescriptor theirs;
    private boolean closed;

    private StartGate(OwnedDescriptor ours, OwnedDescriptor theirs) {
        this.ours = ours;
        this.theirs = theirs;
    }

    static StartGate shut() throws IOException {
        var ends = Posix.sockets();
        boolean made = false;
        try {
            Posix.write(ends.second(), UNTAKEN);
            made = true;
            return new StartGate(ends.first(), ends.second());
        } finally {
            if (!made) {
                ends.close();
            }
        }
    }

    /// For whoever starts bubblewrap to pass on, and to close.
    OwnedDescriptor theirs() {
        return theirs;
    }

    /// Gives all that there is to read.
    synchronized void open(byte[] content) throws IOException {
        if (closed) {
            throw new IOException("nobody reads it any more");
        }
        Posix.write(ours, content);
        try (var arena = Arena.ofConfined()) {
            Posix.read(ours, arena.allocate(UNTAKEN.length));
        }
        closed = true;
        ours.close();
    }

    /// Closed without having been opened, it makes bubblewrap give up.
    @Override
    public synchronized void close() {
        closed = true;
        ours.close();
    }
}
