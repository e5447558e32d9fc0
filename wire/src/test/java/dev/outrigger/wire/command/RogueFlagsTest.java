package dev.outrigger.wire.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Conformance;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RogueFlagsTest {
    @Test
    void hasADocumentedOutcomeForEveryFlagAndNoOther() throws IOException, InterruptedException {
        var rogue = Conformance.folder().resolve("rogue/jp-rogue").toString();
        var process = new ProcessBuilder(rogue, "--list").start();
        var flags = new ArrayList<String>();
        process.inputReader().lines().forEach(line -> flags.add(line.substring(0, line.indexOf(' '))));
        assertThat(process.waitFor()).isZero();

        var documented = new ArrayList<String>();
        for (var line : Files.readAllLines(Conformance.folder().resolve("rogue/outcomes.md"))) {
            if (line.startsWith("| `")) {
                for (var word : line.substring(1, line.indexOf('|', 1)).split(",")) {
                    documented.add(word.strip().replace("`", ""));
                }
            }
        }

        assertThat(documented).isNotEmpty().doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(flags);
    }
}
