package dev.outrigger.launch.watch;

import java.util.Locale;
import java.util.Optional;

/// A kind of processor whose system calls are known. `audit` is how a filter is told which one a call was made for.
enum WatchedProcessor {
    X86_64(0xC000003E),
    AARCH64(0xC00000B7);

    final int audit;

    WatchedProcessor(int audit) {
        this.audit = audit;
    }

    static Optional<WatchedProcessor> here() {
        return switch (System.getProperty("os.arch", "").toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }

    int pick(int x86, int arm) {
        return switch (this) {
            case X86_64 -> x86;
            case AARCH64 -> arm;
        };
    }
}
