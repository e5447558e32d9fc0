package dev.outrigger.kaged.control;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/// The name of a unix socket as the system wants it: the family, then the path.
final class UnixSocketAddress {
    /// One less than the field is long, for the zero behind the path.
    static final int LONGEST_PATH = 107;

    private UnixSocketAddress() {}

    /// `@` in front stands for a name that is in no file system.
    static MemorySegment of(String name, Arena arena) throws IOException {
        var bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST_PATH) {
            throw new IOException(name + " is too long for a socket: at most " + LONGEST_PATH + " bytes");
        }
        boolean named = !name.startsWith("@");
        var address = arena.allocate(Short.BYTES + bytes.length + (named ? 1L : 0L), Short.BYTES);
        address.set(ValueLayout.JAVA_SHORT, 0, (short) SocketCalls.AF_UNIX);
        MemorySegment.copy(bytes, 0, address, ValueLayout.JAVA_BYTE, Short.BYTES, bytes.length);
        if (!named) {
            address.set(ValueLayout.JAVA_BYTE, Short.BYTES, (byte) 0);
        }
        return address;
    }
}
