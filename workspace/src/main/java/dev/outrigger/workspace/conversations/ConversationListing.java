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
final class ConversationListing {
    private final FolderSearch search;
    private final IndexPublisher publisher;

    ConversationListing(FolderSearch search, IndexPublisher publisher) {
        this.search = search;
        this.publisher = publisher;
    }

    private record Dated(ConversationSummary summary, Instant time) {
        static Dated of(ConversationSummary summary) {
            var time = TimestampText.parse(summary.lastActivatedAt());
            return new Dated(summary, time == null ? Instant.EPOCH : time);
        }
    }

    /// What the first folder of an id is, for those that come after it.
    private record First(ConversationFolder folder, ConversationMetadata metadata) {}

    /// Newest first.
    List<ConversationSummary> summaries() throws IOException {
        var folders = search.all();
        folders.sort(order());
        putStraysLast(folders);
        var dated = new ArrayList<Dated>(folders.size());
        @Nullable First first = null;
        for (var folder : folders) {
            if (first != null && first.folder.id().equals(folder.id())) {
                another(first, folder).ifPresent(summary -> dated.add(Dated.of(summary)));
                continue;
            }
            var metadata = new ConversationMetadata[] {ConversationMetadata.NONE};
            dated.add(Dated.of(summary(folder, read -> metadata[0] = read)));
            first = new First(folder, metadata[0]);
        }
        dated.sort((one, other) -> {
            int byTime = other.time.compareTo(one.time);
            return byTime != 0 ? byTime : other.summary.id().compareTo(one.summary.id());
        });
        var summaries = new ArrayList<ConversationSummary>(dated.size());
        for (var each : dated) {
            summaries.add(each.summary);
        }
        return summaries;
    }

    /// Made when it is needed: what [Comparator] makes is in no cache, and every run of a plugin would make it.
    private static Comparator<ConversationFolder> order() {
        return Comparator.comparing(ConversationFolder::id)
                .thenComparing(ConversationFolder::place)
                // What is not put away comes first and wins, as when it is opened.
                .thenComparing(ConversationFolder::isArchived)
                // The plain name comes first and wins, as when it is opened.
                .thenComparing(folder -> folder.path().getFileName().toString());
    }

    /// What is no folder hides none of its id.
    private static void putStraysLast(List<ConversationFolder> folders) {
        int to;
        for (int from = 0; from < folders.size(); from = to) {
            to = from + 1;
            while (to < folders.size()
                    && folders.get(to).id().equals(folders.get(from).id())) {
                to++;
            }
            if (to - from > 1) {
                folders.subList(from, to).sort(Comparator.comparing(ConversationFolder::isStray));
            }
        }
    }

    /// A second folder of an id: what is not in the first is shown, too.
    private Optional<ConversationSummary> another(First first, ConversationFolder second) {
        if (second.isStray() && second.exists()) {
            return Optional.of(damaged(second, second.strayness()));
        }
        var folder = second.isShared() ? ConversationFolder.original(second.id(), second.path()) : second;
        if (!folder.isOriginal()) {
            // Gone: it was moved to where ours lie while we looked, and is the first.
            return folder.exists()
                    ? Optional.of(damaged(
                            folder,
                            "a second folder of this id: " + folder.path().getFileName()))
                    : Optional.empty();
        }
        try {
            long size = FileStamp.of(folder).size();
            if (first.folder.isOriginal()) {
                // The original keeps a conversation of the workspace twice, once in the user's folder.
                return size == FileStamp.of(first.folder).size() ? Optional.empty() : Optional.of(summary(folder));
            }
            long copied = first.metadata.copiedEvents();
            if (size == first.metadata.copiedSize() || count(folder, FileStamp.of(folder)) == copied) {
                return Optional.empty();
            }
            return Optional.of(summary(folder).in(new ConversationOwner.Grown(folder.path(), copied)));
        } catch (IOException | UnreadableFile _) {
            // Its line says what is wrong with it.
            return Optional.of(summary(folder));
        }
    }

    /// Of a folder that was found just now. One that was moved meanwhile is looked for again.
    ConversationSummary summary(ConversationFolder folder) {
        return summary(folder, _ -> {});
    }

    private ConversationSummary summary(ConversationFolder folder, Consumer<ConversationMetadata> reader) {
        if (folder.isStray()) {
            var now = folder.place() == ConversationFolder.Place.BEFORE && !folder.exists() ? again(folder) : folder;
            return now.equals(folder) ? damaged(folder, folder.strayness()) : summary(now, reader);
        }
        ConversationMetadata metadata = ConversationMetadata.NONE;
        @Nullable Damage damage = null;
        long count = 0;
        long mtime = 0;
        try {
            metadata = ConversationMetadata.read(folder.metadata());
            reader.accept(metadata);
        } catch (IOException e) {
            damage = new Damage("metadata.json: " + reason(e));
        } catch (MalformedJson e) {
            damage = new Damage("metadata.json: " + e.getMessage());
        }
        try {
            var stamp = FileStamp.of(folder);
            mtime = stamp.mtime();
            count = count(folder, stamp);
        } catch (UnreadableFile e) {
            damage = e.damage();
        } catch (IOException e) {
            damage = new Damage(reason(e));
        }
        if (damage != null && folder.place() == ConversationFolder.Place.BEFORE && !folder.exists()) {
            return summary(again(folder), reader);
        }
        return line(folder, metadata, count, mtime, damage);
    }

    private ConversationFolder again(ConversationFolder moved) {
        try {
            return search.find(moved.id()).orElse(moved);
        } catch (IOException _) {
            return moved;
        }
    }

    private long count(ConversationFolder folder, FileStamp stamp) throws IOException, UnreadableFile {
        var header = ConversationIndex.header(folder.index()).orElse(null);
        if (header != null && header.describes(stamp, folder.isOriginal())) {
            return header.events();
        }
        var survey = EventsSurvey.of(folder);
        publisher.publish(survey);
        return survey.tally.events;
    }

    static ConversationSummary line(
            ConversationFolder folder, ConversationMetadata metadata, long count, long mtime, @Nullable Damage damage) {
        var told = metadata.lastActivatedAt();
        var time = told.isEmpty() ? TimestampText.format(Instant.ofEpochSecond(0, mtime)) : told;
        return new ConversationSummary(
                folder.id(),
                metadata.title(),
                time,
                count,
                metadata.pinnedAt(),
                // The original says it by the place alone.
                metadata.archivedAt() == null && folder.isArchived() ? time : metadata.archivedAt(),
                damage,
                folder.isOriginal() ? new ConversationOwner.Original(folder.path()) : ConversationOwner.OURS);
    }

    private static ConversationSummary damaged(ConversationFolder folder, String reason) {
        return line(folder, ConversationMetadata.NONE, 0, 0, new Damage(reason));
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
}
