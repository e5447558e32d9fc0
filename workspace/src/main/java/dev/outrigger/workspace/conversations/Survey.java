package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a conversation's events are at this moment: every byte up to the tally's end is known to be good JSON, by the
/// index or because it was parsed just now. The rest is an unfinished tail.
final class Survey {
    /// Most batches are smaller; one that is not takes a few reads more.
    private static final int BATCH = 4096;

    final Folder folder;
    final Stamp stamp;
    final boolean original;
    final Tally tally;
    /// Closed stretches that the index has and the tally does not repeat.
    final Longs knownStretches;
    /// Whether the index was of no use, so that all was read.
    final boolean fromScratch;

    private Survey(
            Folder folder, Stamp stamp, boolean original, Tally tally, Longs knownStretches, boolean fromScratch) {
        this.folder = folder;
        this.stamp = stamp;
        this.original = original;
        this.tally = tally;
        this.knownStretches = knownStretches;
        this.fromScratch = fromScratch;
    }

    static Survey of(Folder folder) throws IOException, Unreadable {
        return of(folder, true);
    }

    /// Without the closed stretches, so that its cost does not grow with them.
    static Survey forWriting(Folder folder) throws IOException, Unreadable {
        return of(folder, false);
    }

    private static Survey of(Folder folder, boolean withStretches) throws IOException, Unreadable {
        boolean original = folder.isOriginal();
        var stamp = Stamp.of(folder);
        if (original) {
            return ofOriginal(folder, stamp);
        }
        try (var index = Index.open(folder.index(), false)) {
            if (index != null
                    && (index.header().describes(stamp, false) || index.header().precedes(stamp, false))) {
                var survey = continued(folder, stamp, index, withStretches);
                if (survey != null) {
                    return survey;
                }
            }
        }
        return fromScratch(folder, stamp);
    }

    private static @Nullable Survey continued(Folder folder, Stamp stamp, Index index, boolean withStretches)
            throws IOException, Unreadable {
        var header = index.header();
        Longs stretches;
        try {
            stretches = withStretches ? index.stretches() : new Longs();
        } catch (Unreadable _) {
            // An index that lost something is as good as none: the events are the truth.
            return null;
        }
        var tally = header.tally();
        if (!header.describes(stamp, false)) {
            try (var channel = Disk.read(folder.events())) {
                if (!header.tailMatches(channel)) {
                    return null;
                }
                scan(channel, stamp.size(), tally);
            }
        }
        return new Survey(folder, stamp, false, tally, stretches, false);
    }

    static Survey fromScratch(Folder folder, Stamp stamp) throws IOException, Unreadable {
        var tally = new Tally();
        try (var channel = Disk.read(folder.events())) {
            scan(channel, stamp.size(), tally);
        }
        return new Survey(folder, stamp, false, tally, new Longs(), true);
    }

    private static Survey ofOriginal(Folder folder, Stamp stamp) throws IOException, Unreadable {
        var header = Index.header(folder.index()).orElse(null);
        if (header != null && header.describes(stamp, true)) {
            return new Survey(folder, stamp, true, header.tally(), new Longs(), false);
        }
        var tally = new Tally();
        Original.forEach(folder.originalEvents(), tally::count);
        tally.covered = stamp.size();
        tally.requests.clear();
        return new Survey(folder, stamp, true, tally, new Longs(), true);
    }

    /// Brings the tally forward over every complete batch. An unfinished last one ends it; so do NUL bytes in the last
    /// one, which is what a crash of the machine makes of a write that was never answered.
    private static void scan(FileChannel channel, long size, Tally tally) throws IOException, Unreadable {
        var lines = new Lines(channel, tally.covered, size);
        while (lines.next() && lines.complete()) {
            Json.Arr batch;
            try {
                batch = batch(lines.bytes(), lines.from(), lines.to());
            } catch (MalformedJson e) {
                if (lines.last() && lines.hasNul()) {
                    return;
                }
                throw new Unreadable(
                        "events.jsonl has a line at byte " + lines.offset() + " that is no batch: " + e.getMessage());
            }
            tally.add(lines.bytes(), lines.from(), lines.to(), batch);
        }
    }

    /// An empty line is a batch of nothing.
    static Json.Arr batch(byte[] bytes, int from, int to) throws MalformedJson {
        if (from == to) {
            return new Json.Arr(List.of());
        }
        if (!(JsonText.parse(bytes, from, to) instanceof Json.Arr batch)) {
            throw new MalformedJson("no array");
        }
        for (var item : batch.items()) {
            if (!(item instanceof Json.Obj)) {
                throw new MalformedJson("something in it is no object");
            }
        }
        return batch;
    }

    /// The batch that an index says is there; an empty one when the entry was wrong.
    static Json.Arr batchAt(FileChannel channel, long offset, long covered) throws IOException, Unreadable {
        if (offset < 0 || offset >= covered) {
            return new Json.Arr(List.of());
        }
        var lines = new Lines(channel, offset, covered, BATCH);
        lines.next();
        try {
            return batch(lines.bytes(), lines.from(), lines.to());
        } catch (MalformedJson _) {
            return new Json.Arr(List.of());
        }
    }

    /// All stretches, the growing one last.
    Stretch[] stretches() {
        int known = knownStretches.pairs();
        int closed = tally.closedStretches.pairs();
        var stretches = new Stretch[known + closed + 1];
        long end = tally.covered;
        long eventsEnd = tally.events;
        long start = tally.stretchStart;
        long events = tally.stretchEvents;
        boolean plain = tally.stretchPlain;
        for (int i = known + closed; i >= 0; i--) {
            if (i < known + closed) {
                var from = i < known ? knownStretches : tally.closedStretches;
                int pair = i < known ? i : i - known;
                start = Stretch.start(from.first(pair));
                plain = Stretch.plain(from.first(pair));
                events = from.second(pair);
            }
            stretches[i] = new Stretch(start, end, events, eventsEnd, plain);
            end = start;
            eventsEnd = events;
        }
        return stretches;
    }
}
