package dev.outrigger.launch.sandbox;

import java.util.Optional;

/// Whether sandboxes can be made on this machine, before one is needed.
public final class SandboxReadiness {
    private SandboxReadiness() {}

    /// What is missing and what to do about it, in one line.
    public static Optional<String> missing() {
        try {
            CallFilter.processor();
            SandboxTools.find();
            UserNamespaces.check();
            return Optional.empty();
        } catch (ConfinementRefused e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
