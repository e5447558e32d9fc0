package dev.outrigger.kaged.store;

import dev.outrigger.system.DescriptorCalls;
import dev.outrigger.system.ErrnoWords;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;

/// What lies in a folder that somebody else writes to, opened as it is: never through a link, and never waiting, as
/// opening a FIFO would. `java.nio` can do the one and not the other. What is open can be looked at, listed and read by
/// its [#path], and stays the same one whatever becomes of its name.
final class FileBelow implements AutoCloseable {
    private static final int HOW = DescriptorCalls.O_NONBLOCK | DescriptorCalls.O_CLOEXEC | DescriptorCalls.O_NOFOLLOW;

    private final int number;

    private FileBelow(int number) {
        this.number = number;
    }

    /// Why something cannot be opened.
    static final class Failed extends IOException {
        private final int errno;

        Failed(Path name, int errno) {
            super(name + " cannot be opened: " + ErrnoWords.of(errno));
            this.errno = errno;
        }

        /// Nothing but a link is refused like this.
        boolean isLink() {
            return errno == DescriptorCalls.ELOOP;
        }

        /// It has gone meanwhile, or it is a socket, which nobody can open.
        boolean isNothing() {
            return errno == DescriptorCalls.ENOENT || errno == DescriptorCalls.ENXIO;
        }
    }

    static FileBelow top(Path absolute) throws IOException {
        return open(DescriptorCalls.AT_FDCWD, absolute, bytes(absolute));
    }

    /// One of its entries, as a listing of [#path] names it.
    FileBelow entry(Path leaf) throws IOException {
        return open(number, leaf, bytes(Path.of("/").resolve(leaf)));
    }

    private static FileBelow open(int folder, Path name, byte[] bytes) throws Failed {
        try (var arena = Arena.ofConfined()) {
            boolean entry = folder != DescriptorCalls.AT_FDCWD;
            // Without the slash in front, and with a zero behind.
            var text = arena.allocate(bytes.length + 1L);
            int from = entry ? 1 : 0;
            for (int i = from; i < bytes.length; i++) {
                text.set(ValueLayout.JAVA_BYTE, i - from, bytes[i]);
            }
            int opened = DescriptorCalls.openAt(folder, text, HOW);
            if (opened < 0) {
                throw new Failed(name, -opened);
            }
            return new FileBelow(opened);
        }
    }

    /// As the system knows it: a name need not be text, and what Java shows of it depends on the locale. In a URI each
    /// byte is there.
    private static byte[] bytes(Path absolute) {
        var raw = absolute.toUri().getRawPath();
        int end = raw.length() > 1 && raw.endsWith("/") ? raw.length() - 1 : raw.length();
        var bytes = new byte[end];
        int length = 0;
        for (int i = 0; i < end; i++) {
            if (raw.charAt(i) == '%') {
                bytes[length++] = (byte) Integer.parseInt(raw, i + 1, i + 3, 16);
                i += 2;
            } else {
                bytes[length++] = (byte) raw.charAt(i);
            }
        }
        return Arrays.copyOf(bytes, length);
    }

    Path path() {
        return DescriptorCalls.path(number);
    }

    @Override
    public void close() {
        DescriptorCalls.close(number);
    }
}
