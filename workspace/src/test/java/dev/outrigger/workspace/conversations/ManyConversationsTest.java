package dev.outrigger.workspace.conversations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManyConversationsTest {
    private static final int MANY = 10_000;
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    @TempDir
    Path storage;

    /// A file that was read shows it in its access time, which is set to long ago first.
    @Test
    void listsTenThousandWithoutReadingTheirEvents() throws Exception {
        var folder = Files.createDirectories(storage.resolve("conversations/.outrigger"));
        for (int i = 0; i < MANY; i++) {
            var each = Files.createDirectory(folder.resolve(Long.toString(17_127_583_920L + i)));
            Files.writeString(each.resolve("events.jsonl"), "[{\"type\":\"turn_start\"}]\n");
            Files.writeString(
                    each.resolve("metadata.json"),
                    "{\"title\":\"t" + i + "\",\"last_activated_at\":\"2025-07-20T10:30:00Z\"}");
        }
        var conversations = new Conversations(storage);
        assertThat(conversations.list()).hasSize(MANY);
        forgetReads(folder);
        var control = folder.resolve("17127583920/events.jsonl");
        assertThat(Files.readString(control)).isNotEmpty();
        assumeTrue(wasRead(control), "this file system keeps no access times");
        forgetReads(folder);

        var list = conversations.list();

        assertThat(list).hasSize(MANY).allMatch(each -> each.eventsCount() == 1 && each.damage() == null);
        assertThat(list.getFirst().title()).isEqualTo("t" + (MANY - 1));
        for (var summary : list) {
            assertThat(wasRead(folder.resolve(summary.id() + "/events.jsonl"))).isFalse();
        }
    }

    private static boolean wasRead(Path file) throws Exception {
        return Files.readAttributes(file, BasicFileAttributes.class)
                        .lastAccessTime()
                        .compareTo(LONG_AGO)
                != 0;
    }

    private static void forgetReads(Path folder) throws Exception {
        try (var folders = Files.newDirectoryStream(folder)) {
            for (var each : folders) {
                Files.setAttribute(each.resolve("events.jsonl"), "lastAccessTime", LONG_AGO);
            }
        }
    }
}
