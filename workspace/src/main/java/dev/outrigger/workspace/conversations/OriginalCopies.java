package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileStatus;
import dev.outrigger.system.FileSweep;
import dev.outrigger.system.TreeDeletion;
import dev.outrigger.workspace.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What was read of the original's conversations, in our form, so that it is converted once: a folder for each state of
/// each `events.json`, which its name tells. In the user's own folder, since nothing of them comes into the workspace.
///
/// Nothing in it is waited for to reach the disk: after a crash of the machine it is made again, unless the index fits
/// the events, and the checksum in it the last batch.
final class OriginalCopies {
    private static final String FOLDER = "originals";
    /// Whose copy it is, to see whether that is still there.
    private static final String SOURCE = "source";
    private static final String DRAFT = ".new-";
    private static final long ABANDONED = TimeUnit.HOURS.toNanos(1);

    private final CacheFolder cache;
    private final InstantSource clock;
    private boolean tidied;

    OriginalCopies(CacheFolder cache, InstantSource clock) {
        this.cache = cache;
        this.clock = clock;
    }

    /// Nothing when none can be kept, or not yet: then it is read where it is. What is wrong with the original is
    /// thrown, as by a reader.
    Optional<EventsSurvey> survey(ConversationFolder original) throws IOException, UnreadableFile {
        long now = TimeUnit.MILLISECONDS.toNanos(clock.millis());
        var source = original.originalEvents();
        var status = FileSweep.of(source);
        if (!status.isFile() || !status.isSettled(now)) {
            return Optional.empty();
        }
        boolean baseApart = OriginalEvents.hasBaseApart(source);
        var name = name(original, status, baseApart);
        var there = kept(original, name);
        if (there != null) {
            return Optional.of(there);
        }
        var made = converted(original, name, now);
        return made != null && FileSweep.of(source).equals(status) && OriginalEvents.hasBaseApart(source) == baseApart
                ? Optional.of(made)
                : Optional.empty();
    }

    private static String name(ConversationFolder original, FileStatus status, boolean baseApart) {
        // Not a hash of it: to look for the algorithm takes as long as to read several.
        return original.id() + "-"
                + HexFormat.of().toHexDigits(status.type()) + "-"
                + HexFormat.of().toHexDigits(status.inode()) + "-"
                + HexFormat.of().toHexDigits(status.size()) + "-"
                + HexFormat.of().toHexDigits(status.mtime()) + "-"
                + HexFormat.of().toHexDigits(status.ctime()) + (baseApart ? "-b" : "");
    }

    private @Nullable EventsSurvey kept(ConversationFolder original, String name) {
        try {
            var cached = cache.folder();
            if (cached.isEmpty()) {
                return null;
            }
            var copy = ConversationFolder.ours(
                    original.id(), cached.get().resolve(FOLDER).resolve(name));
            var survey = EventsSurvey.of(copy);
            return isWhole(survey) ? survey : null;
        } catch (IOException | UnreadableFile _) {
            // No copy, or half of one: another is made.
            return null;
        }
    }

    /// By the index, and by it alone: one of ours that does not fit its events is continued or made anew, a copy is
    /// not.
    private static boolean isWhole(EventsSurvey survey) throws IOException {
        var tally = survey.tally;
        if (survey.fromScratch || tally.base != tally.covered || tally.covered != survey.stamp.size()) {
            return false;
        }
        try (var events = DurableFiles.read(survey.folder.events())) {
            return IndexHeader.tailMatches(events, tally);
        }
    }

    private @Nullable EventsSurvey converted(ConversationFolder original, String name, long now)
            throws IOException, UnreadableFile {
        var all = folder();
        if (all == null) {
            return null;
        }
        @Nullable Path draft = null;
        try {
            tidy(all, now);
            draft = PrivateFiles.temporaryFolder(all, DRAFT);
            var copy = ConversationFolder.ours(original.id(), draft);
            var tally = new BatchTally();
            try (var out = PrivateFiles.output(copy.events())) {
                OriginalConversion.run(original.originalEvents(), out, tally);
            }
            ConversationIndex.write(copy.index(), tally, FileStamp.of(copy), false);
            // An index is as open as the umask lets it be.
            PrivateFiles.channel(copy.index()).close();
            try (var out = PrivateFiles.output(draft.resolve(SOURCE))) {
                out.write(original.path().toString().getBytes(StandardCharsets.UTF_8));
            }
            var place = all.resolve(name);
            if (Files.exists(place) && kept(original, name) == null) {
                TreeDeletion.delete(place);
            }
            if (!Files.exists(place)) {
                Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
            }
            return kept(original, name);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException _) {
            // Full, for example, or another was quicker: it is read where it is.
            return kept(original, name);
        } finally {
            if (draft != null && Files.exists(draft)) {
                TreeDeletion.delete(draft);
            }
        }
    }

    private @Nullable Path folder() {
        try {
            var made = cache.make();
            return made.isEmpty() ? null : PrivateFiles.folders(made.get().resolve(FOLDER));
        } catch (IOException _) {
            // Without a place for a copy it is read where it is.
            return null;
        }
    }

    /// Once for each of us: what is of an original that is no more, or of a state of it that has passed, goes; so do
    /// drafts of those who were killed. Not at once, since another may be reading it.
    private void tidy(Path all, long now) throws IOException {
        if (tidied) {
            return;
        }
        tidied = true;
        try (var copies = Files.newDirectoryStream(all)) {
            for (var copy : copies) {
                if (FileSweep.of(copy).mtime() < now - ABANDONED && !isOfNow(copy)) {
                    TreeDeletion.delete(copy);
                }
            }
        }
    }

    private static boolean isOfNow(Path copy) {
        try {
            var folder = Path.of(Files.readString(copy.resolve(SOURCE)));
            var id = ConversationFolder.idOf(folder);
            if (id.isEmpty()) {
                return false;
            }
            var original = ConversationFolder.original(id.get(), folder);
            var source = original.originalEvents();
            return name(original, FileSweep.of(source), OriginalEvents.hasBaseApart(source))
                    .equals(String.valueOf(copy.getFileName()));
        } catch (IOException | IllegalArgumentException _) {
            // What it was made of is gone, or it does not say.
            return false;
        }
    }
}
