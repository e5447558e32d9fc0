package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lines of the list from index headers and metadata. Events are opened only where the index does not fit them.
final class Listing {
    private final Path conversations;
    private final Publisher publisher;

    Listing(Path conversations, Publisher publisher) {
        this.conversations = conversations;
        this.publisher = publisher;
    }

    List<Folder> folders() throws IOException {
        var folders = new ArrayList<Folder>();
        if (!Files.isDirectory(conversations)) {
            return folders;
        }
        try (var entries = Files.newDirectoryStream(conversations)) {
            for (var entry : entries) {
                Folder.idOf(entry).ifPresent(id -> folders.add(new Folder(id, entry)));
            }
        }
        return folders;
    }

    private record Dated(Summary summary, Instant time) {}

    /// Newest first.
    List<Summary> summaries() throws IOException {
        var folders = folders();
        // The plain name comes first and wins, as when it is opened.
        folders.sort(Comparator.comparing(folder -> folder.path().getFileName().toString()));
        var seen = new HashSet<ConversationId>();
        var dated = new ArrayList<Dated>(folders.size());
        for (var folder : folders) {
            var summary = seen.add(folder.id())
                    ? summary(folder)
                    : damaged(
                            folder,
                            "a second folder of this id: " + folder.path().getFileName());
            var time = Rfc3339.parse(summary.lastActivatedAt());
            dated.add(new Dated(summary, time == null ? Instant.EPOCH : time));
        }
        dated.sort((one, other) -> {
            int byTime = other.time.compareTo(one.time);
            return byTime != 0 ? byTime : other.summary.id().compareTo(one.summary.id());
        });
        var summaries = new ArrayList<Summary>(dated.size());
        for (var each : dated) {
            summaries.add(each.summary);
        }
        return summaries;
    }

    Summary summary(Folder folder) {
        if (!Files.isDirectory(folder.path(), LinkOption.NOFOLLOW_LINKS)) {
            return damaged(folder, "no folder");
        }
        Metadata metadata = Metadata.NONE;
        @Nullable Damage damage = null;
        long count = 0;
        long mtime = 0;
        try {
            metadata = Metadata.read(folder.metadata());
        } catch (IOException e) {
            damage = new Damage("metadata.json: " + reason(e));
        } catch (MalformedJson e) {
            damage = new Damage("metadata.json: " + e.getMessage());
        }
        try {
            var stamp = Stamp.of(folder);
            mtime = stamp.mtime();
            count = count(folder, stamp);
        } catch (Unreadable e) {
            damage = e.damage();
        } catch (IOException e) {
            damage = new Damage(reason(e));
        }
        return line(folder, metadata, count, mtime, damage);
    }

    private long count(Folder folder, Stamp stamp) throws IOException, Unreadable {
        var header = Index.header(folder.index()).orElse(null);
        if (header != null && header.describes(stamp, folder.isOriginal())) {
            return header.events();
        }
        var survey = Survey.of(folder);
        publisher.publish(survey);
        return survey.tally.events;
    }

    static Summary line(Folder folder, Metadata metadata, long count, long mtime, @Nullable Damage damage) {
        var time = metadata.lastActivatedAt();
        return new Summary(
                folder.id(),
                metadata.title(),
                time.isEmpty() ? Rfc3339.format(Instant.ofEpochSecond(0, mtime)) : time,
                count,
                metadata.pinnedAt(),
                metadata.archivedAt(),
                damage);
    }

    private static Summary damaged(Folder folder, String reason) {
        return line(folder, Metadata.NONE, 0, 0, new Damage(reason));
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
