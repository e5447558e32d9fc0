package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileSweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Which state of which file: a file with another stamp has to be read again. Nobody can set `ctime`, as one can
/// `mtime`; `key` stands for device and inode, which whoever made a cloned workspace cannot know.
record FileStamp(long size, long mtime, long ctime, int key) {
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
