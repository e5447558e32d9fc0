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
record Stamp(long size, long mtime, int key) {
    /// The events of a folder, ours or the original's.
    static Stamp of(Folder folder) throws IOException, Unreadable {
        try {
            return of(folder.eventsThatCount());
        } catch (NoSuchFileException _) {
            throw new Unreadable(folder.eventsThatCount().getFileName() + " is missing");
        }
    }

    static Stamp of(Path file) throws IOException, Unreadable {
        var stat = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!stat.isRegularFile()) {
            throw new Unreadable(file.getFileName() + " is no regular file");
        }
        return new Stamp(
                stat.size(), stat.lastModifiedTime().to(TimeUnit.NANOSECONDS), Objects.hashCode(stat.fileKey()));
    }
}
