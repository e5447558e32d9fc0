package dev.outrigger.fuzz.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/// A folder for each thread, in memory where the machine has such a place, for readers that want a file.
public final class ScratchFolder {
    private static final Path ROOT = make();
    private static final ThreadLocal<Path> OWN = ThreadLocal.withInitial(ScratchFolder::own);

    private ScratchFolder() {}

    public static Path folder() {
        return OWN.get();
    }

    public static Path file(String name, byte[] content) throws IOException {
        return Files.write(folder().resolve(name), content);
    }

    private static Path make() {
        try {
            var memory = Path.of("/dev/shm");
            var root = Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "fuzz")
                    : Files.createTempDirectory("fuzz");
            Runtime.getRuntime().addShutdownHook(new Thread(ScratchFolder::remove));
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path own() {
        try {
            return Files.createTempDirectory(ROOT, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void remove() {
        try (var walk = Files.walk(ROOT)) {
            for (var path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            System.err.println("fuzz: " + ROOT + " is left over: " + e);
        }
    }
}
