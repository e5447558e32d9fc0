package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.ListingFixture.LATER;
import static dev.outrigger.workspace.conversations.ListingFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several processes that change, list and remember at once, and are killed over it.
final class SharedCatalogueTest {
    private static final int WORKERS = 2;
    private static final int ROUNDS = Boolean.getBoolean("outrigger.long") ? 8 : 3;

    @TempDir
    Path top;

    /// The moment of the end is random: between the file and the catalogue, or while that is written.
    @Test
    void isRightWhereverItsWritersAreKilled() throws Exception {
        var bed = new ListingFixture(top);
        for (int i = 0; i < 200; i++) {
            bed.make(Long.toString(17_127_583_920L + i), "t" + i, 1);
        }
        var random = new Random(20250720);
        for (int round = 0; round < ROUNDS; round++) {
            var workers = new ArrayList<Process>();
            for (int i = 0; i < WORKERS; i++) {
                workers.add(Worker.start("list", bed.storage.toString(), "1712758392" + i, bed.cache.toString()));
            }
            int lists = 1 + random.nextInt(20);
            for (var worker : workers) {
                try (var lines = worker.inputReader()) {
                    for (int i = 0; i < lists; i++) {
                        assertThat(lines.readLine()).isEqualTo("200");
                    }
                    worker.toHandle().destroyForcibly();
                }
                worker.waitFor();
            }
            bed.tick();
            assertThat(text(bed.with(LATER).told()))
                    .isEqualTo(text(bed.without().told()));
            assertThat(text(bed.with(LATER).told()))
                    .isEqualTo(text(bed.without().told()));
            assertThat(bed.with(LATER).list()).isEqualTo(bed.plainly());
        }
        try (var left = Files.newDirectoryStream(bed.cache, "conversations.tmp-*")) {
            assertThat(left).hasSizeLessThanOrEqualTo(ROUNDS * WORKERS);
        }
    }
}
