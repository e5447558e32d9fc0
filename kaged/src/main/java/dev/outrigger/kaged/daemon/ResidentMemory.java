package dev.outrigger.kaged.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How much memory this process has, as the system counts it.
final class ResidentMemory {
    private ResidentMemory() {}

    /// 0 where the system does not say.
    static long bytes() {
        try {
            for (var line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
                }
            }
        } catch (IOException | NumberFormatException _) {
            // A system that does not tell it.
        }
        return 0;
    }
}
