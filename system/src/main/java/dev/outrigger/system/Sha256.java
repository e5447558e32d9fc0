package dev.outrigger.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// By what bytes are known again: 64 small hexadecimal digits that no other bytes have.
public final class Sha256 {
    private static final MessageDigest PROTOTYPE = fresh();

    private Sha256() {}

    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    /// Of its UTF-8.
    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String of(Path file, OpenOption... options) throws IOException {
        var digest = digest();
        try (var in = Files.newInputStream(file, options)) {
            var chunk = new byte[64 << 10];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                digest.update(chunk, 0, count);
            }
        }
        return hex(digest);
    }

    /// For those who see the bytes pass. A copy of one that is there: to look for the algorithm costs more than to
    /// hash a row of the audit.
    public static MessageDigest digest() {
        try {
            return (MessageDigest) PROTOTYPE.clone();
        } catch (CloneNotSupportedException _) {
            return fresh();
        }
    }

    public static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest fresh() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
