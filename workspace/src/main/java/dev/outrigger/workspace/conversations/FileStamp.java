package dev.outrigger.workspace.conversations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// Which state of which file: a file with another stamp has to be read again. `key` stands for device and inode, which
/// whoever made a cloned workspace cannot know.
record FileStamp(long size, long mtime, int key) {
    /// The events of a folder, ours or the original's.
    static FileStamp of(ConversationFolder folder) throws IOException, UnreadableFile {
        try {
            return of(folder.eventsThatCount());
        } catch (NoSuchFileException _) {
            throw new UnreadableFile(folder.eventsThatCount().getFileName() + " is missing");
        }
    }

    static FileStamp of(Path file) throws IOException, UnreadableFile {
        var stat = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!stat.isRegularFile()) {
            throw new UnreadableFile(file.getFileName() + " is no regular file");
        }
        return new FileStamp(
                stat.size(), stat.lastModifiedTime().to(TimeUnit.NANOSECONDS), Objects.hashCode(stat.fileKey()));
    }
}
