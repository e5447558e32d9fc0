package dev.outrigger.kaged.store;

import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// What a plugin keeps while it is tried out, in place of its own: removed when that is over, or when the next daemon
/// starts.
public final class ReplayFolder implements AutoCloseable {
    /// So much is copied in a second or two.
    private static final long MOST_COPIED = 256L << 20;

    private static final int MOST_ENTRIES = 20_000;

    private final Path top;

    private ReplayFolder(Path top) {
        this.top = top;
    }

    /// An empty one. Its user must be able to go through to it, as to its own.
    public static ReplayFolder make(KagedHome home) throws IOException {
        var mode = Files.getPosixFilePermissions(home.replays());
        var top = Files.createTempDirectory(home.replays(), "");
        Files.setPosixFilePermissions(top, mode);
        var folder = new ReplayFolder(top);
        Files.createDirectory(
                folder.data(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return folder;
    }

    /// Where the plugin may write.
    public Path data() {
        return top.resolve("data");
    }

    /// What the plugin has now, if it has anything.
    public void fill(Path from) throws IOException, StoreProblem {
        if (Files.isDirectory(from, LinkOption.NOFOLLOW_LINKS)) {
            DataCopy.make(from, data(), MOST_COPIED, MOST_ENTRIES);
        }
    }

    @Override
    public void close() throws IOException {
        TreeDeletion.delete(top);
    }

    /// Removes what a daemon left that was killed. Returns lines for the log.
    public static List<String> sweep(KagedHome home) {
        var notes = new ArrayList<String>();
        try (var left = Files.newDirectoryStream(home.replays())) {
            for (var folder : left) {
                TreeDeletion.delete(folder);
                notes.add("what a replay left was removed: " + Objects.requireNonNull(folder.getFileName()));
            }
        } catch (IOException e) {
            notes.add("what a replay left cannot be removed: " + e);
        }
        return notes;
    }
}
