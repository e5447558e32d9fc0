package dev.outrigger.jp.registry;

import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.workspace.Private;
import dev.outrigger.workspace.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// The right to change what is installed, for one jp at a time. Held for moments, never while something is fetched; it
/// ends with the process.
final class Exclusive implements AutoCloseable {
    private final FileChannel channel;

    private Exclusive(FileChannel channel) {
        this.channel = channel;
    }

    static Exclusive take(Session session) throws Problem, OutputFailed {
        var folder = session.places().data().resolve("plugins");
        try {
            Private.folders(folder);
            return take(folder.resolve(".lock"), session);
        } catch (OutputFailed e) {
            throw e;
        } catch (IOException e) {
            throw new Problem("cannot change anything in " + folder + ": " + Reason.of(e), "");
        }
    }

    private static Exclusive take(Path file, Session session) throws IOException {
        var channel = Private.channel(file);
        try {
            if (channel.tryLock() == null) {
                session.printer().note("waiting for another jp that is just installing something");
                channel.lock();
            }
            return new Exclusive(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void close() throws Problem {
        try {
            channel.close();
        } catch (IOException e) {
            throw new Problem("cannot release the lock on the installed plugins: " + Reason.of(e), "");
        }
    }
}
