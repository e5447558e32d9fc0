package dev.outrigger.wire.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.pages.DocsPage;
import dev.outrigger.wire.Conformance;
import java.io.IOException;
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
        for (var row : DocsPage.of("conformance/rogue/outcomes.md").rows()) {
            for (var word : row.getFirst().split(",")) {
                documented.add(word.strip().replace("`", ""));
            }
        }

        assertThat(documented).isNotEmpty().doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(flags);
    }
}
