package dev.outrigger.launch.watch;

import dev.outrigger.system.CLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// System calls, by their numbers, for one thread.
final class RawSystemCalls {
    static final int AT_FDCWD = -100;
    static final int EPERM = 1;
    static final int EACCES = 13;
    static final int ENOSYS = 38;
    static final int PATH_MAX = 4096;
    private static final int PAGE = 4096;
    private static final int O_CLOEXEC = 02000000;
    private static final int SIGKILL = 9;

    private static final MethodHandle CALL = CLibrary.failing(
            "syscall",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG),
            1);

    /// The calls made here, with their numbers on x86_64 and aarch64.
    enum Sys {
        CLOSE(3, 57),
        IOCTL(16, 29),
        PREAD64(17, 67),
        KILL(62, 129),
        EPOLL_CTL(233, 21),
        OPENAT(257, 56),
        READLINKAT(267, 78),
        FACCESSAT(269, 48),
        PPOLL(271, 73),
        EPOLL_PWAIT(281, 22),
        EPOLL_CREATE1(291, 20),
        PROCESS_VM_READV(310, 270);

        private final int x86;
        private final int arm;

        Sys(int x86, int arm) {
            this.x86 = x86;
            this.arm = arm;
        }
    }

    private final WatchedProcessor processor;
    private final MemorySegment state;
    private final MemorySegment name;
    private final MemorySegment bytes;
    private final MemorySegment vectors;

    RawSystemCalls(WatchedProcessor processor, Arena arena) {
        this.processor = processor;
        state = arena.allocate(CLibrary.STATE);
        name = arena.allocate(PATH_MAX);
        bytes = arena.allocate(PATH_MAX);
        vectors = arena.allocate(48, 8);
    }

    /// What the call returns, or an error's number below zero.
    long call(Sys sys, long a, long b, long c, long d, long e, long f) {
        try {
            long result = (long) CALL.invokeExact(state, (long) processor.pick(sys.x86, sys.arm), a, b, c, d, e, f);
            return result == -1 ? -CLibrary.errno(state) : result;
        } catch (Throwable t) {
            throw new IllegalStateException("calling the kernel", t);
        }
    }

    long call(Sys sys, long a, long b, long c) {
        return call(sys, a, b, c, 0, 0, 0);
    }

    void close(int descriptor) {
        call(Sys.CLOSE, descriptor, 0, 0);
    }

    /// False for a name that is longer than a path can be.
    private boolean name(String path) {
        var encoded = path.getBytes(StandardCharsets.UTF_8);
        if (encoded.length >= PATH_MAX) {
            return false;
        }
        MemorySegment.copy(encoded, 0, name, ValueLayout.JAVA_BYTE, 0, encoded.length);
        name.set(ValueLayout.JAVA_BYTE, encoded.length, (byte) 0);
        return true;
    }

    boolean exists(String path) {
        return name(path) && call(Sys.FACCESSAT, AT_FDCWD, name.address(), 0) == 0;
    }

    Optional<String> link(String path) {
        if (!name(path)) {
            return Optional.empty();
        }
        long length = call(Sys.READLINKAT, AT_FDCWD, name.address(), bytes.address(), PATH_MAX, 0, 0);
        return length <= 0 ? Optional.empty() : Optional.of(text(length));
    }

    private String text(long length) {
        var copy = new byte[(int) length];
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, copy, 0, copy.length);
        return new String(copy, StandardCharsets.UTF_8);
    }

    /// Up to `length` bytes of another's memory, fewer where it ends; or an error's number below zero.
    long memory(long pid, long address, MemorySegment into, int length) {
        long first = Math.min(length, PAGE - (address & (PAGE - 1)));
        // Two pieces, since the second page may not be there.
        vectors.set(ValueLayout.JAVA_LONG, 0, into.address());
        vectors.set(ValueLayout.JAVA_LONG, 8, length);
        vectors.set(ValueLayout.JAVA_LONG, 16, address);
        vectors.set(ValueLayout.JAVA_LONG, 24, first);
        vectors.set(ValueLayout.JAVA_LONG, 32, address + first);
        vectors.set(ValueLayout.JAVA_LONG, 40, length - first);
        long got = call(
                Sys.PROCESS_VM_READV, pid, vectors.address(), 1, vectors.address() + 16, first < length ? 2 : 1, 0);
        // Containers that know of no other use for it forbid this call: then through the file.
        return got == -ENOSYS || got == -EPERM ? memoryFile(pid, address, into, length) : got;
    }

    private long memoryFile(long pid, long address, MemorySegment into, int length) {
        name("/proc/" + pid + "/mem");
        long descriptor = call(Sys.OPENAT, AT_FDCWD, name.address(), O_CLOEXEC);
        if (descriptor < 0) {
            return descriptor;
        }
        long got = call(Sys.PREAD64, descriptor, into.address(), length, address, 0, 0);
        close((int) descriptor);
        return got;
    }

    boolean kill(long pid) {
        return call(Sys.KILL, pid, SIGKILL, 0) == 0;
    }
}
