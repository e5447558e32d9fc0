package dev.outrigger.assistant.tools;

import dev.outrigger.system.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// By what a file's content is known again.
final class ContentHash {
    /// A larger one is known by its size and the time it was changed.
    private static final long LARGEST = 64L << 20;

    private ContentHash() {}

    /// `-` for what is no ordinary file.
    static String digest(Optional<Path> file) {
        if (file.isEmpty() || !Files.isRegularFile(file.get())) {
            return "-";
        }
        var path = file.get();
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
