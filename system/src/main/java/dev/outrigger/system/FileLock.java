package dev.outrigger.system;

import java.io.IOException;
import java.lang.foreign.Arena;
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
    private static final int FLAGS =
            DescriptorCalls.O_RDWR | DescriptorCalls.O_CREAT | DescriptorCalls.O_CLOEXEC | DescriptorCalls.O_NOFOLLOW;
    private static final int MODE = 0666;
    private static final int OWN_MODE = 0600;
    private static final Set<PosixFilePermission> OWN =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int LOCK_EX = 2;
    private static final int LOCK_EX_NB = LOCK_EX | 4;
    private static final int LOCK_SH_NB = 1 | 4;

    private int descriptor;

    private FileLock(int descriptor) {
        this.descriptor = descriptor;
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
            var path = arena.allocateFrom(file.toString());
            int descriptor;
            do {
                descriptor = DescriptorCalls.open(path, FLAGS, mode);
            } while (descriptor == -DescriptorCalls.EINTR);
            if (descriptor < 0) {
                throw failure(file, "open", -descriptor);
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
        int rc;
        do {
            rc = DescriptorCalls.lock(opened.descriptor, operation);
        } while (rc == -DescriptorCalls.EINTR);
        if (rc == 0) {
            return opened;
        }
        opened.close();
        if (rc == -DescriptorCalls.EWOULDBLOCK) {
            return null;
        }
        throw failure(file, "flock", -rc);
    }

    /// The locked file itself, whatever its name points to by now.
    public Path file() {
        return DescriptorCalls.path(descriptor);
    }

    @Override
    public void close() {
        if (descriptor >= 0) {
            DescriptorCalls.close(descriptor);
            descriptor = -1;
        }
    }

    private static FileSystemException failure(Path file, String call, int errno) {
        return new FileSystemException(file.toString(), null, call + ": " + ErrnoWords.ofFile(errno));
    }
}
