package dev.outrigger.hosting.describe;

import dev.outrigger.system.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/// Which content of a file is meant. Size and time are quick to compare; the hash decides when they differ.
record ContentStamp(long size, long nanos, String sha256) {
    static ContentStamp of(Path file) throws IOException {
        var attributes = look(file);
        return new ContentStamp(attributes.size(), nanos(attributes), Sha256.of(file));
    }

    /// Whether the file looks as it did.
    boolean matches(BasicFileAttributes attributes) {
        return attributes.size() == size && nanos(attributes) == nanos;
    }

    /// A pipe or a device would be no program, and might never end.
    static BasicFileAttributes look(Path file) throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw new IOException(file + " is no regular file");
        }
        return attributes;
    }

    static long nanos(BasicFileAttributes attributes) {
        return attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    }
}
