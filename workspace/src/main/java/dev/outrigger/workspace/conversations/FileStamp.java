package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileSweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Which state of which file: a file with another stamp has to be read again. Nobody can set `ctime`, as one can
/// `mtime`; `key` stands for device and inode, which whoever made a cloned workspace cannot know.
record FileStamp(long size, long mtime, long ctime, int key) {
    /// By hand, as the other: those of records are made at run time, 10 ms for the first.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FileStamp(var bytes, var modified, var changed, var number)
                && size == bytes
                && mtime == modified
                && ctime == changed
                && key == number;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * ctime + size) ^ key;
    }

    /// The events of a folder, ours or the original's.
    static FileStamp of(ConversationFolder folder) throws IOException, UnreadableFile {
        try {
            var stamp = of(folder.eventsThatCount());
            // Whether the first of the original's is an event depends on it.
            return folder.isOriginal() && OriginalEvents.hasBaseApart(folder.originalEvents())
                    ? new FileStamp(stamp.size, stamp.mtime, stamp.ctime, ~stamp.key)
                    : stamp;
        } catch (NoSuchFileException _) {
            throw new UnreadableFile(folder.eventsThatCount().getFileName() + " is missing");
        }
    }

    static FileStamp of(Path file) throws IOException, UnreadableFile {
        var status = FileSweep.of(file);
        if (status.type() < 0) {
            // Says what the error is.
            Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            throw new IOException(file + " was just being made");
        }
        if (!status.isFile()) {
            throw new UnreadableFile(file.getFileName() + " is no regular file");
        }
        return new FileStamp(
                status.size(),
                status.mtime(),
                status.ctime(),
                Long.hashCode(status.inode()) * 31 + Long.hashCode(status.type()));
    }
}
