package dev.outrigger.system;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An `flock(2)` on an open file, exclusive unless it says otherwise, released when it is closed or the process dies.
///
/// `FileChannel.lock` will not do: it is fcntl's lock, which flock(1) does not see, and which closing any other
/// descriptor of the file drops.
public final class FileLock implements AutoCloseable {
    private static final int O_RDWR = 2;
    private static final int O_CREAT = 0100;
    private static final int O_CLOEXEC = 02000000;
    /// The one flag here that is another number on ARM.
    private static final int O_NOFOLLOW = System.getProperty("os.arch", "").equals("aarch64") ? 0100000 : 0400000;
    private static final int MODE = 0666;
    private static final int OWN_MODE = 0600;
    private static final Set<PosixFilePermission> OWN =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int LOCK_EX = 2;
    private static final int LOCK_EX_NB = LOCK_EX | 4;
    private static final int LOCK_SH_NB = 1 | 4;
    private static final int EINTR = 4;
    private static final int EWOULDBLOCK = 11;

    /// One shape for all three functions, since linking a shape is what costs at start-up; an argument too many in a
    /// register disturbs neither `flock` nor `close`.
    private static final FunctionDescriptor SHAPE = FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);

    private static final MethodHandle OPEN = link("open");
    private static final MethodHandle FLOCK = link("flock");
    private static final MethodHandle CLOSE = link("close");

    private int descriptor;

    private FileLock(int descriptor) {
        this.descriptor = descriptor;
    }

    private static MethodHandle link(String name) {
        return CLibrary.failing(name, SHAPE, 2);
    }

    /// The lock, or null when another open file holds it. The file is made, as open as the umask lets it be.
    public static @Nullable FileLock take(Path file) throws IOException {
        return lock(open(file, MODE), file, LOCK_EX_NB);
    }

    /// The same on a file for nobody else: whoever may read it could lock it, and so hold us up. Closed to others where
    /// it is found open; fails where it is not ours to close.
    public static @Nullable FileLock takeOwn(Path file) throws IOException {
        return lock(openOwn(file), file, LOCK_EX_NB);
    }

    /// Together with others who share it: null when somebody has it alone.
    public static @Nullable FileLock shareOwn(Path file) throws IOException {
        return lock(openOwn(file), file, LOCK_SH_NB);
    }

    /// Waits for it as long as another holds it.
    public static FileLock awaitOwn(Path file) throws IOException {
        return Objects.requireNonNull(lock(openOwn(file), file, LOCK_EX), "who waits for a lock gets it");
    }

    private static FileLock open(Path file, int mode) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CLibrary.STATE);
            var path = arena.allocateFrom(file.toString());
            int descriptor;
            do {
                descriptor = call(OPEN, state, path.address(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
            } while (descriptor < 0 && CLibrary.errno(state) == EINTR);
            if (descriptor < 0) {
                throw failure(file, "open", CLibrary.errno(state));
            }
            return new FileLock(descriptor);
        }
    }

    private static FileLock openOwn(Path file) throws IOException {
        var opened = open(file, OWN_MODE);
        boolean closedToOthers = false;
        try {
            if (!Files.getPosixFilePermissions(opened.file()).equals(OWN)) {
                Files.setPosixFilePermissions(opened.file(), OWN);
            }
            closedToOthers = true;
            return opened;
        } finally {
            if (!closedToOthers) {
                opened.close();
            }
        }
    }

    private static @Nullable FileLock lock(FileLock opened, Path file, int operation) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(CLibrary.STATE);
            int rc;
            do {
                rc = call(FLOCK, state, opened.descriptor, operation, 0);
            } while (rc < 0 && CLibrary.errno(state) == EINTR);
            if (rc == 0) {
                return opened;
            }
            int errno = CLibrary.errno(state);
            opened.close();
            if (errno == EWOULDBLOCK) {
                return null;
            }
            throw failure(file, "flock", errno);
        }
    }

    /// The locked file itself, whatever its name points to by now.
    public Path file() {
        return Path.of("/proc/self/fd/" + descriptor);
    }

    @Override
    public void close() {
        if (descriptor >= 0) {
            try (var arena = Arena.ofConfined()) {
                call(CLOSE, arena.allocate(CLibrary.STATE), descriptor, 0, 0);
            }
            descriptor = -1;
        }
    }

    private static int call(MethodHandle function, MemorySegment state, long first, int second, int third) {
        try {
            return (int) function.invokeExact(state, first, second, third);
        } catch (Throwable e) {
            throw new IllegalStateException("a foreign call failed", e);
        }
    }

    private static FileSystemException failure(Path file, String call, int errno) {
        var reason = switch (errno) {
            case 2 -> "no such folder";
            case 13 -> "permission denied";
            case 24 -> "too many open files";
            case 28 -> "no space left on device";
            case 30 -> "read-only file system";
            case 40 -> "is a symbolic link";
            default -> "error " + errno;
        };
        return new FileSystemException(file.toString(), null, call + ": " + reason);
    }
}
