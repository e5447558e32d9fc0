package dev.outrigger.assistant.tools;

import dev.outrigger.system.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// By what a file's content is known again.
final class ContentHash {
    static final String NO_FILE = "-";

    /// A larger one is known by its size and the time it was changed.
    private static final long LARGEST = 64L << 20;

    private ContentHash() {}

    /// [#NO_FILE] for what is no ordinary file.
    static String digest(Path path) {
        if (!Files.isRegularFile(path)) {
            return NO_FILE;
        }
        try {
            return Files.size(path) > LARGEST
                    ? Files.size(path) + "@" + Files.getLastModifiedTime(path).toMillis()
                    : Sha256.of(Files.readAllBytes(path));
        } catch (IOException _) {
            // One that can be run and not read is known by its name, as the rest of the fingerprint says.
            return "unreadable";
        }
    }
}
