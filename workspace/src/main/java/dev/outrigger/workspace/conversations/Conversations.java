package dev.outrigger.workspace.conversations;

import dev.outrigger.system.FileLock;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToPlugin;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The conversations of a workspace. Reading needs no lock and works in a read-only workspace; every change is made by
/// the one [HeldConversation] there can be of a conversation, among all processes.
public final class Conversations {
    /// What the original calls a conversation, before its id.
    private static final String ORIGINAL_LOCK = "jp-c";

    private final FolderSearch search;
    private final FolderSettlement settlement;
    private final ConversationLocks locks;
    private final OriginalConversations originals;
    private final String command;
    private final IndexPublisher publisher;
    private final ConversationListing listing;
    private final ConversationCreation creation;
    private final OriginalCopies copies;

    /// @param storage the `.jp` folder
    public Conversations(Path storage) {
        this(storage, "jp", OriginalConversations.NONE, CacheFolder.NONE);
    }

    /// @param command what a person reads of us when we hold a lock: `jp query`
    /// @param cache where what was read is remembered
    public Conversations(Path storage, String command, OriginalConversations originals, CacheFolder cache) {
        this(storage, command, originals, cache, InstantSource.system());
    }

    Conversations(
            Path storage, String command, OriginalConversations originals, CacheFolder cache, InstantSource clock) {
        this.originals = originals;
        this.command = command;
        search = new FolderSearch(storage.resolve("conversations"), originals);
        settlement = new FolderSettlement(storage, originals);
        locks = new ConversationLocks(storage.resolve("locks"), "", command);
        publisher = new IndexPublisher(storage, locks);
        listing =
                new ConversationListing(search, new ContentReader(publisher), new ListingMemory(storage, cache), clock);
        copies = new OriginalCopies(cache, clock);
        creation = new ConversationCreation(search, settlement, locks);
    }

    /// Newest first. Damaged ones are in it too, and say so.
    public List<ConversationSummary> list() throws IOException {
        return listing.summaries();
    }

    /// The list as plugins get it: only what goes by the id of a copy of ours is not in it.
    public List<ToPlugin.Conversations.Entry> told() throws IOException {
        return listing.told();
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
    public ConversationSummary summary(ConversationId id) throws NoSuchConversation, IOException {
        return listing.summary(whatIsThere(id));
    }

    /// The events behind the first `after`, at most `limit` of them.
    public StoredEvents read(ConversationId id, long after, long limit)
            throws NoSuchConversation, DamagedConversation, IOException {
        return new StoredEvents(surveyToRead(find(id)), after, limit);
    }

    /// The events as they come, behind the first `after`; behind those that there are now when it is negative.
    public FollowedEvents follow(ConversationId id, long after, StoredEvents.Discretion discretion)
            throws NoSuchConversation, DamagedConversation, IOException {
        return new FollowedEvents(this, id, discretion, after);
    }

    /// Until it is closed, somebody is told of what may have changed.
    public ConversationWatch watch(ConversationWatch.Listener listener) {
        return ConversationWatch.start(locks.folder(), listener);
    }

    /// Whether somebody, this process perhaps, holds it at this moment.
    public boolean isLocked(ConversationId id) throws IOException {
        return locks.isTaken(id);
    }

    /// What its `config_delta`s set, the later ones on top of the earlier.
    public Json.Obj settings(ConversationId id) throws NoSuchConversation, DamagedConversation, IOException {
        var found = find(id);
        try {
            return ConfigDeltas.merged(surveyToRead(found));
        } catch (UnreadableFile e) {
            throw new DamagedConversation(id, e.damage());
        }
    }

    /// Of the original's, by the copy of it that is remembered.
    private EventsSurvey surveyToRead(ConversationFolder found)
            throws NoSuchConversation, DamagedConversation, IOException {
        if (found.isOriginal()) {
            try {
                var copied = copies.survey(found);
                if (copied.isPresent()) {
                    return copied.get();
                }
            } catch (UnreadableFile | NoSuchFileException _) {
                // Said below, or gone by now.
            }
        }
        return survey(found);
    }

    EventsSurvey survey(ConversationId id) throws NoSuchConversation, DamagedConversation, IOException {
        return survey(find(id));
    }

    private EventsSurvey survey(ConversationFolder found) throws NoSuchConversation, DamagedConversation, IOException {
        try {
            var survey = EventsSurvey.of(found);
            publisher.publish(survey);
            return survey;
        } catch (UnreadableFile | NoSuchFileException e) {
            if (!found.exists()) {
                // Moved to where ours lie since we found it.
                return survey(find(found.id()));
            }
            if (e instanceof UnreadableFile damaged) {
                throw new DamagedConversation(found.id(), damaged.damage());
            }
            throw new IOException("the events of conversation " + found.id() + " went away while they were read", e);
        }
    }

    /// A new conversation, held.
    public HeldConversation create(@Nullable String title, Instant now) throws IOException {
        return creation.create(title, now);
    }

    /// Does not wait.
    public HeldConversation lock(ConversationId id)
            throws NoSuchConversation, DamagedConversation, LockTaken, IOException {
        find(id);
        var lock = take(id);
        try {
            // Again, since it may have been removed or moved by whoever held it.
            return new HeldConversation(find(id), lock, settlement);
        } catch (NoSuchConversation | DamagedConversation | IOException e) {
            lock.close();
            throw e;
        }
    }

    private LockPair take(ConversationId id) throws LockTaken, IOException {
        var ours = locks.take(id);
        if (ours == null) {
            throw new LockTaken(id, locks.holder(id).orElse(null));
        }
        var taken = new ArrayList<FileLock>();
        var all = new LockPair(ours, taken);
        try {
            for (var users : originals.userFolders()) {
                var theirs = new ConversationLocks(users.resolve("locks"), ORIGINAL_LOCK, command);
                var original = theirs.take(id);
                if (original == null) {
                    throw new LockTaken(id, theirs.holder(id).orElse(null));
                }
                taken.add(original);
            }
            return all;
        } catch (LockTaken | IOException e) {
            all.close();
            throw e;
        }
    }

    /// Who holds it at this moment.
    public Optional<LockHolder> holder(ConversationId id) throws IOException {
        return locks.holder(id);
    }

    public void remove(ConversationId id)
            throws NoSuchConversation, DamagedConversation, LockTaken, ReadOnlyOriginal, IOException {
        try (var held = lock(id)) {
            // Without our copy it would be back, as it was.
            var original = search.findOriginal(id);
            if (original.isPresent()) {
                throw new ReadOnlyOriginal(id, original.get().path());
            }
            held.remove();
        }
    }

    /// A new conversation, held, with the events of this one up to `end`. Where that one lies: of what is the user's
    /// own, nothing comes into the workspace.
    public HeldConversation fork(ConversationId id, ForkPoint end, Instant now)
            throws NoSuchConversation, DamagedConversation, IOException {
        var found = find(id);
        return creation.fork(listing.summary(found).title(), survey(found), end, now);
    }

    /// What [#apply] would do to mend this one, in order; nothing when it is fine.
    public List<ConversationRepair> repairs(ConversationId id) throws NoSuchConversation, IOException {
        return repairs(whatIsThere(id), search.all());
    }

    /// The same for each that is not fine, in the order they were made.
    public SortedMap<ConversationId, List<ConversationRepair>> repairs() throws IOException {
        var folders = new TreeMap<ConversationId, List<ConversationFolder>>();
        for (var folder : search.all()) {
            folders.computeIfAbsent(folder.id(), _ -> new ArrayList<>()).add(folder);
        }
        var repairs = new TreeMap<ConversationId, List<ConversationRepair>>();
        for (var each : folders.entrySet()) {
            var first = search.find(each.getKey());
            var plan = first.isPresent() ? repairs(first.get(), each.getValue()) : List.<ConversationRepair>of();
            if (!plan.isEmpty()) {
                repairs.put(each.getKey(), plan);
            }
        }
        return repairs;
    }

    /// Of the one that is opened, and of what else there is of its id.
    private static List<ConversationRepair> repairs(ConversationFolder first, List<ConversationFolder> all) {
        var plan = new ArrayList<>(ConversationRepairs.plan(first));
        for (var other : all) {
            if (other.id().equals(first.id()) && !other.path().equals(first.path())) {
                ConversationRepairs.another(other).ifPresent(plan::add);
            }
        }
        return plan;
    }

    /// Carries out a plan. What is replaced is kept beside it under another name.
    public void apply(ConversationId id, List<ConversationRepair> plan)
            throws NoSuchConversation, DamagedConversation, LockTaken, IOException {
        try (var held = lock(id)) {
            held.apply(plan);
        }
    }

    private ConversationFolder find(ConversationId id) throws NoSuchConversation, DamagedConversation, IOException {
        var found = whatIsThere(id);
        if (found.isStray() && found.exists()) {
            throw new DamagedConversation(id, new ConversationDamage(found.strayness()));
        }
        return found;
    }

    /// Perhaps a stray: to be named, not to be opened.
    private ConversationFolder whatIsThere(ConversationId id) throws NoSuchConversation, IOException {
        return search.find(id).orElseThrow(() -> new NoSuchConversation(id));
    }
}
