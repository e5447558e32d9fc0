package dev.outrigger.pages;

import java.nio.file.Files;
import java.nio.file.Path;

/// The top of the sources: surefire starts in a room's folder, an IDE may start anywhere below.
public final class SourceRoot {
    private SourceRoot() {}

    public static Path path() {
        for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("conformance/json"))) {
                return at;
            }
        }
        throw new AssertionError(
                "no folder `conformance` in or above " + Path.of("").toAbsolutePath());
    }
}
