package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileDraft;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/// Files that are there whole or not at all, after any crash.
final class DurableFiles {
    private static final AtomicLong SERIAL = new AtomicLong();

    private DurableFiles() {}

    interface Writing<X extends Exception> {
        void to(OutputStream out) throws IOException, X;
    }

    static FileChannel read(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    static FileChannel change(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /// On the disk under its name before this returns, but for the folder's own entry: see WholeFile. For whoever
    /// holds the lock: the draft has one name, so that one left by a crash is the next one's to replace.
    static <X extends Exception> void replace(Path file, Writing<X> writing) throws IOException, X {
        try (var draft = FileDraft.shared(file, file.getFileName() + ".tmp")) {
            write(draft, writing);
            draft.sync();
            draft.replaceUnsynced();
        }
    }

    /// Without the lock, and without waiting for the disk: for what can be made again.
    static <X extends Exception> void replaceUnsynced(Path file, Writing<X> writing) throws IOException, X {
        var name = file.getFileName() + ".tmp-" + ProcessHandle.current().pid() + "-" + SERIAL.incrementAndGet();
        try (var draft = FileDraft.shared(file, name)) {
            write(draft, writing);
            draft.replaceUnsynced();
        }
    }

    private static <X extends Exception> void write(FileDraft draft, Writing<X> writing) throws IOException, X {
        try (var out = draft.out()) {
            writing.to(out);
        }
    }

    /// Fills the buffer from this place; false when the file ends before.
    static boolean readFully(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        while (buffer.hasRemaining()) {
            int n = channel.read(buffer, position + buffer.position());
            if (n < 0) {
                return false;
            }
        }
        return true;
    }

    static void writeFully(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
    }
}
