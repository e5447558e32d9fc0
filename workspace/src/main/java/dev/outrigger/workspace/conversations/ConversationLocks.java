package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileLock;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `.jp/locks/<id>.lock`: where everyone who writes a conversation meets. We never unlink these files, but others may.
final class ConversationLocks {
    private static final int MOST_TEXT = 4096;
    private static final Path KERNEL = Path.of("/proc/locks");

    private final Path folder;
    private final String prefix;
    private final String command;

    /// @param prefix what a file's name begins with, before the id
    ConversationLocks(Path folder, String prefix, String command) {
        this.folder = folder;
        this.prefix = prefix;
        this.command = command;
    }

    Path folder() {
        return folder;
    }

    /// Without waiting; null when it is taken.
    @Nullable
    FileLock take(ConversationId id) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
        var path = path(id);
        while (true) {
            var lock = FileLock.take(path);
            if (lock == null) {
                return null;
            }
            if (stillNamed(lock, path)) {
                sign(lock);
                return lock;
            }
            lock.close();
        }
    }

    /// Two who lock different files of one name would both believe to hold it: after an unlink, go again.
    private static boolean stillNamed(FileLock lock, Path path) throws IOException {
        try {
            return Objects.equals(key(lock.file()), key(path));
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    private void sign(FileLock lock) {
        var text = Json.object()
                .put("pid", ProcessHandle.current().pid())
                .put("since", TimestampText.format(Instant.now()))
                .put("command", command)
                .build();
        try {
            Files.write(lock.file(), JsonText.bytes(text));
        } catch (IOException _) {
            // Only people read it: a full disk must not keep anyone from removing a conversation.
        }
    }

    /// Who holds the lock now, as the kernel says; what the file says is believed only if it names the same process.
    Optional<LockHolder> holder(ConversationId id) throws IOException {
        try {
            var pid = lockingPid(id);
            if (pid.isEmpty()) {
                return Optional.empty();
            }
            var signed = signature(id);
            return Optional.of(
                    signed != null && signed.pid() == pid.get() ? signed : new LockHolder(pid.get(), "", ""));
        } catch (NoSuchFileException _) {
            // Unlinked meanwhile.
            return Optional.empty();
        }
    }

    boolean isTaken(ConversationId id) throws IOException {
        return lockingPid(id).isPresent();
    }

    /// From /proc/locks, so that asking never takes the lock, not even for a moment. By inode alone: some file systems
    /// show another device there than `stat` does.
    private Optional<Long> lockingPid(ConversationId id) throws IOException {
        var path = path(id);
        if (!Files.isRegularFile(path) || !Files.isReadable(KERNEL)) {
            return Optional.empty();
        }
        var inode = ":" + Files.getAttribute(path, "unix:ino");
        for (var line : Files.readAllLines(KERNEL)) {
            var words = line.trim().split(" +");
            if (words.length > 5 && words[1].equals("FLOCK") && words[5].endsWith(inode)) {
                return Optional.of(Long.valueOf(words[4]));
            }
        }
        return Optional.empty();
    }

    private @Nullable LockHolder signature(ConversationId id) throws IOException {
        var path = path(id);
        if (Files.size(path) > MOST_TEXT) {
            return null;
        }
        try {
            if (JsonText.parse(Files.readAllBytes(path)) instanceof Json.Obj text
                    && text.get("pid").orElse(Json.Null.NULL) instanceof Json.Num(var pid)) {
                return new LockHolder(
                        Long.parseLong(pid),
                        text.text("since").orElse(""),
                        text.text("command").orElse(""));
            }
            return null;
        } catch (MalformedJson | NumberFormatException _) {
            return null;
        }
    }

    private Path path(ConversationId id) {
        return folder.resolve(prefix + id + ".lock");
    }
}
