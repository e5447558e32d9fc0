package dev.outrigger.workspace.conversations;

import dev.outrigger.workspace.catalogue.ListLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// From folders to lines: of several folders with one id, which one counts and what is said of the others; then the
/// newest first.
final class ListOrder {
    private static final Comparator<ListedFolder> ORDER = Comparator.<ListedFolder>comparingLong(
                    listed -> Long.parseLong(listed.folder().id().digits()))
            // What is no folder hides none of its id.
            .thenComparing(ListedFolder::isStray)
            .thenComparing(listed -> listed.folder().origin())
            // What is not put away comes first and wins, as when it is opened.
            .thenComparing(listed -> listed.folder().isArchived())
            // The plain name comes first and wins, as when it is opened.
            .thenComparing(listed -> listed.folder().path().getFileName().toString());

    private static final Comparator<Line> NEWEST_FIRST = Comparator.comparing(Line::time)
            .thenComparing(line -> line.summary.id())
            .reversed();

    private final ContentReader reader;

    ListOrder(ContentReader reader) {
        this.reader = reader;
    }

    /// @param listed the folder whose own line it is, if it is one's
    record Line(
            ConversationSummary summary,
            Instant time,
            @Nullable ListedFolder listed) {
        static Line of(ListedFolder listed) {
            return of(listed.summary(), listed);
        }

        static Line of(ConversationSummary summary, @Nullable ListedFolder listed) {
            var time = TimestampText.parse(summary.lastActivatedAt());
            return new Line(summary, time == null ? Instant.EPOCH : time, listed);
        }

        /// Nothing of what goes by the id of a copy of ours, which is what a plugin gets for it.
        @Nullable
        ListLine told() {
            if (listed != null) {
                return listed.line();
            }
            return summary.standing() instanceof ConversationOwner.Grown ? null : ListedFolder.line(summary);
        }
    }

    List<Line> lines(List<ListedFolder> folders) {
        folders.sort(ORDER);
        var lines = new ArrayList<Line>(folders.size());
        @Nullable ListedFolder first = null;
        for (var each : folders) {
            if (first == null || !first.folder().id().equals(each.folder().id())) {
                first = each;
                lines.add(Line.of(each));
            } else {
                var line = another(first, each);
                if (line != null) {
                    lines.add(line);
                }
            }
        }
        lines.sort(NEWEST_FIRST);
        return lines;
    }

    /// A second folder of an id: what is not in the first is shown, too. Null when there is nothing to say of it.
    private @Nullable Line another(ListedFolder first, ListedFolder second) {
        var folder = second.folder();
        if (folder.path().equals(first.folder().path())) {
            // Found in two places: it was moved while we looked.
            return null;
        }
        if (second.isStray()) {
            return folder.exists() ? Line.of(second) : null;
        }
        if (folder.origin() == ConversationFolder.Origin.BEFORE && folder.isShared()) {
            var original = ConversationFolder.original(folder.id(), folder.path());
            var content = reader.read(original);
            return original(first, ListedFolder.of(original, false, content, reader.size(original)));
        }
        if (folder.isOriginal()) {
            return original(first, second);
        }
        // Gone: it was moved to where ours lie while we looked, and is the first.
        return folder.exists()
                ? Line.of(
                        ContentReader.damaged("a second folder of this id: "
                                        + folder.path().getFileName())
                                .summary(folder),
                        null)
                : null;
    }

    private static @Nullable Line original(ListedFolder first, ListedFolder second) {
        if (second.content().damage() != null) {
            // Its line says what is wrong with it.
            return Line.of(second);
        }
        if (first.folder().isOriginal()) {
            // The original keeps a conversation of the workspace twice, once in the user's folder.
            return second.size() == first.size() ? null : Line.of(second);
        }
        long copied = first.content().copiedEvents();
        if (second.size() == first.content().copiedSize() || second.content().eventsCount() == copied) {
            return null;
        }
        return Line.of(
                second.summary().in(new ConversationOwner.Grown(second.folder().path(), copied)), null);
    }
}
