package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A conversation whose lock is ours until this is closed or the process dies. Safe for several threads.
public final class Held implements AutoCloseable {
    private final LockPair lock;
    private final Settlement settlement;
    /// Where it is; moved to where ours lie by the first write.
    private Folder folder;
    private @Nullable Log log;
    private boolean activated;
    private boolean closed;

    Held(Folder folder, LockPair lock, Settlement settlement) {
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
    public synchronized Pushed push(List<Json.Obj> events, Instant now)
            throws InvalidEvent, DamagedConversation, IOException {
        mustBeOpen();
        try {
            folder = settlement.settled(folder);
            var current = log();
            var batch = Batch.of(events, current.turnActive(), now, current::has);
            if (!events.isEmpty()) {
                current.append(batch.line(), batch.stored());
                activate(now);
            }
            return new Pushed(events.size());
        } catch (Unreadable e) {
            throw new DamagedConversation(id(), e.damage());
        }
    }

    private Log log() throws IOException, Unreadable {
        if (log != null && !log.isCurrent()) {
            log.close();
            log = null;
        }
        if (log == null) {
            log = Log.open(folder);
        }
        return log;
    }

    /// Once per holder: it says when somebody last worked here, not when the last event came.
    private void activate(Instant now) {
        if (activated) {
            return;
        }
        try {
            Metadata.read(folder.metadata())
                    .with("last_activated_at", Rfc3339.format(now))
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
        change("pinned_at", when == null ? null : Rfc3339.format(when));
    }

    /// No longer archived when null.
    public synchronized void archive(@Nullable Instant when) throws IOException, DamagedConversation {
        change("archived_at", when == null ? null : Rfc3339.format(when));
    }

    private void change(String name, @Nullable String value) throws IOException, DamagedConversation {
        mustBeOpen();
        try {
            folder = settlement.settled(folder);
            Metadata.read(folder.metadata()).with(name, value).write(folder.metadata());
        } catch (MalformedJson e) {
            throw new DamagedConversation(id(), new Damage("metadata.json: " + e.getMessage()));
        } catch (Unreadable e) {
            throw new DamagedConversation(id(), e.damage());
        }
    }

    /// Carries out a plan of repair, where it belongs.
    synchronized void apply(List<Repair> plan) throws IOException, DamagedConversation {
        mustBeOpen();
        try {
            if (!folder.isOriginal()) {
                folder = settlement.settled(folder);
                Repairs.apply(folder, plan);
            }
        } catch (Unreadable e) {
            throw new DamagedConversation(id(), e.damage());
        }
    }

    /// Gone, for good.
    synchronized void remove() throws IOException {
        mustBeOpen();
        Removal.of(folder.path());
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
