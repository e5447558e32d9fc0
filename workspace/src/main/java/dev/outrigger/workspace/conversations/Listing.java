package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Lines of the list from index headers and metadata. Events are opened only where the index does not fit them.
final class Listing {
    private static final Comparator<Folder> ORDER = Comparator.comparing(Folder::id)
            .thenComparing(Folder::place)
            // What is not put away comes first and wins, as when it is opened.
            .thenComparing(Folder::isArchived)
            // The plain name comes first and wins, as when it is opened.
            .thenComparing(folder -> folder.path().getFileName().toString());

    private final FolderSearch search;
    private final Publisher publisher;

    Listing(FolderSearch search, Publisher publisher) {
        this.search = search;
        this.publisher = publisher;
    }

    private record Dated(Summary summary, Instant time) {
        static Dated of(Summary summary) {
            var time = Rfc3339.parse(summary.lastActivatedAt());
            return new Dated(summary, time == null ? Instant.EPOCH : time);
        }
    }

    /// What the first folder of an id is, for those that come after it.
    private record First(Folder folder, Metadata metadata) {}

    /// Newest first.
    List<Summary> summaries() throws IOException {
        var folders = search.all();
        folders.sort(ORDER);
        putStraysLast(folders);
        var dated = new ArrayList<Dated>(folders.size());
        @Nullable First first = null;
        for (var folder : folders) {
            if (first != null && first.folder.id().equals(folder.id())) {
                another(first, folder).ifPresent(summary -> dated.add(Dated.of(summary)));
                continue;
            }
            var metadata = new Metadata[] {Metadata.NONE};
            dated.add(Dated.of(summary(folder, read -> metadata[0] = read)));
            first = new First(folder, metadata[0]);
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

    /// What is no folder hides none of its id.
    private static void putStraysLast(List<Folder> folders) {
        int to;
        for (int from = 0; from < folders.size(); from = to) {
            to = from + 1;
            while (to < folders.size()
                    && folders.get(to).id().equals(folders.get(from).id())) {
                to++;
            }
            if (to - from > 1) {
                folders.subList(from, to).sort(Comparator.comparing(Folder::isStray));
            }
        }
    }

    /// A second folder of an id: what is not in the first is shown, too.
    private Optional<Summary> another(First first, Folder second) {
        if (second.isStray() && second.exists()) {
            return Optional.of(damaged(second, second.strayness()));
        }
        var folder = second.isShared() ? Folder.original(second.id(), second.path()) : second;
        if (!folder.isOriginal()) {
            // Gone: it was moved to where ours lie while we looked, and is the first.
            return folder.exists()
                    ? Optional.of(damaged(
                            folder,
                            "a second folder of this id: " + folder.path().getFileName()))
                    : Optional.empty();
        }
        try {
            long size = Stamp.of(folder).size();
            if (first.folder.isOriginal()) {
                // The original keeps a conversation of the workspace twice, once in the user's folder.
                return size == Stamp.of(first.folder).size() ? Optional.empty() : Optional.of(summary(folder));
            }
            long copied = first.metadata.copiedEvents();
            if (size == first.metadata.copiedSize() || count(folder, Stamp.of(folder)) == copied) {
                return Optional.empty();
            }
            return Optional.of(summary(folder).in(new Standing.Grown(folder.path(), copied)));
        } catch (IOException | Unreadable _) {
            // Its line says what is wrong with it.
            return Optional.of(summary(folder));
        }
    }

    /// Of a folder that was found just now. One that was moved meanwhile is looked for again.
    Summary summary(Folder folder) {
        return summary(folder, _ -> {});
    }

    private Summary summary(Folder folder, Consumer<Metadata> reader) {
        if (folder.isStray()) {
            var now = folder.place() == Folder.Place.BEFORE && !folder.exists() ? again(folder) : folder;
            return now.equals(folder) ? damaged(folder, folder.strayness()) : summary(now, reader);
        }
        Metadata metadata = Metadata.NONE;
        @Nullable Damage damage = null;
        long count = 0;
        long mtime = 0;
        try {
            metadata = Metadata.read(folder.metadata());
            reader.accept(metadata);
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
        if (damage != null && folder.place() == Folder.Place.BEFORE && !folder.exists()) {
            return summary(again(folder), reader);
        }
        return line(folder, metadata, count, mtime, damage);
    }

    private Folder again(Folder moved) {
        try {
            return search.find(moved.id()).orElse(moved);
        } catch (IOException _) {
            return moved;
        }
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
        var told = metadata.lastActivatedAt();
        var time = told.isEmpty() ? Rfc3339.format(Instant.ofEpochSecond(0, mtime)) : told;
        return new Summary(
                folder.id(),
                metadata.title(),
                time,
                count,
                metadata.pinnedAt(),
                // The original says it by the place alone.
                metadata.archivedAt() == null && folder.isArchived() ? time : metadata.archivedAt(),
                damage,
                folder.isOriginal() ? new Standing.Original(folder.path()) : Standing.OURS);
    }

    private static Summary damaged(Folder folder, String reason) {
        return line(folder, Metadata.NONE, 0, 0, new Damage(reason));
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
