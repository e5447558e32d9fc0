package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The conversations of a workspace. Reading needs no lock and works in a read-only workspace; every change is made by
/// the one [Held] there can be of a conversation, among all processes.
public final class Conversations {
    /// What the original calls a conversation, before its id.
    private static final String ORIGINAL_LOCK = "jp-c";

    private final FolderSearch search;
    private final Settlement settlement;
    private final Locks locks;
    private final Originals originals;
    private final String command;
    private final Publisher publisher;
    private final Listing listing;
    private final Creation creation;

    /// @param storage the `.jp` folder
    public Conversations(Path storage) {
        this(storage, "jp", Originals.NONE);
    }

    /// @param command what a person reads of us when we hold a lock: `jp query`
    public Conversations(Path storage, String command, Originals originals) {
        this.originals = originals;
        this.command = command;
        search = new FolderSearch(storage.resolve("conversations"), originals);
        settlement = new Settlement(storage, originals);
        locks = new Locks(storage.resolve("locks"), "", command);
        publisher = new Publisher(storage, locks);
        listing = new Listing(search, publisher);
        creation = new Creation(search, settlement, locks);
    }

    /// Newest first. Damaged ones are in it too, and say so.
    public List<Summary> list() throws IOException {
        return listing.summaries();
    }

    /// In the order they were made; cheaper than the list.
    public List<ConversationId> ids() throws IOException {
        var ids = new TreeSet<ConversationId>();
        for (var each : search.all()) {
            ids.add(each.id());
        }
        return List.copyOf(ids);
    }

    /// The line of the list for one, damaged or not.
    public Summary summary(ConversationId id) throws NoSuchConversation, IOException {
        return listing.summary(whatIsThere(id));
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

    private Survey survey(Folder found) throws NoSuchConversation, DamagedConversation, IOException {
        try {
            var survey = Survey.of(found);
            publisher.publish(survey);
            return survey;
        } catch (Unreadable | NoSuchFileException e) {
            if (!found.exists()) {
                // Moved to where ours lie since we found it.
                return survey(find(found.id()));
            }
            if (e instanceof Unreadable damaged) {
                throw new DamagedConversation(found.id(), damaged.damage());
            }
            throw new IOException("the events of conversation " + found.id() + " went away while they were read", e);
        }
    }

    /// A new conversation, held.
    public Held create(@Nullable String title, Instant now) throws IOException {
        return creation.create(title, now);
    }

    /// Does not wait.
    public Held lock(ConversationId id) throws NoSuchConversation, DamagedConversation, LockTaken, IOException {
        find(id);
        var lock = take(id);
        try {
            // Again, since it may have been removed or moved by whoever held it.
            return new Held(find(id), lock, settlement);
        } catch (NoSuchConversation | DamagedConversation | IOException e) {
            lock.close();
            throw e;
        }
    }

    private LockPair take(ConversationId id) throws LockTaken, IOException {
        var ours = locks.take(id);
        if (ours == null) {
            throw new LockTaken(id, locks.holder(id));
        }
        try {
            var users = originals.userFolder();
            if (users.isEmpty()) {
                return new LockPair(ours, null);
            }
            var theirs = new Locks(users.get().resolve("locks"), ORIGINAL_LOCK, command);
            var original = theirs.take(id);
            if (original == null) {
                throw new LockTaken(id, theirs.holder(id));
            }
            return new LockPair(ours, original);
        } catch (LockTaken | IOException e) {
            ours.close();
            throw e;
        }
    }

    /// Who holds it at this moment.
    public Optional<Holder> holder(ConversationId id) throws IOException {
        return locks.holder(id);
    }

    public void remove(ConversationId id)
            throws NoSuchConversation, DamagedConversation, LockTaken, BelongsToOriginal, IOException {
        try (var held = lock(id)) {
            // Without our copy it would be back, as it was.
            var original = search.findOriginal(id);
            if (original.isPresent()) {
                throw new BelongsToOriginal(id, original.get().path());
            }
            held.remove();
        }
    }

    /// A new conversation, held, with the events of this one up to the end of turn number `turns` (from 1; negative is
    /// all of them). Where that one lies: of what is the user's own, nothing comes into the workspace.
    public Held fork(ConversationId id, long turns, Instant now)
            throws NoSuchConversation, DamagedConversation, IOException {
        var found = find(id);
        return creation.fork(listing.summary(found).title(), survey(found), turns, now);
    }

    /// What [#apply] would do to mend this one, in order; nothing when it is fine.
    public List<Repair> repairs(ConversationId id) throws NoSuchConversation, IOException {
        return repairs(whatIsThere(id), search.all());
    }

    /// The same for each that is not fine, in the order they were made.
    public SortedMap<ConversationId, List<Repair>> repairs() throws IOException {
        var folders = new TreeMap<ConversationId, List<Folder>>();
        for (var folder : search.all()) {
            folders.computeIfAbsent(folder.id(), _ -> new ArrayList<>()).add(folder);
        }
        var repairs = new TreeMap<ConversationId, List<Repair>>();
        for (var each : folders.entrySet()) {
            var first = search.find(each.getKey());
            var plan = first.isPresent() ? repairs(first.get(), each.getValue()) : List.<Repair>of();
            if (!plan.isEmpty()) {
                repairs.put(each.getKey(), plan);
            }
        }
        return repairs;
    }

    /// Of the one that is opened, and of what else there is of its id.
    private static List<Repair> repairs(Folder first, List<Folder> all) {
        var plan = new ArrayList<>(Repairs.plan(first));
        for (var other : all) {
            if (other.id().equals(first.id()) && !other.path().equals(first.path())) {
                Repairs.another(other).ifPresent(plan::add);
            }
        }
        return plan;
    }

    /// Carries out a plan. What is replaced is kept beside it under another name.
    public void apply(ConversationId id, List<Repair> plan)
            throws NoSuchConversation, DamagedConversation, LockTaken, IOException {
        try (var held = lock(id)) {
            held.apply(plan);
        }
    }

    private Folder find(ConversationId id) throws NoSuchConversation, DamagedConversation, IOException {
        var found = whatIsThere(id);
        if (found.isStray() && found.exists()) {
            throw new DamagedConversation(id, new Damage(found.strayness()));
        }
        return found;
    }

    /// Perhaps a stray: to be named, not to be opened.
    private Folder whatIsThere(ConversationId id) throws NoSuchConversation, IOException {
        return search.find(id).orElseThrow(() -> new NoSuchConversation(id));
    }
}
