package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Reads on in the events of one conversation, whoever writes them: each once, in order, and at the cost of what is
/// new. Takes no lock. For one thread at a time.
public final class FollowedEvents implements AutoCloseable {
    private static final int CHUNK = 1 << 13;
    /// Of the original's file, which is read from its beginning each time.
    private static final int MOST_OF_ORIGINAL = 1000;

    private final Conversations conversations;
    private final ConversationId id;
    private final StoredEvents.Discretion discretion;
    private final ByteOutput rewritten = new ByteOutput();
    private final EventRewriter rewriter;

    private ConversationFolder folder;
    private @Nullable FileChannel channel;
    private int fileKey;
    /// Where the next line begins.
    private long offset;

    private @Nullable FileLines lines;
    /// In the line at hand, where the next event begins; 0 when there is none.
    private int at;
    /// So many events are before what comes next.
    private long count;

    /// The original's, read ahead, and the state of its file then.
    private final Queue<Json.Obj> originals = new ArrayDeque<>();

    private @Nullable FileStamp originalStamp;

    FollowedEvents(Conversations conversations, ConversationId id, StoredEvents.Discretion discretion, long after)
            throws NoSuchConversation, DamagedConversation, IOException {
        this.conversations = conversations;
        this.id = id;
        this.discretion = discretion;
        this.rewriter = new EventRewriter(rewritten, discretion);
        var survey = conversations.survey(id);
        this.folder = survey.folder;
        stand(survey, after < 0 ? survey.tally.events : after);
    }

    /// The number of the event that was read last, and so how many come before the next.
    public long count() {
        return count;
    }

    /// The folder in which new events appear.
    public Path folder() {
        return folder.path();
    }

    /// How much of the file was not read yet, in bytes.
    public long unread() throws IOException {
        return channel == null ? 0 : Math.max(0, channel.size() - offset);
    }

    /// The next event; nothing as long as there is none.
    public Optional<Json.Obj> next() throws NoSuchConversation, DamagedConversation, IOException {
        if (folder.isOriginal()) {
            return nextOfOriginal();
        }
        try {
            while (at == 0) {
                if (!nextLine()) {
                    return Optional.empty();
                }
            }
            return Optional.of(event());
        } catch (UnreadableFile e) {
            throw new DamagedConversation(id, e.damage());
        } catch (MalformedJson e) {
            throw new DamagedConversation(id, new ConversationDamage("events.jsonl: " + e.what()));
        }
    }

    private boolean nextLine() throws NoSuchConversation, DamagedConversation, IOException, UnreadableFile {
        if (lines == null) {
            follow();
            if (channel == null || channel.size() <= offset) {
                return false;
            }
            lines = new FileLines(channel, offset, channel.size(), CHUNK);
        }
        if (!lines.next()) {
            lines = null;
            return nextLine();
        }
        if (!lines.complete()) {
            lines = null;
            return false;
        }
        try {
            EventsSurvey.batch(lines.bytes(), lines.from(), lines.to());
        } catch (MalformedJson e) {
            if (lines.last() && lines.hasNul()) {
                // What a crash of the machine makes of a write that was never answered; the next writer cuts it off.
                lines = null;
                return false;
            }
            throw new UnreadableFile(
                    "events.jsonl has a line at byte " + offset + " that is no batch: " + e.getMessage());
        }
        offset += lines.to() - lines.from() + 1;
        toEvent(lines.bytes(), lines.from(), lines.to(), true);
        return true;
    }

    /// To where an event begins in the line, or to none.
    private void toEvent(byte[] line, int from, int to, boolean first) {
        if (from == to) {
            at = 0;
            return;
        }
        int i = JsonBytes.afterSpace(line, from);
        if (first || line[i] == ',') {
            i = JsonBytes.afterSpace(line, i + 1);
        }
        at = line[i] == ']' ? 0 : i;
    }

    private Json.Obj event() throws MalformedJson {
        var line = lines();
        rewritten.size = 0;
        int end = rewriter.event(line.bytes(), at, line.to());
        var event = (Json.Obj) JsonText.parse(rewritten.bytes, 0, rewritten.size);
        rewritten.size = 0;
        count++;
        toEvent(line.bytes(), end, line.to(), false);
        return event;
    }

    private FileLines lines() {
        if (lines == null) {
            throw new IllegalStateException("no line at hand");
        }
        return lines;
    }

    /// The file may have been moved, replaced by a repair, or cut off by a writer that could not finish.
    private void follow() throws NoSuchConversation, DamagedConversation, IOException {
        try {
            var stamp = FileStamp.of(folder.events());
            if (channel != null && stamp.key() == fileKey && stamp.size() >= offset) {
                return;
            }
        } catch (NoSuchFileException | UnreadableFile _) {
            // Looked for below, where it is said what is wrong with it.
        }
        var survey = conversations.survey(id);
        folder = survey.folder;
        stand(survey, Math.min(count, survey.tally.events));
    }

    /// Behind so many events.
    private void stand(EventsSurvey survey, long after) throws DamagedConversation, IOException {
        close();
        count = after;
        if (survey.original) {
            originals.clear();
            originalStamp = null;
            return;
        }
        channel = DurableFiles.read(survey.folder.events());
        fileKey = survey.stamp.key();
        offset = survey.tally.covered;
        if (after < survey.tally.events) {
            for (var stretch : survey.stretches()) {
                if (stretch.events() <= after && after < stretch.eventsEnd()) {
                    offset = stretch.start();
                    count = stretch.events();
                }
            }
            skip(after);
        }
    }

    private void skip(long after) throws DamagedConversation, IOException {
        try {
            while (count < after && (at != 0 || skipLine())) {
                if (at != 0) {
                    var line = lines();
                    int end = JsonBytes.afterValue(line.bytes(), at, line.to());
                    count++;
                    toEvent(line.bytes(), end, line.to(), false);
                }
            }
        } catch (UnreadableFile e) {
            throw new DamagedConversation(id, e.damage());
        }
    }

    private boolean skipLine() throws IOException, UnreadableFile {
        if (lines == null && channel != null) {
            lines = new FileLines(channel, offset, channel.size(), CHUNK);
        }
        if (!lines().next() || !lines().complete()) {
            return false;
        }
        offset += lines().to() - lines().from() + 1;
        toEvent(lines().bytes(), lines().from(), lines().to(), true);
        return true;
    }

    private Optional<Json.Obj> nextOfOriginal() throws NoSuchConversation, DamagedConversation, IOException {
        if (originals.isEmpty()) {
            var found = conversations.survey(id);
            folder = found.folder;
            if (!found.original) {
                stand(found, Math.min(count, found.tally.events));
                return next();
            }
            if (found.stamp.equals(originalStamp) && found.tally.events <= count) {
                return Optional.empty();
            }
            originalStamp = found.stamp;
            conversations.read(id, count, MOST_OF_ORIGINAL).discreet(discretion).forEach(originals::add);
        }
        var event = originals.poll();
        if (event != null) {
            count++;
        }
        return Optional.ofNullable(event);
    }

    @Override
    public void close() throws IOException {
        lines = null;
        at = 0;
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }
}
