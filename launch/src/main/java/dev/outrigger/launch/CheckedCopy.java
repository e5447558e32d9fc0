package dev.outrigger.launch;

import java.nio.file.Path;

/// That the program to start is a copy of `original`, made at its start: by the process that then becomes it, which
/// reads the original once, and leaves when its bytes have another sha256. So the bytes that were checked are the
/// bytes that run, and nobody waits for both.
public record CheckedCopy(Path original, String sha256) {
    /// What `become` takes; larger ones are hashed quicker in here.
    private static final long MOST_BYTES = 4L << 20;

    public CheckedCopy {
        original = original.toAbsolutePath();
    }

    /// Whether such a start is to be had, for this file.
    public static boolean possible(Path original) {
        return NativePrograms.program(NativePrograms.BECOME).isPresent()
                && original.toFile().length() <= MOST_BYTES;
    }
}
