package dev.outrigger.system;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// What the C library does with descriptors, for who needs what Java's own files cannot: a lock, a link that is not
/// followed, a wait. Each answers what the function does, or the negated error number.
///
/// Whole numbers and pointers are all passed as longs: on the machines we know (see [ProcessorKind]) they go in
/// registers of that size, one too many disturbs no function, and one shape for all is linked faster than a dozen. Each
/// function is linked when it is first called, since that costs as well.
public final class DescriptorCalls {
    public static final int O_RDWR = 2;
    public static final int O_CREAT = 0100;
    public static final int O_NONBLOCK = 04000;
    public static final int O_CLOEXEC = 02000000;
    public static final int O_PATH = 010000000;
    /// The one flag here that is another number on ARM.
    public static final int O_NOFOLLOW =
            ProcessorKind.here().orElse(ProcessorKind.X86_64).noFollow();

    /// In place of a folder: names count from where the process is, or from the root.
    public static final int AT_FDCWD = -100;

    public static final int ENOENT = 2;
    public static final int EINTR = 4;
    public static final int ENXIO = 6;
    public static final int EWOULDBLOCK = 11;
    public static final int ELOOP = 40;

    private static final FunctionDescriptor SHAPE = FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);

    private DescriptorCalls() {}

    /// A function of that shape, for [#answer].
    public static MethodHandle link(String name) {
        return CLibrary.failing(name, SHAPE);
    }

    /// The same, of one that takes any number of arguments behind its first ones.
    public static MethodHandle link(String name, int fixed) {
        return CLibrary.failing(name, SHAPE, fixed);
    }

    /// The answer, or the negated error number.
    public static int answer(MethodHandle function, long... arguments) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CLibrary.STATE);
            var a = arguments;
            int n = a.length;
            int answer = (int) function.invokeExact(
                    state,
                    n > 0 ? a[0] : 0L,
                    n > 1 ? a[1] : 0L,
                    n > 2 ? a[2] : 0L,
                    n > 3 ? a[3] : 0L,
                    n > 4 ? a[4] : 0L,
                    n > 5 ? a[5] : 0L);
            return answer < 0 ? -CLibrary.errno(state) : answer;
        } catch (Throwable e) {
            throw new IllegalStateException("calling the C library", e);
        }
    }

    /// `name` ends with a zero. `mode` is for a file that is made.
    public static int open(MemorySegment name, int flags, int mode) {
        return answer(Open.LINKED, name.address(), flags, mode);
    }

    /// Of a name in a folder that is open.
    public static int openAt(int folder, MemorySegment name, int flags) {
        return answer(OpenAt.LINKED, folder, name.address(), flags, 0);
    }

    /// How many bytes; 0 at the end.
    public static int read(int descriptor, MemorySegment into) {
        return answer(Read.LINKED, descriptor, into.address(), into.byteSize());
    }

    /// `polled` are `struct pollfd`s; -1 waits without limit. How many are ready.
    public static int poll(MemorySegment polled, int count, int millis) {
        return answer(Poll.LINKED, polled.address(), count, millis);
    }

    /// `flock(2)`.
    public static int lock(int descriptor, int operation) {
        return answer(Lock.LINKED, descriptor, operation);
    }

    public static void close(int descriptor) {
        answer(Close.LINKED, descriptor);
    }

    /// The open file itself, whatever its name leads to by now.
    public static Path path(int descriptor) {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    private static final class Open {
        static final MethodHandle LINKED = link("open", 2);
    }

    private static final class OpenAt {
        static final MethodHandle LINKED = link("openat", 3);
    }

    private static final class Read {
        static final MethodHandle LINKED = link("read");
    }

    private static final class Poll {
        static final MethodHandle LINKED = link("poll");
    }

    private static final class Lock {
        static final MethodHandle LINKED = link("flock");
    }

    private static final class Close {
        static final MethodHandle LINKED = link("close");
    }
}
