package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// Tells a file from what may be at its path later: which one it is, how large, and when it was written.
public record FileIdentity(String file, long size, long nanos) {
    static FileIdentity of(Path path) throws IOException {
        return of(Files.readAttributes(path, BasicFileAttributes.class));
    }

    static FileIdentity of(BasicFileAttributes attributes) {
        var modified = attributes.lastModifiedTime().toInstant();
        return new FileIdentity(
                String.valueOf(attributes.fileKey()),
                attributes.size(),
                modified.getEpochSecond() * 1_000_000_000L + modified.getNano());
    }
}
