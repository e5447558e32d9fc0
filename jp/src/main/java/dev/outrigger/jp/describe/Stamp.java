package dev.outrigger.jp.describe;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

/// Which content of a file is meant. Size and time are quick to compare; the hash decides when they differ.
record Stamp(long size, long nanos, String sha256) {
    static Stamp of(Path file) throws IOException {
        var attributes = look(file);
        return new Stamp(attributes.size(), nanos(attributes), sha256(file));
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

    static String sha256(Path file) throws IOException {
        try (var in = new FileInputStream(file.toFile())) {
            var digest = MessageDigest.getInstance("SHA-256");
            var chunk = new byte[64 * 1024];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                digest.update(chunk, 0, count);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
