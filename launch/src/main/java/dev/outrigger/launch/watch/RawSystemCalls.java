package dev.outrigger.launch.watch;

import dev.outrigger.system.CLibrary;
import dev.outrigger.system.ProcessorKind;
import dev.outrigger.system.SystemCallNumber;
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

    private final ProcessorKind processor;
    private final MemorySegment state;
    private final MemorySegment name;
    private final MemorySegment bytes;
    private final MemorySegment vectors;

    RawSystemCalls(ProcessorKind processor, Arena arena) {
        this.processor = processor;
        state = arena.allocate(CLibrary.STATE);
        name = arena.allocate(PATH_MAX);
        bytes = arena.allocate(PATH_MAX);
        vectors = arena.allocate(48, 8);
    }

    /// What the call returns, or an error's number below zero.
    long call(SystemCallNumber call, long a, long b, long c, long d, long e, long f) {
        try {
            long result = (long) CALL.invokeExact(state, (long) call.on(processor), a, b, c, d, e, f);
            return result == -1 ? -CLibrary.errno(state) : result;
        } catch (Throwable t) {
            throw new IllegalStateException("calling the kernel", t);
        }
    }

    long call(SystemCallNumber call, long a, long b, long c) {
        return call(call, a, b, c, 0, 0, 0);
    }

    void close(int descriptor) {
        call(SystemCallNumber.CLOSE, descriptor, 0, 0);
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
        return name(path) && call(SystemCallNumber.FACCESSAT, AT_FDCWD, name.address(), 0) == 0;
    }

    Optional<String> link(String path) {
        if (!name(path)) {
            return Optional.empty();
        }
        long length = call(SystemCallNumber.READLINKAT, AT_FDCWD, name.address(), bytes.address(), PATH_MAX, 0, 0);
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
                SystemCallNumber.PROCESS_VM_READV,
                pid,
                vectors.address(),
                1,
                vectors.address() + 16,
                first < length ? 2 : 1,
                0);
        // Containers that know of no other use for it forbid this call: then through the file.
        return got == -ENOSYS || got == -EPERM ? memoryFile(pid, address, into, length) : got;
    }

    private long memoryFile(long pid, long address, MemorySegment into, int length) {
        name("/proc/" + pid + "/mem");
        long descriptor = call(SystemCallNumber.OPENAT, AT_FDCWD, name.address(), O_CLOEXEC);
        if (descriptor < 0) {
            return descriptor;
        }
        long got = call(SystemCallNumber.PREAD64, descriptor, into.address(), length, address, 0, 0);
        close((int) descriptor);
        return got;
    }

    boolean kill(long pid) {
        return call(SystemCallNumber.KILL, pid, SIGKILL, 0) == 0;
    }
}
