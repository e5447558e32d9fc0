package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// What a confined program that fetches something may not go beyond: so many bytes in a folder, and so much time.
public record ProgramBounds(Path folder, long bytes, Duration time) {
    private static final int LOOK_MILLIS = 200;
    private static final Duration COUNTING = Duration.ofSeconds(10);

    /// Gets what it says, as it comes.
    @FunctionalInterface
    public interface Heard {
        void bytes(byte[] chunk, int length);
    }

    /// Hears its stdout to the end. Why it was ended before that, as a clause; nothing when it said all that it wanted.
    public Optional<String> attend(ConfinedProgram child, Heard heard, BooleanSupplier goesOn) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        long nextLook = System.nanoTime();
        var chunk = new byte[8192];
        while (true) {
            if (child.saysWithin(LOOK_MILLIS)) {
                int length = child.stdout().read(chunk);
                if (length < 0) {
                    return Optional.empty();
                }
                heard.bytes(chunk, length);
            }
            if (System.nanoTime() - end > 0) {
                return ended(child, "it takes longer than " + time.toSeconds() + " s");
            }
            if (!goesOn.getAsBoolean()) {
                return ended(child, "it was taken back");
            }
            if (System.nanoTime() - nextLook >= 0) {
                if (isTooLarge()) {
                    return ended(child, "it is too large: more than " + (bytes >> 20) + " MiB on the way");
                }
                nextLook = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
            }
        }
    }

    /// Also for who looks when it has ended: the last bytes may come between two looks.
    public boolean isTooLarge() throws IOException {
        return Files.isDirectory(folder)
                && DataFolderSize.excess(folder, bytes, COUNTING).isPresent();
    }

    private static Optional<String> ended(ConfinedProgram child, String why) {
        child.kill();
        return Optional.of(why);
    }
}
