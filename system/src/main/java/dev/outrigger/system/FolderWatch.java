package dev.outrigger.system;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What happens to the files in some folders, whoever does it, as `inotify(7)` tells it: also that a file was closed,
/// which is how the end of a lock is seen, and which Java's own `WatchService` does not tell.
///
/// The descriptor is closed by the thread that waits in [#next], so that nobody reads from a number that is another
/// file's by then.
public final class FolderWatch implements AutoCloseable {
    /// Something happened to the file of this name; "" stands for the folder itself.
    public record Change(Path folder, String name) {}

    private static final int IN_MODIFY = 0x2;
    private static final int IN_CLOSE = 0x8 | 0x10;
    private static final int IN_MOVED = 0x40 | 0x80;
    private static final int IN_CREATE = 0x100;
    private static final int IN_DELETE = 0x200;
    private static final int IN_DELETE_SELF = 0x400;
    private static final int IN_MOVE_SELF = 0x800;
    private static final int IN_Q_OVERFLOW = 0x4000;
    private static final int IN_IGNORED = 0x8000;
    private static final int IN_ISDIR = 0x40000000;
    private static final int IN_ONLYDIR = 0x01000000;
    private static final int IN_CLOEXEC = 02000000;
    private static final int HEADER = 16;
    private static final int BUFFER = 1 << 16;

    private static final MethodHandle INIT = DescriptorCalls.link("inotify_init1");
    private static final MethodHandle ADD = DescriptorCalls.link("inotify_add_watch");
    private static final MethodHandle REMOVE = DescriptorCalls.link("inotify_rm_watch");

    private final int descriptor;
    /// Never told of; taking it away wakes whoever waits.
    private final int sentinel;

    private final Map<Integer, Path> folders = new HashMap<>();
    private boolean closed;

    private FolderWatch(int descriptor) throws IOException {
        this.descriptor = descriptor;
        this.sentinel = watch(Path.of("/"), IN_DELETE_SELF);
    }

    /// One that watches nothing yet.
    ///
    /// @throws IOException where there is no inotify, or none left for this user
    public static FolderWatch open() throws IOException {
        int descriptor = DescriptorCalls.answer(INIT, IN_CLOEXEC);
        if (descriptor < 0) {
            throw failure("inotify", -descriptor);
        }
        return new FolderWatch(descriptor);
    }

    /// Every change to a file in this folder from now on. A second time does nothing.
    public void add(Path folder) throws IOException {
        synchronized (folders) {
            folders.put(
                    watch(
                            folder,
                            IN_ONLYDIR
                                    | IN_MODIFY
                                    | IN_CLOSE
                                    | IN_MOVED
                                    | IN_CREATE
                                    | IN_DELETE
                                    | IN_MOVE_SELF
                                    | IN_DELETE_SELF),
                    folder);
        }
    }

    /// Whoever watches it for something else is told no more, either.
    public void remove(Path folder) {
        synchronized (folders) {
            for (var each : List.copyOf(folders.entrySet())) {
                if (each.getValue().equals(folder)) {
                    folders.remove(each.getKey());
                    unwatch(each.getKey());
                }
            }
        }
    }

    private int watch(Path folder, int mask) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom(folder.toString());
            int watch = DescriptorCalls.answer(ADD, descriptor, path.address(), mask);
            if (watch < 0) {
                throw failure(folder.toString(), -watch);
            }
            return watch;
        }
    }

    private void unwatch(int watch) {
        DescriptorCalls.answer(REMOVE, descriptor, watch);
    }

    /// Waits for changes. `null` in place of a list: more happened than could be told, so that anything may have
    /// changed. An empty list: it was closed.
    public @Nullable List<Change> next() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var buffer = arena.allocate(BUFFER, Long.BYTES);
            while (true) {
                int length = DescriptorCalls.read(descriptor, buffer);
                if (isClosed()) {
                    DescriptorCalls.close(descriptor);
                    return List.of();
                }
                if (length < 0 && length != -DescriptorCalls.EINTR) {
                    throw failure("inotify", -length);
                }
                var changes = new ArrayList<Change>();
                if (!take(buffer, length, changes)) {
                    return null;
                }
                if (!changes.isEmpty()) {
                    return changes;
                }
            }
        }
    }

    /// False when some were lost.
    private boolean take(MemorySegment buffer, long length, List<Change> changes) {
        boolean all = true;
        for (long at = 0; at + HEADER <= length; ) {
            int watch = buffer.get(ValueLayout.JAVA_INT, at);
            int mask = buffer.get(ValueLayout.JAVA_INT, at + 4);
            int size = buffer.get(ValueLayout.JAVA_INT, at + 12);
            all &= (mask & IN_Q_OVERFLOW) == 0;
            var name = name(buffer, at + HEADER, size);
            at += HEADER + size;
            Path folder;
            synchronized (folders) {
                folder = (mask & IN_IGNORED) == 0 ? folders.get(watch) : folders.remove(watch);
            }
            // That somebody looked through the folder is no change.
            boolean looked = (mask & IN_ISDIR) != 0 && (mask & IN_CLOSE) != 0;
            if (folder != null && !looked) {
                changes.add(new Change(folder, name));
            }
        }
        return all;
    }

    private static String name(MemorySegment buffer, long at, int size) {
        var bytes = buffer.asSlice(at, size).toArray(ValueLayout.JAVA_BYTE);
        int length = 0;
        while (length < size && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private boolean isClosed() {
        synchronized (folders) {
            return closed;
        }
    }

    /// Wakes whoever waits; until somebody does, the descriptor stays open.
    @Override
    public void close() {
        synchronized (folders) {
            if (!closed) {
                closed = true;
                unwatch(sentinel);
            }
        }
    }

    private static FileSystemException failure(String what, int errno) {
        var reason = switch (errno) {
            case 24 -> "no more inotify instances for this user (fs.inotify.max_user_instances)";
            case 28 -> "no more inotify watches for this user (fs.inotify.max_user_watches)";
            default -> ErrnoWords.ofFile(errno);
        };
        return new FileSystemException(what, null, reason);
    }
}
