package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/// The events file and its index in the hands of the one who holds the lock.
final class EventLog implements AutoCloseable {
    private final ConversationFolder folder;
    private final FileChannel channel;
    private final BatchTally tally;
    private @Nullable ConversationIndex index;

    private EventLog(ConversationFolder folder, FileChannel channel, BatchTally tally) {
        this.folder = folder;
        this.channel = channel;
        this.tally = tally;
    }

    /// Brings everything to where it can be added to: an unfinished tail gone, the index up to date.
    static EventLog open(ConversationFolder folder) throws IOException, UnreadableFile {
        var log = current(folder, EventsSurvey.forWriting(folder));
        if (log.index == null) {
            // Replaced by a reader at this very moment, or with parts missing: make it anew.
            log.close();
            log = current(folder, EventsSurvey.fromScratch(folder, FileStamp.of(folder.events())));
        }
        return log;
    }

    private static EventLog current(ConversationFolder folder, EventsSurvey survey) throws IOException {
        var channel = DurableFiles.change(folder.events());
        try {
            if (channel.size() > survey.tally.covered) {
                channel.truncate(survey.tally.covered);
            }
            var log = new EventLog(folder, channel, survey.tally);
            log.note(survey.fromScratch);
            return log;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /// Whether the file is as this one left it.
    boolean isCurrent() throws IOException {
        return channel.isOpen() && channel.size() == tally.covered;
    }

    boolean turnActive() {
        return tally.turnActive;
    }

    long events() {
        return tally.events;
    }

    /// One write, one fsync; or nothing at all.
    void append(byte[] line, Json.Arr batch) throws IOException {
        try {
            DurableFiles.writeFully(channel, ByteBuffer.wrap(line), tally.covered);
            channel.force(false);
        } catch (IOException e) {
            takeBack(e);
            throw e;
        }
        tally.add(line, 0, line.length - 1, batch);
        note(false);
    }

    private void takeBack(IOException cause) {
        try {
            if (channel.isOpen()) {
                channel.truncate(tally.covered);
                channel.force(false);
            }
        } catch (IOException e) {
            // What is left is an unfinished tail, and the next writer's.
            cause.addSuppressed(e);
        }
    }

    /// The events are safe by now, so trouble with the index is not the caller's: the next one finds it stale.
    private void note(boolean fromScratch) throws IOException {
        try {
            var stamp = FileStamp.of(folder.events());
            if (fromScratch) {
                ConversationIndex.write(folder.index(), tally, stamp, false);
                tally.written();
            }
            if (index == null) {
                index = ConversationIndex.open(folder.index(), true);
            }
            if (index != null && !index.header().describes(stamp, false) && !index.absorb(tally, stamp)) {
                index.grown(folder.index(), tally, stamp);
                closeIndex();
                index = ConversationIndex.open(folder.index(), true);
            }
        } catch (IOException | UnreadableFile _) {
            // The next one finds it stale, and makes another.
            closeIndex();
        }
    }

    private void closeIndex() throws IOException {
        if (index != null) {
            index.close();
            index = null;
        }
    }

    /// Whether there is such a request. The index only says where to look; when it finds nothing, the events are asked,
    /// since a crash of the machine may have cost the index an entry.
    boolean has(EventKind request, String id) throws IOException, UnreadableFile {
        if (index != null) {
            var candidates = index.candidates(KnownRequests.hash(request, id));
            for (int i = 0; i < candidates.pairs(); i++) {
                if (KnownRequests.contains(
                        EventsSurvey.batchAt(channel, candidates.first(i), tally.covered), request, id)) {
                    return true;
                }
            }
        }
        var lines = new FileLines(channel, 0, tally.covered);
        while (lines.next()) {
            if (KnownRequests.contains(parsed(lines), request, id)) {
                rebuildIndex();
                return true;
            }
        }
        return false;
    }

    /// Trouble with the index is not the caller's, here as in [#note].
    private void rebuildIndex() throws IOException {
        try {
            var survey = EventsSurvey.fromScratch(folder, FileStamp.of(folder.events()));
            ConversationIndex.write(folder.index(), survey.tally, survey.stamp, false);
            tally.written();
            closeIndex();
            index = ConversationIndex.open(folder.index(), true);
        } catch (IOException | UnreadableFile _) {
            // The next one finds it stale, and makes another.
            closeIndex();
        }
    }

    private static Json.Arr parsed(FileLines lines) throws UnreadableFile {
        try {
            return EventsSurvey.batch(lines.bytes(), lines.from(), lines.to());
        } catch (MalformedJson e) {
            throw new UnreadableFile("events.jsonl was changed at byte " + lines.offset() + ": " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        closeIndex();
        channel.close();
    }
}
