package dev.outrigger.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Tells why a file cannot be started, before it is tried.
public final class Diagnosis {
    private Diagnosis() {}

    /// `searchPath` is the `PATH` that the program will get, where `#!/usr/bin/env` looks.
    public static Optional<CannotStart> of(Path file, String searchPath) {
        if (!Files.exists(file)) {
            return Optional.of(new CannotStart.Missing(file, "there is no such file"));
        }
        return Optional.empty();
    }
}
