package dev.outrigger.workspace.conversations;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManyConversationsTest {
    private static final int MANY = Boolean.getBoolean("outrigger.long") ? 10_000 : 2_000;

    @TempDir
    Path storage;

    @Test
    void listsManyWithoutReadingTheirFiles() throws Exception {
        var folder = Files.createDirectories(storage.resolve("conversations/.outrigger"));
        for (int i = 0; i < MANY; i++) {
            var each = Files.createDirectory(folder.resolve(Long.toString(17_127_583_920L + i)));
            Files.writeString(each.resolve("events.jsonl"), "[{\"type\":\"turn_start\"}]\n");
            Files.writeString(
                    each.resolve("metadata.json"),
                    "{\"title\":\"t" + i + "\",\"last_activated_at\":\"2025-07-20T10:30:00Z\"}");
        }
        var cache = ListingFixture.of(Files.createDirectory(storage.resolve("cache")));
        var conversations = new Conversations(storage, "jp", OriginalConversations.NONE, cache);
        assertThat(conversations.list()).hasSize(MANY);
        // What was written a moment before the first is remembered by the second.
        assertThat(conversations.list()).hasSize(MANY);
        long before = readingCalls();

        var list = conversations.list();

        assertThat(readingCalls() - before).isLessThan(MANY / 10);
        assertThat(list).hasSize(MANY).allMatch(each -> each.eventsCount() == 1 && each.damage() == null);
        assertThat(list.getFirst().title()).isEqualTo("t" + (MANY - 1));
    }

    /// Of this process: one file that is opened and read is at least one of them.
    private static long readingCalls() throws Exception {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("syscr: "))
                .mapToLong(line -> Long.parseLong(line.substring("syscr: ".length())))
                .sum();
    }
}
