package dev.outrigger.hosting.context;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Which bytes a program has, in 64 small hexadecimal digits.
public final class Sha256 {
    private Sha256() {}

    public static String of(Path file) throws IOException {
        var digest = digest();
        try (var in = Files.newInputStream(file)) {
            var chunk = new byte[64 << 10];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                digest.update(chunk, 0, count);
            }
        }
        return hex(digest);
    }

    /// For those who see the bytes pass.
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
