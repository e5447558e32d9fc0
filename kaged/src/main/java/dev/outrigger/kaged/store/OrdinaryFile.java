package dev.outrigger.kaged.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// A file that somebody named, and that has an end: to open a pipe would wait for good, to open a device may do
/// something.
public final class OrdinaryFile {
    private OrdinaryFile() {}

    /// Also through links.
    public static InputStream open(Path path) throws IOException {
        var real = path.toRealPath();
        refuseOthers(real, LinkOption.NOFOLLOW_LINKS);
        // Whoever put something else there since then gets it opened without waiting, and no further.
        try (var held = FileBelow.top(real)) {
            refuseOthers(held.path());
            return Files.newInputStream(held.path());
        }
    }

    private static void refuseOthers(Path path, LinkOption... how) throws IOException {
        if (!Files.isRegularFile(path, how)) {
            throw new IOException("it is no ordinary file");
        }
    }
}
