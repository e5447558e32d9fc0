package dev.outrigger.launch.sandbox;

import java.util.Locale;

/// A kind of processor whose system calls we know. `audit` is how a filter is told which one a call was made for.
enum ProcessorKind {
    X86_64(0xC000003E, "x86_64-linux-gnu"),
    AARCH64(0xC00000B7, "aarch64-linux-gnu");

    final int audit;
    final String triple;

    ProcessorKind(int audit, String triple) {
        this.audit = audit;
        this.triple = triple;
    }

    static ProcessorKind here() throws ConfinementRefused {
        var name = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        return switch (name) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64" -> AARCH64;
            default ->
                throw new ConfinementRefused(
                        "no sandbox on a " + name + " machine: its system calls are not known here");
        };
    }
}
