package dev.outrigger.kaged.control;

import dev.outrigger.system.CLibrary;
import dev.outrigger.system.DescriptorCalls;
import dev.outrigger.wire.rpc.WriteRoom;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// A connection, as two streams and the [WriteRoom] there is in it. One thread reads and one writes at a time; an
/// interrupt disturbs neither, and [#close] ends both, from any thread.
final class UnixSocket implements WriteRoom, AutoCloseable {
    private static final int CHUNK = 64 * 1024;
    /// What the system counts for a write beside its bytes, with room to spare.
    private static final int OVERHEAD = 4096;

    private final SocketDescriptor descriptor;
    private final SocketPeer peer;
    private final In in;
    private final Out out;

    UnixSocket(int number, SocketPeer peer) {
        this.descriptor = new SocketDescriptor(number);
        this.peer = peer;
        // Freed by the collector, so that nobody who comes late finds it gone.
        var arena = Arena.ofAuto();
        this.in = new In(arena, number);
        this.out = new Out(arena, number);
    }

    SocketPeer peer() {
        return peer;
    }

    InputStream in() {
        return in;
    }

    /// [OutputStream#close] ends the reading, too.
    OutputStream out() {
        return out;
    }

    /// The system calls a socket writable while no more than a quarter of its buffer is in use. So one question
    /// answers for several small writes: for half of the buffer, at what a write costs there at most.
    @Override
    public boolean takes(int bytes) {
        return bytes <= CHUNK && out.takes(2 * bytes + OVERHEAD);
    }

    void shutdown() {
        try (var arena = Arena.ofConfined()) {
            descriptor.shutdown(arena.allocate(CLibrary.STATE));
        }
    }

    @Override
    public void close() {
        try (var arena = Arena.ofConfined()) {
            descriptor.close(arena.allocate(CLibrary.STATE));
        }
    }

    /// A `struct pollfd`: the descriptor, what is asked, what is so.
    private static MemorySegment question(Arena arena, int number, short asked) {
        var question = arena.allocate(8, 4);
        question.set(ValueLayout.JAVA_INT, 0, number);
        question.set(ValueLayout.JAVA_SHORT, 4, asked);
        return question;
    }

    private final class In extends InputStream {
        private final MemorySegment state;
        private final MemorySegment chunk;

        private final MemorySegment question;

        In(Arena arena, int number) {
            this.state = arena.allocate(CLibrary.STATE);
            this.chunk = arena.allocate(CHUNK);
            this.question = question(arena, number, SocketCalls.POLLIN);
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int number = descriptor.enter();
            if (number < 0) {
                return -1;
            }
            try {
                // Who waits in a read is also woken when the client has read what was sent to it, each time.
                DescriptorCalls.poll(question, 1, -1);
                long count;
                do {
                    count = SocketCalls.receive(state, number, chunk, Math.min(length, CHUNK));
                } while (count < 0 && CLibrary.errno(state) == SocketCalls.EINTR);
                if (count > 0) {
                    MemorySegment.copy(chunk, ValueLayout.JAVA_BYTE, 0, bytes, from, (int) count);
                    return (int) count;
                }
                if (count == 0 || CLibrary.errno(state) == SocketCalls.ECONNRESET) {
                    return -1;
                }
                throw new IOException("a client cannot be read: error " + CLibrary.errno(state));
            } finally {
                descriptor.leave(state);
            }
        }
    }

    private final class Out extends OutputStream {
        private final MemorySegment state;
        private final MemorySegment chunk;
        private final MemorySegment question;
        private final int buffer;
        private int credit;

        Out(Arena arena, int number) {
            this.state = arena.allocate(CLibrary.STATE);
            var told = arena.allocate(ValueLayout.JAVA_INT);
            var length = arena.allocateFrom(ValueLayout.JAVA_INT, Integer.BYTES);
            this.buffer = SocketCalls.option(state, number, SocketCalls.SO_SNDBUF, told, length) < 0
                    ? 0
                    : told.get(ValueLayout.JAVA_INT, 0);
            this.chunk = arena.allocate(CHUNK);
            this.question = question(arena, number, SocketCalls.POLLOUT);
        }

        /// By one thread at a time, as all that writes.
        boolean takes(int cost) {
            if (credit >= cost) {
                credit -= cost;
                return true;
            }
            boolean writable = writable();
            // After a no, others write, who count nothing: then only the system knows.
            credit = writable ? Math.max(buffer / 2 - cost, 0) : 0;
            return writable;
        }

        private boolean writable() {
            int number = descriptor.enter();
            if (number < 0) {
                return false;
            }
            try {
                return DescriptorCalls.poll(question, 1, 0) == 1
                        && (question.get(ValueLayout.JAVA_SHORT, 6) & SocketCalls.POLLOUT) != 0;
            } finally {
                descriptor.leave(state);
            }
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            int at = from;
            while (at < from + length) {
                at += part(bytes, at, Math.min(from + length - at, CHUNK));
            }
        }

        private int part(byte[] bytes, int from, int length) throws IOException {
            int number = descriptor.enter();
            if (number < 0) {
                throw new IOException("the connection is closed");
            }
            try {
                MemorySegment.copy(bytes, from, chunk, ValueLayout.JAVA_BYTE, 0, length);
                long count;
                do {
                    count = SocketCalls.send(state, number, chunk, length);
                } while (count < 0 && CLibrary.errno(state) == SocketCalls.EINTR);
                if (count < 0) {
                    throw new IOException("the client takes no more: error " + CLibrary.errno(state));
                }
                return (int) count;
            } finally {
                descriptor.leave(state);
            }
        }

        @Override
        public void close() {
            shutdown();
        }
    }
}
