package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A conversation whose lock is ours until this is closed or the process dies. Safe for several threads.
public final class HeldConversation implements AutoCloseable {
    private final LockPair lock;
    private final FolderSettlement settlement;
    /// Where it is; moved to where ours lie by the first write.
    private ConversationFolder folder;
    private @Nullable EventLog log;
    private boolean activated;
    private boolean closed;

    HeldConversation(ConversationFolder folder, LockPair lock, FolderSettlement settlement) {
        this.folder = folder;
        this.lock = lock;
        this.settlement = settlement;
    }

    public synchronized ConversationId id() {
        return folder.id();
    }

    /// All of them or none, on the disk before this returns.
    ///
    /// @throws IOException when the disk is full, read-only or broken; the conversation is as it was
    public synchronized PushedBatch push(List<Json.Obj> events, Instant now)
            throws InvalidEvent, DamagedConversation, IOException {
        mustBeOpen();
        try {
            folder = settlement.settled(folder);
            var current = log();
            var batch = EventBatch.of(events, current.turnActive(), now, current::has);
            long before = current.events();
            if (!events.isEmpty()) {
                current.append(batch.line(), batch.stored());
                activate(now);
            }
            return new PushedBatch(events.size(), before + 1, current.events(), TimestampText.format(now));
        } catch (UnreadableFile e) {
            throw new DamagedConversation(id(), e.damage());
        }
    }

    private EventLog log() throws IOException, UnreadableFile {
        if (log != null && !log.isCurrent()) {
            log.close();
            log = null;
        }
        if (log == null) {
            log = EventLog.open(folder);
        }
        return log;
    }

    /// Once per holder: it says when somebody last worked here, not when the last event came.
    private void activate(Instant now) {
        if (activated) {
            return;
        }
        try {
            ConversationMetadata.read(folder.metadata())
                    .with("last_activated_at", TimestampText.format(now))
                    .write(folder.metadata());
            activated = true;
        } catch (IOException | MalformedJson _) {
            // The events are stored, and that is what was asked for; damaged metadata is for `repair` to replace.
        }
    }

    /// Without a title when null.
    public synchronized void rename(@Nullable String title) throws IOException, DamagedConversation {
        change("title", title);
    }

    /// No longer pinned when null.
    public synchronized void pin(@Nullable Instant when) throws IOException, DamagedConversation {
        change("pinned_at", when == null ? null : TimestampText.format(when));
    }

    /// No longer archived when null.
    public synchronized void archive(@Nullable Instant when) throws IOException, DamagedConversation {
        change("archived_at", when == null ? null : TimestampText.format(when));
    }

    private void change(String name, @Nullable String value) throws IOException, DamagedConversation {
        mustBeOpen();
        try {
            folder = settlement.settled(folder);
            ConversationMetadata.read(folder.metadata()).with(name, value).write(folder.metadata());
        } catch (MalformedJson e) {
            throw new DamagedConversation(id(), new ConversationDamage("metadata.json: " + e.getMessage()));
        } catch (UnreadableFile e) {
            throw new DamagedConversation(id(), e.damage());
        }
    }

    /// Carries out a plan of repair, where it belongs.
    synchronized void apply(List<ConversationRepair> plan) throws IOException, DamagedConversation {
        mustBeOpen();
        try {
            if (!folder.isOriginal()) {
                folder = settlement.settled(folder);
                ConversationRepairs.apply(folder, plan);
            }
        } catch (UnreadableFile e) {
            throw new DamagedConversation(id(), e.damage());
        }
    }

    /// Gone, for good.
    synchronized void remove() throws IOException {
        mustBeOpen();
        FolderRemoval.of(folder.path());
    }

    private void mustBeOpen() {
        if (closed) {
            throw new IllegalStateException("the lock of conversation " + id() + " was given back");
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        try {
            if (log != null) {
                log.close();
                log = null;
            }
        } finally {
            lock.close();
        }
    }
}
