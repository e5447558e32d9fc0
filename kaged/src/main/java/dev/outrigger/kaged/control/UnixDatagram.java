package dev.outrigger.kaged.control;

import dev.outrigger.system.CLibrary;
import dev.outrigger.system.DescriptorCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// A few words to another process's socket, without waiting for anything.
public final class UnixDatagram {
    private UnixDatagram() {}

    public static void send(String socket, String words) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CLibrary.STATE);
            var address = UnixSocketAddress.of(socket, arena);
            var bytes = words.getBytes(StandardCharsets.UTF_8);
            var message = arena.allocate(bytes.length);
            MemorySegment.copy(bytes, 0, message, ValueLayout.JAVA_BYTE, 0, bytes.length);
            int number =
                    SocketCalls.socket(state, SocketCalls.AF_UNIX, SocketCalls.SOCK_DGRAM | SocketCalls.SOCK_CLOEXEC);
            if (number < 0) {
                throw new IOException("no socket can be made: error " + CLibrary.errno(state));
            }
            long sent = SocketCalls.sendTo(state, number, message, address);
            int errno = sent < 0 ? CLibrary.errno(state) : 0;
            DescriptorCalls.close(number);
            if (sent < 0) {
                throw new IOException(socket + " takes no message: error " + errno);
            }
        }
    }
}
