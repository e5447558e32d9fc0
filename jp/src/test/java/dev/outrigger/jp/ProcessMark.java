package dev.outrigger.jp;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// A variable that everything a test starts carries in its environment, so that what is left of it can be found.
record ProcessMark(String name, String value) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    static ProcessMark fresh() {
        return new ProcessMark("OUTRIGGER_TEST", UUID.randomUUID().toString());
    }

    /// The command lines of those alive, but for programs of this name.
    List<String> alive(String otherThan) throws IOException {
        var found = new ArrayList<String>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                if (text(process.resolve("environ")).contains(name + "=" + value + "\0")
                        && !text(process.resolve("comm")).strip().equals(otherThan)) {
                    found.add(process.getFileName() + ": "
                            + text(process.resolve("cmdline")).replace('\0', ' '));
                }
            }
        }
        return found;
    }

    /// Whoever was killed needs a moment to be gone.
    void awaitNone(String otherThan) {
        await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> alive(otherThan), List::isEmpty);
    }

    void awaitNone() {
        awaitNone("");
    }

    /// The dead and those of other users show nothing.
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        }
    }
}
