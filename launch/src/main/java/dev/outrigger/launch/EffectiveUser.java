package dev.outrigger.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Whose rights this process has.
///
/// Not the owner of what lies in `/proc/self`: where the kernel keeps a program's memory from its own user, that is
/// root,
/// and whoever asks there takes himself for root. What is written in it is right, and costs no library.
public final class EffectiveUser {
    private static final Path STATUS = Path.of("/proc/self/status");

    private EffectiveUser() {}

    public static int uid() throws IOException {
        for (var line : Files.readAllLines(STATUS)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseUnsignedInt(line.split("\\s+")[2]);
            }
        }
        throw new IOException(STATUS + " names no user");
    }
}
