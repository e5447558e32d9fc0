package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.ListingFixture.LATER;
import static dev.outrigger.workspace.conversations.ListingFixture.metadata;
import static dev.outrigger.workspace.conversations.ListingFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.system.TreeDeletion;
import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is done to the files, with the catalogue the list is the same as without.
final class RandomListingTest {
    private static final int STEPS = Boolean.getBoolean("outrigger.long") ? 120 : 30;

    @TempDir
    Path top;

    private final Random random = new Random();
    private ListingFixture bed;

    @BeforeEach
    void open() throws Exception {
        bed = new ListingFixture(top);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void isTheSameWithTheCatalogueAsWithout(int seed) throws Exception {
        random.setSeed(seed);
        for (int i = 0; i < STEPS; i++) {
            for (int k = random.nextInt(3); k >= 0; k--) {
                change();
            }
            var expected = bed.plainly();
            var told = text(bed.without().told());
            if (random.nextBoolean()) {
                assertThat(bed.with(LATER).list())
                        .as("seed %d, step %d", seed, i)
                        .isEqualTo(expected);
            }
            assertThat(text(bed.with(LATER).told()))
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(told);
            bed.tick();
        }
    }

    private void change() throws Exception {
        var places = List.of(
                bed.storage.resolve("conversations/.outrigger"),
                bed.storage.resolve("conversations"),
                bed.storage.resolve("conversations/.archive"),
                bed.storage.resolve("conversations/.trash"),
                bed.users.resolve("conversations"));
        var place = places.get(random.nextInt(places.size()));
        var folder = place.resolve("1712758392" + random.nextInt(8) + (random.nextInt(4) == 0 ? "-slug" : ""));
        switch (random.nextInt(11)) {
            case 0, 1 -> {
                if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                    ListingFixture.fill(folder, "t" + random.nextInt(100), random.nextInt(4));
                }
            }
            case 2 -> {
                if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                    ListingFixture.original(folder, "o" + random.nextInt(100), random.nextInt(4));
                }
            }
            case 3 -> {
                if (Files.isDirectory(folder)) {
                    Files.writeString(
                            folder.resolve("events.jsonl"),
                            random.nextInt(5) == 0 ? "half a line" : "[{\"type\":\"x\"}]\n",
                            StandardOpenOption.CREATE,
                            StandardOpenOption.APPEND);
                }
            }
            case 4 -> {
                if (Files.isDirectory(folder)) {
                    Files.writeString(
                            folder.resolve("metadata.json"),
                            random.nextInt(5) == 0 ? "{" : metadata("t" + random.nextInt(100)));
                }
            }
            case 5 -> TreeDeletion.delete(folder);
            case 6 -> Files.deleteIfExists(folder.resolve(random.nextBoolean() ? "events.jsonl" : "metadata.json"));
            case 7 -> {
                var to = places.get(random.nextInt(places.size())).resolve(folder.getFileName());
                if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createDirectories(to.resolveSibling(""));
                    Files.move(folder, to);
                }
            }
            case 8 -> {
                if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && Files.isDirectory(place)) {
                    Files.createSymbolicLink(folder, places.getFirst().resolve("17127583920"));
                }
            }
            case 9 -> {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    ListingFixture.original(folder, "both" + random.nextInt(10), random.nextInt(4));
                }
            }
            default -> write(new ConversationId("1712758392" + random.nextInt(8)));
        }
    }

    private void write(ConversationId id) throws Exception {
        try (var held = bed.with(LATER).lock(id)) {
            if (random.nextBoolean()) {
                held.rename("r" + random.nextInt(100));
            } else {
                held.push(Sample.events(Sample.message("m")), Sample.NOW);
            }
        } catch (StoreRefusal | IOException _) {
            // There is none, or it cannot be written to, or a link is in its way: its line says so in both lists.
        }
    }
}
