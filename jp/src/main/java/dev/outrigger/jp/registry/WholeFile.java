package dev.outrigger.jp.registry;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Files that everyone sees whole: as they were or as they are now, also after a crash.
final class WholeFile {
    private WholeFile() {}

    static void write(Path file, byte[] bytes) throws IOException {
        var folder = Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
        var draft = Files.createTempFile(folder, "." + file.getFileName(), ".tmp");
        try {
            try (var channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                var buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
            syncFolder(folder);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    static void syncFolder(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    static String sha256(Path file) throws IOException {
        var digest = sha256();
        try (var in = Files.newInputStream(file)) {
            var chunk = new byte[64 << 10];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                digest.update(chunk, 0, count);
            }
        }
        return hex(digest);
    }
}
