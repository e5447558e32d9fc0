package dev.outrigger.kaged.control;

import dev.outrigger.system.CLibrary;
import dev.outrigger.system.DescriptorCalls;
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
final class ListeningSocket implements AutoCloseable {
    private static final int BACKLOG = 128;

    private final Path path;
    private final SocketDescriptor descriptor;
    private final Arena arena = Arena.ofAuto();
    private final MemorySegment state = arena.allocate(CLibrary.STATE);

    private ListeningSocket(Path path, int number) {
        this.path = path;
        this.descriptor = new SocketDescriptor(number);
    }

    /// Takes the place of whatever socket was there: whoever calls this holds the daemon's lock, so nobody answers
    /// there any more. It comes to its name only when its mode is right.
    static ListeningSocket at(Path path) throws IOException {
        if (Files.exists(path)
                && !Files.readAttributes(path, BasicFileAttributes.class).isOther()) {
            throw new IOException(path + " is no socket: move it away");
        }
        var folder = Objects.requireNonNull(path.getParent(), "a socket lies in a folder");
        // As long as the name itself, so that what fits here fits there.
        var draft = folder.resolve(".new.sock");
        Files.deleteIfExists(draft);
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CLibrary.STATE);
            int number =
                    SocketCalls.socket(state, SocketCalls.AF_UNIX, SocketCalls.SOCK_STREAM | SocketCalls.SOCK_CLOEXEC);
            if (number < 0) {
                throw new IOException("no socket can be made: error " + CLibrary.errno(state));
            }
            boolean done = false;
            try {
                if (SocketCalls.bind(state, number, UnixSocketAddress.of(draft.toString(), arena)) < 0) {
                    throw new IOException("no socket can be made at " + path + ": error " + CLibrary.errno(state));
                }
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
                if (SocketCalls.listen(state, number, BACKLOG) < 0) {
                    throw new IOException("nobody can be heard at " + path + ": error " + CLibrary.errno(state));
                }
                Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                done = true;
                return new ListeningSocket(path, number);
            } finally {
                if (!done) {
                    DescriptorCalls.close(number);
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
                client = SocketCalls.accept(state, listening);
                errno = client < 0 ? CLibrary.errno(state) : 0;
            } finally {
                descriptor.leave(state);
            }
            if (client >= 0) {
                return Optional.of(new UnixSocket(client, peer(client)));
            }
            switch (errno) {
                case SocketCalls.EINTR, SocketCalls.ECONNABORTED -> {}
                case SocketCalls.EMFILE, SocketCalls.ENFILE, SocketCalls.ENOMEM, SocketCalls.ENOBUFS ->
                    throw new IOException("no more clients can be taken just now: error " + errno);
                default -> {
                    return Optional.empty();
                }
            }
        }
    }

    private SocketPeer peer(int client) throws IOException {
        try (var mine = Arena.ofConfined()) {
            var told = mine.allocate(ValueLayout.JAVA_INT, 3);
            var length = mine.allocateFrom(ValueLayout.JAVA_INT, (int) told.byteSize());
            if (SocketCalls.option(state, client, SocketCalls.SO_PEERCRED, told, length) < 0) {
                int errno = CLibrary.errno(state);
                DescriptorCalls.close(client);
                throw new IOException("the system does not say who a client is: error " + errno);
            }
            return new SocketPeer(
                    told.getAtIndex(ValueLayout.JAVA_INT, 0),
                    told.getAtIndex(ValueLayout.JAVA_INT, 1),
                    told.getAtIndex(ValueLayout.JAVA_INT, 2));
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        try (var mine = Arena.ofConfined()) {
            descriptor.close(mine.allocate(CLibrary.STATE));
        }
    }
}
