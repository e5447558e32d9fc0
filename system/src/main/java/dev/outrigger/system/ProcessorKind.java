package dev.outrigger.system;

import java.util.Optional;

/// A kind of processor whose system calls we know. `audit` is how a filter is told which one a call was made for;
/// `triple` names the folders of its libraries.
public enum ProcessorKind {
    X86_64(0xC000003E, "x86_64-linux-gnu"),
    AARCH64(0xC00000B7, "aarch64-linux-gnu");

    public final int audit;
    public final String triple;

    ProcessorKind(int audit, String triple) {
        this.audit = audit;
        this.triple = triple;
    }

    /// This machine's; nothing when it is another.
    public static Optional<ProcessorKind> here() {
        return switch (System.getProperty("os.arch", "")) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }

    /// Of a number that each of them has for itself.
    public int pick(int x86, int arm) {
        return switch (this) {
            case X86_64 -> x86;
            case AARCH64 -> arm;
        };
    }

    /// The flag of `open` by which a link in the last place is not followed.
    public int noFollow() {
        return pick(0400000, 0100000);
    }
}
