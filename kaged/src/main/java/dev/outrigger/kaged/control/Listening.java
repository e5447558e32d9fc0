package dev.outrigger.kaged.control;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;

/// A unix socket that waits for clients, at a path that only its owner may open.
final class Listening implements AutoCloseable {
    private static final int BACKLOG = 128;

    private final Path path;
    private final Descriptor descriptor;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment state = arena.allocate(Libc.STATE);

    private Listening(Path path, int number) {
        this.path = path;
        this.descriptor = new Descriptor(number);
    }

    /// Takes the place of whatever socket was there: whoever calls this holds the daemon's lock, so nobody answers
    /// there any more. It comes to its name only when its mode is right.
    static Listening at(Path path) throws IOException {
        if (Files.exists(path)
                && !Files.readAttributes(path, BasicFileAttributes.class).isOther()) {
            throw new IOException(path + " is no socket: move it away");
        }
        var folder = Objects.requireNonNull(path.getParent(), "a socket lies in a folder");
        // As long as the name itself, so that what fits here fits there.
        var draft = folder.resolve(".new.sock");
        Files.deleteIfExists(draft);
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(Libc.STATE);
            int number = Libc.socket(state, Libc.AF_UNIX, Libc.SOCK_STREAM | Libc.SOCK_CLOEXEC);
            if (number < 0) {
                throw new IOException("no socket can be made: error " + Libc.errno(state));
            }
            boolean done = false;
            try {
                if (Libc.bind(state, number, SocketAddress.of(draft.toString(), arena)) < 0) {
                    throw new IOException("no socket can be made at " + path + ": error " + Libc.errno(state));
                }
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
                if (Libc.listen(state, number, BACKLOG) < 0) {
                    throw new IOException("nobody can be heard at " + path + ": error " + Libc.errno(state));
                }
                Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                done = true;
                return new Listening(path, number);
            } finally {
                if (!done) {
                    Libc.close(state, number);
                    Files.deleteIfExists(draft);
                }
            }
        }
    }

    /// The next client; nothing when this is closed. Throws when the system has no room for one just now.
    Optional<UnixSocket> accept() throws IOException {
        while (true) {
            int listening = descriptor.enter();
            if (listening < 0) {
                return Optional.empty();
            }
            int client;
            int errno;
            try {
                client = Libc.accept(state, listening);
                errno = client < 0 ? Libc.errno(state) : 0;
            } finally {
                descriptor.leave(state);
            }
            if (client >= 0) {
                return Optional.of(new UnixSocket(client, peer(client)));
            }
            switch (errno) {
                case Libc.EINTR, Libc.ECONNABORTED -> {}
                case Libc.EMFILE, Libc.ENFILE, Libc.ENOMEM, Libc.ENOBUFS ->
                    throw new IOException("no more clients can be taken just now: error " + errno);
                default -> {
                    return Optional.empty();
                }
            }
        }
    }

    private Peer peer(int client) throws IOException {
        try (var mine = Arena.ofConfined()) {
            var told = mine.allocate(ValueLayout.JAVA_INT, 3);
            var length = mine.allocateFrom(ValueLayout.JAVA_INT, (int) told.byteSize());
            if (Libc.option(state, client, Libc.SO_PEERCRED, told, length) < 0) {
                int errno = Libc.errno(state);
                Libc.close(state, client);
                throw new IOException("the system does not say who a client is: error " + errno);
            }
            return new Peer(
                    told.getAtIndex(ValueLayout.JAVA_INT, 0),
                    told.getAtIndex(ValueLayout.JAVA_INT, 1),
                    told.getAtIndex(ValueLayout.JAVA_INT, 2));
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        try (var mine = Arena.ofConfined()) {
            descriptor.close(mine.allocate(Libc.STATE));
        }
    }
}
