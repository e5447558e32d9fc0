package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The conversations of a workspace. Reading needs no lock and works in a read-only workspace; every change is made by
/// the one [Held] there can be of a conversation, among all processes.
public final class Conversations {
    private final Path folder;
    private final Locks locks;
    private final Publisher publisher;
    private final Listing listing;
    private final Creation creation;

    /// @param storage the `.jp` folder
    public Conversations(Path storage) {
        this(storage, "jp");
    }

    /// @param command what a person reads of us when we hold a lock: `jp query`
    public Conversations(Path storage, String command) {
        folder = storage.resolve("conversations");
        locks = new Locks(storage.resolve("locks"), command);
        publisher = new Publisher(locks);
        listing = new Listing(folder, publisher);
        creation = new Creation(folder, locks);
    }

    /// Newest first. Damaged ones are in it too, and say so.
    public List<Summary> list() throws IOException {
        return listing.summaries();
    }

    /// In the order they were made; cheaper than the list.
    public List<ConversationId> ids() throws IOException {
        var ids = new TreeSet<ConversationId>();
        for (var each : listing.folders()) {
            ids.add(each.id());
        }
        return List.copyOf(ids);
    }

    /// The line of the list for one, damaged or not.
    public Summary summary(ConversationId id) throws NoSuchConversation, IOException {
        return listing.summary(find(id));
    }

    /// The events behind the first `after`, at most `limit` of them.
    public Events read(ConversationId id, long after, long limit)
            throws NoSuchConversation, DamagedConversation, IOException {
        return new Events(survey(find(id)), after, limit);
    }

    /// What its `config_delta`s set, the later ones on top of the earlier.
    public Json.Obj settings(ConversationId id) throws NoSuchConversation, DamagedConversation, IOException {
        var found = find(id);
        try {
            return Deltas.merged(survey(found));
        } catch (Unreadable e) {
            throw new DamagedConversation(id, e.damage());
        }
    }

    private Survey survey(Folder found) throws DamagedConversation, IOException {
        try {
            var survey = Survey.of(found);
            publisher.publish(survey);
            return survey;
        } catch (Unreadable e) {
            throw new DamagedConversation(found.id(), e.damage());
        }
    }

    /// A new conversation, held.
    public Held create(@Nullable String title, Instant now) throws IOException {
        return creation.create(title, now);
    }

    /// Does not wait.
    public Held lock(ConversationId id) throws NoSuchConversation, LockTaken, IOException {
        find(id);
        var lock = locks.take(id);
        if (lock == null) {
            throw new LockTaken(id, locks.holder(id));
        }
        try {
            // Again, since it may have been removed by whoever held it.
            return new Held(find(id), lock);
        } catch (NoSuchConversation | IOException e) {
            lock.close();
            throw e;
        }
    }

    /// Who holds it at this moment.
    public Optional<Holder> holder(ConversationId id) throws IOException {
        return locks.holder(id);
    }

    public void remove(ConversationId id) throws NoSuchConversation, LockTaken, IOException {
        try (var _ = lock(id)) {
            Removal.of(find(id).path());
        }
    }

    /// A new conversation, held, with the events of this one up to the end of turn number `turns` (from 1; negative is
    /// all of them).
    public Held fork(ConversationId id, long turns, Instant now)
            throws NoSuchConversation, DamagedConversation, IOException {
        var found = find(id);
        return creation.fork(listing.summary(found).title(), survey(found), turns, now);
    }

    /// What [#apply] would do to mend this one, in order; nothing when it is fine.
    public List<Repair> repairs(ConversationId id) throws NoSuchConversation, IOException {
        return Repairs.plan(find(id));
    }

    /// Carries out a plan. What is replaced is kept beside it under another name.
    public void apply(ConversationId id, List<Repair> plan) throws NoSuchConversation, LockTaken, IOException {
        try (var _ = lock(id)) {
            Repairs.apply(find(id), plan);
        }
    }

    private Folder find(ConversationId id) throws NoSuchConversation, IOException {
        return Folder.find(folder, id).orElseThrow(() -> new NoSuchConversation(id));
    }
}
