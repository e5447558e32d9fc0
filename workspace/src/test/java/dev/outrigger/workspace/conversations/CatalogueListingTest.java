package dev.outrigger.workspace.conversations;

import static dev.outrigger.workspace.conversations.ListingFixture.LATER;
import static dev.outrigger.workspace.conversations.ListingFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.outrigger.system.FileSweep;
import dev.outrigger.wire.ConversationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The list that comes from the catalogue is the one that the files make.
final class CatalogueListingTest {
    private static final String ID = "17127583920";

    @TempDir
    Path top;

    private ListingFixture bed;

    @BeforeEach
    void open() throws Exception {
        bed = new ListingFixture(top);
        bed.make(ID, "one", 2);
        bed.make("17127583921", "two", 3);
    }

    private String told() throws IOException {
        return text(bed.with(LATER).told());
    }

    private void isRight() throws IOException {
        assertThat(bed.with(LATER).list()).isEqualTo(bed.plainly());
        assertThat(told()).isEqualTo(text(bed.without().told()));
        // And once more, from what this has left behind.
        assertThat(bed.with(LATER).list()).isEqualTo(bed.plainly());
        assertThat(told()).isEqualTo(text(bed.without().told()));
    }

    private void remembered() throws IOException {
        told();
        assertThat(bed.catalogue()).isRegularFile();
        bed.tick();
    }

    /// Who opens the files of a conversation leaves its index behind.
    @Test
    void opensNothingThatHasNotChanged() throws Exception {
        var all = List.of(bed.ours(ID), bed.ours("17127583921"));
        remembered();
        for (var each : all) {
            Files.delete(each.resolve("index"));
        }
        assertThat(bed.with(LATER).told()).hasSize(2);
        assertThat(bed.with(LATER).list()).hasSize(2);
        assertThat(all).noneMatch(each -> Files.exists(each.resolve("index")));

        Files.writeString(bed.ours(ID).resolve("metadata.json"), ListingFixture.metadata("ONE"));
        bed.make("17127583922", "three", 1);
        assertThat(told()).contains("ONE", "three");
        assertThat(bed.ours(ID).resolve("index")).exists();
        assertThat(bed.ours("17127583921").resolve("index")).doesNotExist();
    }

    @Test
    void seesAnEditOfTheSameSizeWhoseTimeWasPutBack() throws Exception {
        remembered();
        var metadata = bed.ours(ID).resolve("metadata.json");
        var events = bed.ours(ID).resolve("events.jsonl");
        var time = Files.getLastModifiedTime(metadata);
        var eventsTime = Files.getLastModifiedTime(events);
        Files.writeString(metadata, ListingFixture.metadata("ONE"));
        Files.setLastModifiedTime(metadata, time);
        var one = "[{\"type\":\"turn_start\"}]";
        Files.writeString(events, one + "\n".repeat((int) Files.size(events) - one.length()));
        Files.setLastModifiedTime(events, eventsTime);

        assertThat(bed.with(LATER).list()).anyMatch(each -> "ONE".equals(each.title()) && each.eventsCount() == 1);
        isRight();
    }

    @Test
    void doesNotRelyOnWhatWasChangedAMomentAgo() throws Exception {
        var now = Clock.systemUTC();
        text(bed.with(now).told());
        var metadata = bed.ours(ID).resolve("metadata.json");
        for (int i = 0; i < 50; i++) {
            var title = "n%02d".formatted(i);
            Files.writeString(metadata, ListingFixture.metadata(title));

            assertThat(text(bed.with(now).told())).contains(title);
        }
    }

    @Test
    void reliesOnNothingWhenTheClockHasGoneBack() throws Exception {
        var yesterday = Clock.offset(Clock.systemUTC(), Duration.ofDays(-1));
        for (int i = 0; i < 3; i++) {
            text(bed.with(yesterday).told());
            var metadata = bed.ours(ID).resolve("metadata.json");
            Files.writeString(metadata, ListingFixture.metadata("b%02d".formatted(i)));
            assertThat(text(bed.with(yesterday).told())).contains("b%02d".formatted(i));
        }
    }

    @Test
    void aFileFromAnotherTimeIsReadAgain() throws Exception {
        var other = bed.make("17127583922", "new", 1).resolve("metadata.json");
        Files.writeString(other, ListingFixture.metadata("NEW"));
        remembered();
        var metadata = bed.ours(ID).resolve("metadata.json");
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(metadata));

        // As a restored backup or rsync does it: another file of this name, size and time.
        Files.move(other, metadata, StandardCopyOption.ATOMIC_MOVE);

        assertThat(told()).contains("NEW");
        isRight();
    }

    @Test
    void aCopiedWorkspaceIsReadForItself() throws Exception {
        remembered();
        var copy = new ListingFixture(top.resolve("copy"));
        copyTree(bed.storage, copy.storage);
        copyTree(bed.cache, copy.cache);
        Files.writeString(copy.ours(ID).resolve("metadata.json"), ListingFixture.metadata("ONE"));
        Files.setLastModifiedTime(
                copy.ours(ID).resolve("metadata.json"),
                Files.getLastModifiedTime(bed.ours(ID).resolve("metadata.json")));

        assertThat(text(copy.with(LATER).told())).contains("ONE", "two");
        assertThat(copy.with(LATER).list()).isEqualTo(copy.plainly());
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (var file : files.toList()) {
                var target = to.resolve(from.relativize(file).toString());
                if (!Files.exists(target)) {
                    Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
                }
            }
        }
    }

    @Test
    void aLinkInThePlaceOfAFolderIsSeenThoughItLeadsToTheSameFiles() throws Exception {
        remembered();
        var away = top.resolve("away");
        Files.move(bed.ours(ID), away);
        Files.createSymbolicLink(bed.ours(ID), away);

        assertThat(told()).contains("is a link");
        isRight();
        Files.delete(bed.ours(ID));
        Files.move(away, bed.ours(ID));
        isRight();
    }

    @Test
    void damageIsRememberedAndItsEndIsSeen() throws Exception {
        var events = bed.ours(ID).resolve("events.jsonl");
        var good = Files.readString(events);
        Files.writeString(events, "nonsense\n");
        Files.writeString(bed.ours("17127583921").resolve("metadata.json"), "{");
        remembered();
        assertThat(told()).contains("events.jsonl has a line").contains("metadata.json:");
        isRight();
        bed.tick();
        Files.writeString(events, good);
        assertThat(told()).doesNotContain("events.jsonl has a line");
        isRight();
        Files.delete(events);
        assertThat(told()).contains("events.jsonl is missing");
        isRight();
    }

    @Test
    void whatCouldNotBeReadIsTriedAgain() throws Exception {
        assumeTrue(!"root".equals(System.getProperty("user.name")), "root may read everything");
        var folder = bed.ours(ID);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("---------"));
        try {
            assertThat(told()).contains("AccessDenied");
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertThat(told()).doesNotContain("AccessDenied");
        isRight();
    }

    @Test
    void aDamagedCatalogueIsMadeAnewWithoutAWord() throws Exception {
        remembered();
        var whole = Files.readAllBytes(bed.catalogue());
        for (int at = 0; at < whole.length; at += 7) {
            var damaged = whole.clone();
            damaged[at] ^= 0x55;
            Files.write(bed.catalogue(), damaged);
            assertThat(told()).contains("one", "two");
        }
        for (int length = 0; length < whole.length; length += 11) {
            Files.write(bed.catalogue(), Arrays.copyOf(whole, length));
            assertThat(told()).contains("one", "two");
        }
        assertThat(Files.readAllBytes(bed.catalogue())).isEqualTo(whole);
        Files.delete(bed.catalogue());
        Files.createDirectory(bed.catalogue());
        isRight();
    }

    @Test
    void aFolderThatCannotBeWrittenToListsAllTheSame() throws Exception {
        Files.delete(bed.cache);
        Files.writeString(bed.cache, "no folder");
        isRight();
    }

    @Test
    void draftsOfThoseWhoWereKilledGo() throws Exception {
        var left = Files.writeString(bed.cache.resolve("conversations.tmp-1-1"), "half");
        Files.setLastModifiedTime(left, FileTime.fromMillis(System.currentTimeMillis() - TimeUnit.HOURS.toMillis(2)));
        var atWork = Files.writeString(bed.cache.resolve("conversations.tmp-2-1"), "half");
        remembered();
        assertThat(left).doesNotExist();
        assertThat(atWork).exists();
    }

    @Test
    void itIsWrittenOnlyWhenItSaysSomethingElse() throws Exception {
        remembered();
        var before = FileSweep.of(bed.catalogue());
        told();
        bed.with(LATER).list();
        assertThat(FileSweep.of(bed.catalogue())).isEqualTo(before);
        bed.tick();
        bed.make("17127583922", "three", 1);
        assertThat(told()).contains("three");
        assertThat(FileSweep.of(bed.catalogue())).isNotEqualTo(before);
    }

    @Test
    void whatTheOriginalKeepsTwiceAndWhatItAddedIsToldAsWithout() throws Exception {
        ListingFixture.original(bed.storage.resolve("conversations/17127583930"), "both", 2);
        ListingFixture.original(bed.users.resolve("conversations/17127583930"), "both", 3);
        ListingFixture.original(bed.storage.resolve("conversations/.archive/17127583931"), "away", 2);
        var before = ListingFixture.original(bed.storage.resolve("conversations/17127583932-shared"), "shared", 2);
        Files.writeString(before.resolve("events.jsonl"), "[{\"type\":\"turn_start\"}]\n");
        ListingFixture.fill(bed.storage.resolve("conversations/.trash/17127583933"), "trash", 1);
        ListingFixture.original(bed.storage.resolve("conversations/.trash/17127583934"), "its own affair", 1);
        bed.make("17127583920-twice", "second", 1);
        isRight();
        var original = ListingFixture.original(bed.storage.resolve("conversations/17127583935"), "grows", 2);
        try (var held = bed.without().lock(new ConversationId("17127583935"))) {
            held.rename("copy");
        }
        isRight();
        bed.tick();
        ListingFixture.original(original, "grows", 4);
        assertThat(bed.with(LATER).list())
                .filteredOn(each -> each.standing() instanceof ConversationOwner.Grown)
                .hasSize(1);
        isRight();
        bed.tick();
        Files.writeString(original.resolve("base_config.json"), "{}");
        isRight();
    }
}
