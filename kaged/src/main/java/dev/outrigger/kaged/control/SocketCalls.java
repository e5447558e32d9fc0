package dev.outrigger.kaged.control;

import dev.outrigger.system.CLibrary;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/// The system's sockets, as they are. `java.nio` has them, too, but closes a channel when a thread that writes to it is
/// interrupted, does not tell whether a write would have to wait, and knows no datagrams between processes.
///
/// Every function gives -1 when it fails, and leaves its errno in `state`.
final class SocketCalls {
    static final int AF_UNIX = 1;
    static final int SOCK_STREAM = 1;
    static final int SOCK_DGRAM = 2;
    static final int SOCK_CLOEXEC = 02000000;
    static final int SOL_SOCKET = 1;
    static final int SO_SNDBUF = 7;
    static final int SO_PEERCRED = 17;
    static final int MSG_NOSIGNAL = 0x4000;
    static final int SHUT_RDWR = 2;
    static final short POLLIN = 1;
    static final short POLLOUT = 4;

    static final int EINTR = 4;
    static final int EMFILE = 24;
    static final int ENFILE = 23;
    static final int ENOMEM = 12;
    static final int ENOBUFS = 105;
    static final int ECONNABORTED = 103;
    static final int ECONNRESET = 104;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final AddressLayout POINTER = ValueLayout.ADDRESS;

    private static final MethodHandle SOCKET = CLibrary.failing("socket", FunctionDescriptor.of(INT, INT, INT, INT));
    private static final MethodHandle BIND = CLibrary.failing("bind", FunctionDescriptor.of(INT, INT, POINTER, INT));
    private static final MethodHandle LISTEN = CLibrary.failing("listen", FunctionDescriptor.of(INT, INT, INT));
    private static final MethodHandle ACCEPT =
            CLibrary.failing("accept4", FunctionDescriptor.of(INT, INT, POINTER, POINTER, INT));
    private static final MethodHandle OPTION =
            CLibrary.failing("getsockopt", FunctionDescriptor.of(INT, INT, INT, INT, POINTER, POINTER));
    private static final MethodHandle RECEIVE =
            CLibrary.failing("recv", FunctionDescriptor.of(LONG, INT, POINTER, LONG, INT));
    private static final MethodHandle SEND =
            CLibrary.failing("send", FunctionDescriptor.of(LONG, INT, POINTER, LONG, INT));
    private static final MethodHandle SEND_TO =
            CLibrary.failing("sendto", FunctionDescriptor.of(LONG, INT, POINTER, LONG, INT, POINTER, INT));
    private static final MethodHandle SHUTDOWN = CLibrary.failing("shutdown", FunctionDescriptor.of(INT, INT, INT));

    private SocketCalls() {}

    static int socket(MemorySegment state, int domain, int type) {
        try {
            return (int) SOCKET.invokeExact(state, domain, type, 0);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static int bind(MemorySegment state, int descriptor, MemorySegment address) {
        try {
            return (int) BIND.invokeExact(state, descriptor, address, (int) address.byteSize());
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static int listen(MemorySegment state, int descriptor, int backlog) {
        try {
            return (int) LISTEN.invokeExact(state, descriptor, backlog);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static int accept(MemorySegment state, int descriptor) {
        try {
            return (int) ACCEPT.invokeExact(state, descriptor, MemorySegment.NULL, MemorySegment.NULL, SOCK_CLOEXEC);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static int option(MemorySegment state, int descriptor, int option, MemorySegment value, MemorySegment length) {
        try {
            return (int) OPTION.invokeExact(state, descriptor, SOL_SOCKET, option, value, length);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static long receive(MemorySegment state, int descriptor, MemorySegment to, long length) {
        try {
            return (long) RECEIVE.invokeExact(state, descriptor, to, length, 0);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static long send(MemorySegment state, int descriptor, MemorySegment from, long length) {
        try {
            return (long) SEND.invokeExact(state, descriptor, from, length, MSG_NOSIGNAL);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static long sendTo(MemorySegment state, int descriptor, MemorySegment from, MemorySegment address) {
        try {
            return (long) SEND_TO.invokeExact(
                    state, descriptor, from, from.byteSize(), MSG_NOSIGNAL, address, (int) address.byteSize());
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    static int shutdown(MemorySegment state, int descriptor) {
        try {
            return (int) SHUTDOWN.invokeExact(state, descriptor, SHUT_RDWR);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static IllegalStateException failed(Throwable e) {
        return new IllegalStateException("a foreign call failed", e);
    }
}
