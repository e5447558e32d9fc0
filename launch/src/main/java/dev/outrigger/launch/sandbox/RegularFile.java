package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// A file of somebody else's, open to be read, and which one it is.
///
/// Whoever owns its folder may put a pipe or a device in its place at any moment, and to open one may wait for good, or
/// do something. So the file is first taken hold of without opening it (`O_PATH`), then looked at, and opened only if
/// it is a regular one; it is the one that was looked at, for it is opened by the descriptor, not by its path.
record RegularFile(FileChannel channel, FileIdentity stamp) implements AutoCloseable {
    static RegularFile open(Path path) throws IOException {
        try (var held = Posix.hold(path)) {
            var itself = Path.of("/proc/self/fd", Integer.toString(held.number()));
            var attributes = Files.readAttributes(itself, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new IOException("it is no regular file");
            }
            return new RegularFile(FileChannel.open(itself), FileIdentity.of(attributes));
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
