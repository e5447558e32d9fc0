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
final class EventsSurvey {
    /// Most batches are smaller; one that is not takes a few reads more.
    private static final int BATCH = 4096;

    final ConversationFolder folder;
    final FileStamp stamp;
    final boolean original;
    final BatchTally tally;
    /// Closed stretches that the index has and the tally does not repeat.
    final LongPairList knownStretches;
    /// Whether the index was of no use, so that all was read.
    final boolean fromScratch;

    private EventsSurvey(
            ConversationFolder folder,
            FileStamp stamp,
            boolean original,
            BatchTally tally,
            LongPairList knownStretches,
            boolean fromScratch) {
        this.folder = folder;
        this.stamp = stamp;
        this.original = original;
        this.tally = tally;
        this.knownStretches = knownStretches;
        this.fromScratch = fromScratch;
    }

    static EventsSurvey of(ConversationFolder folder) throws IOException, UnreadableFile {
        return of(folder, true);
    }

    /// Without the closed stretches, so that its cost does not grow with them.
    static EventsSurvey forWriting(ConversationFolder folder) throws IOException, UnreadableFile {
        return of(folder, false);
    }

    private static EventsSurvey of(ConversationFolder folder, boolean withStretches)
            throws IOException, UnreadableFile {
        boolean original = folder.isOriginal();
        var stamp = FileStamp.of(folder);
        if (original) {
            return ofOriginal(folder, stamp);
        }
        try (var index = ConversationIndex.open(folder.index(), false)) {
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

    private static @Nullable EventsSurvey continued(
            ConversationFolder folder, FileStamp stamp, ConversationIndex index, boolean withStretches)
            throws IOException, UnreadableFile {
        var header = index.header();
        LongPairList stretches;
        try {
            stretches = withStretches ? index.stretches() : new LongPairList();
        } catch (UnreadableFile _) {
            // An index that lost something is as good as none: the events are the truth.
            return null;
        }
        var tally = header.tally();
        if (!header.describes(stamp, false)) {
            try (var channel = DurableFiles.read(folder.events())) {
                if (!header.tailMatches(channel)) {
                    return null;
                }
                scan(channel, stamp.size(), tally);
            }
        }
        return new EventsSurvey(folder, stamp, false, tally, stretches, false);
    }

    static EventsSurvey fromScratch(ConversationFolder folder, FileStamp stamp) throws IOException, UnreadableFile {
        var tally = new BatchTally();
        try (var channel = DurableFiles.read(folder.events())) {
            scan(channel, stamp.size(), tally);
        }
        return new EventsSurvey(folder, stamp, false, tally, new LongPairList(), true);
    }

    private static EventsSurvey ofOriginal(ConversationFolder folder, FileStamp stamp)
            throws IOException, UnreadableFile {
        var header = ConversationIndex.header(folder.index()).orElse(null);
        if (header != null && header.describes(stamp, true)) {
            return new EventsSurvey(folder, stamp, true, header.tally(), new LongPairList(), false);
        }
        var tally = new BatchTally();
        OriginalEvents.forEach(folder.originalEvents(), event -> {
            tally.count(event.fields());
            return true;
        });
        tally.covered = stamp.size();
        tally.requests.clear();
        return new EventsSurvey(folder, stamp, true, tally, new LongPairList(), true);
    }

    /// Brings the tally forward over every complete batch. An unfinished last one ends it; so do NUL bytes in the last
    /// one, which is what a crash of the machine makes of a write that was never answered.
    private static void scan(FileChannel channel, long size, BatchTally tally) throws IOException, UnreadableFile {
        var lines = new FileLines(channel, tally.covered, size);
        while (lines.next() && lines.complete()) {
            Json.Arr batch;
            try {
                batch = batch(lines.bytes(), lines.from(), lines.to());
            } catch (MalformedJson e) {
                if (lines.last() && lines.hasNul()) {
                    return;
                }
                throw new UnreadableFile(
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
    static Json.Arr batchAt(FileChannel channel, long offset, long covered) throws IOException, UnreadableFile {
        if (offset < 0 || offset >= covered) {
            return new Json.Arr(List.of());
        }
        var lines = new FileLines(channel, offset, covered, BATCH);
        lines.next();
        try {
            return batch(lines.bytes(), lines.from(), lines.to());
        } catch (MalformedJson _) {
            return new Json.Arr(List.of());
        }
    }

    /// All stretches, the growing one last.
    BatchStretch[] stretches() {
        int known = knownStretches.pairs();
        int closed = tally.closedStretches.pairs();
        var stretches = new BatchStretch[known + closed + 1];
        long end = tally.covered;
        long eventsEnd = tally.events;
        long start = tally.stretchStart;
        long events = tally.stretchEvents;
        boolean plain = tally.stretchPlain;
        for (int i = known + closed; i >= 0; i--) {
            if (i < known + closed) {
                var from = i < known ? knownStretches : tally.closedStretches;
                int pair = i < known ? i : i - known;
                start = BatchStretch.start(from.first(pair));
                plain = BatchStretch.plain(from.first(pair));
                events = from.second(pair);
            }
            stretches[i] = new BatchStretch(start, end, events, eventsEnd, plain);
            end = start;
            eventsEnd = events;
        }
        return stretches;
    }
}
