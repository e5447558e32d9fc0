package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.live.DeskReply;
import dev.outrigger.hosting.live.LiveDesk;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHost.CancelQuery;
import dev.outrigger.wire.command.ToHost.CreateConversation;
import dev.outrigger.wire.command.ToHost.ForkConversation;
import dev.outrigger.wire.command.ToHost.ListConversations;
import dev.outrigger.wire.command.ToHost.Lock;
import dev.outrigger.wire.command.ToHost.PushEvents;
import dev.outrigger.wire.command.ToHost.Query;
import dev.outrigger.wire.command.ToHost.ReadConfig;
import dev.outrigger.wire.command.ToHost.ReadEvents;
import dev.outrigger.wire.command.ToHost.RemoveConversation;
import dev.outrigger.wire.command.ToHost.Subscribe;
import dev.outrigger.wire.command.ToHost.SubscribeToList;
import dev.outrigger.wire.command.ToHost.Unlock;
import dev.outrigger.wire.command.ToHost.Unsubscribe;
import dev.outrigger.wire.command.ToHost.UpdateConversation;
import dev.outrigger.wire.command.ToHostType;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPlugin.Failed;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.DamagedConversation;
import dev.outrigger.workspace.conversations.ForkPoint;
import dev.outrigger.workspace.conversations.HeldConversation;
import dev.outrigger.workspace.conversations.InvalidEvent;
import dev.outrigger.workspace.conversations.LockTaken;
import dev.outrigger.workspace.conversations.NoSuchConversation;
import dev.outrigger.workspace.conversations.ReadOnlyOriginal;
import dev.outrigger.workspace.conversations.StoreRefusal;
import dev.outrigger.workspace.conversations.StoredEvents;
import dev.outrigger.workspace.settings.Settings;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where one plugin's requests are answered. Holds its locks, and gives them back when it is closed.
final class PluginDesk implements AutoCloseable {
    private final Conversations conversations;
    private final Json.Obj config;
    private final StoredEvents.Discretion discretion;
    private final boolean mayRemove;
    private final LiveDesk live;
    private final LookupDesk lookup;
    private final RunLog log;
    private final Map<ConversationId, HeldConversation> held = new HashMap<>();
    private boolean locked;

    PluginDesk(
            Conversations conversations,
            Json.Obj config,
            StoredEvents.Discretion discretion,
            boolean mayRemove,
            LiveDesk live,
            LookupDesk lookup,
            RunLog log) {
        this.conversations = conversations;
        this.config = config;
        this.discretion = discretion;
        this.mayRemove = mayRemove;
        this.live = live;
        this.lookup = lookup;
        this.log = log;
    }

    /// What takes its time holds up no other ask.
    DeskReply reply(ToHost.Ask ask) {
        return switch (ask) {
            case ToHost.Lookup it -> DeskReply.of(lookup.answer(it));
            case ToHost.QuickAsk it -> soon(it);
        };
    }

    private synchronized DeskReply soon(ToHost.QuickAsk ask) {
        try {
            return switch (ask) {
                case Subscribe subscribe -> live.subscribe(subscribe);
                case SubscribeToList subscribe -> live.subscribe(subscribe);
                case Unsubscribe unsubscribe -> DeskReply.of(live.unsubscribe(unsubscribe));
                case Query query -> live.query(query, held.get(query.conversation()));
                case CancelQuery cancel -> DeskReply.of(live.cancel(cancel));
                case ListConversations() -> DeskReply.of(new ToPlugin.Conversations(conversations.told()));
                case ReadEvents(var id, var after, var limit) ->
                    DeskReply.of(new ToPlugin.Events(
                            id,
                            conversations
                                    .read(id, after.orElse(0), limit.orElse(Long.MAX_VALUE))
                                    .discreet(discretion)));
                case ReadConfig(var path) -> DeskReply.of(readConfig(path));
                case Lock(var id) -> DeskReply.of(live.isBusy(id) ? busy(ask) : lock(id));
                case Unlock(var id) -> DeskReply.of(live.isBusy(id) ? busy(ask) : unlock(id));
                case PushEvents(var id, var events) -> DeskReply.of(live.isBusy(id) ? busy(ask) : push(id, events));
                case CreateConversation(var title) -> DeskReply.of(create(title));
                case UpdateConversation update -> DeskReply.of(update(update));
                case ForkConversation fork -> DeskReply.of(fork(fork));
                case RemoveConversation(var id) -> DeskReply.of(live.isBusy(id) ? busy(ask) : remove(id));
            };
        } catch (StoreRefusal refusal) {
            return DeskReply.of(refused(ask, refusal));
        } catch (IOException e) {
            return DeskReply.of(
                    failed(RequestErrorCode.STORAGE, ask, "the workspace cannot be used: " + FileErrorWords.of(e)));
        }
    }

    /// Nothing when it counts.
    Optional<Failed> respond(ToHost.Respond said) {
        return live.respond(said);
    }

    /// Whether turns are being brought to their end.
    boolean isEnding() {
        return live.isEnding();
    }

    /// How much of what happens waits to be told.
    long waitingBytes() {
        return live.waitingBytes();
    }

    private static Failed busy(ToHost.Ask ask) {
        return failed(RequestErrorCode.BUSY, ask, "a query is running in this conversation");
    }

    private ToPlugin.Answer readConfig(@Nullable String path) {
        if (path == null) {
            return new ToPlugin.Config(null, config);
        }
        var value = Settings.lookUp(config, path);
        return value.isPresent()
                ? new ToPlugin.Config(path, value.get())
                : new Failed(
                        RequestErrorCode.NOT_FOUND,
                        ToHostType.READ_CONFIG.word(),
                        null,
                        null,
                        "no such key in the configuration: " + Excerpt.of(path));
    }

    private ToPlugin.Answer lock(ConversationId id) throws StoreRefusal, IOException {
        if (!held.containsKey(id)) {
            hold(id, conversations.lock(id));
        }
        return new ToPlugin.Locked(id);
    }

    private ToPlugin.Answer unlock(ConversationId id) throws IOException {
        var lock = held.remove(id);
        if (lock == null) {
            return notLocked(ToHostType.UNLOCK, id);
        }
        live.held(id, false);
        lock.close();
        return new ToPlugin.Unlocked(id);
    }

    private ToPlugin.Answer push(ConversationId id, List<Json> events) throws StoreRefusal, IOException {
        var lock = held.get(id);
        if (lock == null) {
            return notLocked(ToHostType.PUSH_EVENTS, id);
        }
        var objects = new ArrayList<Json.Obj>(events.size());
        for (var event : events) {
            if (!(event instanceof Json.Obj object)) {
                return new Failed(
                        RequestErrorCode.INVALID_EVENT,
                        ToHostType.PUSH_EVENTS.word(),
                        id.digits(),
                        null,
                        "events[" + objects.size() + "]: an event must be an object");
            }
            objects.add(object);
        }
        return new ToPlugin.Pushed(id, live.push(lock, objects).count());
    }

    private ToPlugin.Answer create(@Nullable String title) throws StoreRefusal, IOException {
        var lock = conversations.create(title, Instant.now());
        hold(lock.id(), lock);
        return new ToPlugin.Created(lock.id());
    }

    private void hold(ConversationId id, HeldConversation lock) {
        locked = true;
        held.put(id, lock);
        live.held(id, true);
    }

    /// Whether the plugin ever had a lock.
    synchronized boolean hasLocked() {
        return locked;
    }

    private ToPlugin.Answer update(UpdateConversation ask) throws StoreRefusal, IOException {
        var id = ask.conversation();
        var ours = live.held(id).orElse(held.get(id));
        if (ours != null) {
            update(ours, ask);
        } else {
            try (var taken = conversations.lock(id)) {
                update(taken, ask);
            }
        }
        return new ToPlugin.Updated(id);
    }

    private static void update(HeldConversation lock, UpdateConversation ask) throws DamagedConversation, IOException {
        if (ask.title() != null) {
            lock.rename(ask.title().isEmpty() ? null : ask.title());
        }
        if (ask.pinned() != null) {
            lock.pin(ask.pinned() ? Instant.now() : null);
        }
        if (ask.archived() != null) {
            lock.archive(ask.archived() ? Instant.now() : null);
        }
    }

    private ToPlugin.Answer fork(ForkConversation ask) throws StoreRefusal, IOException {
        var end = ask.after().isEmpty()
                ? ForkPoint.END
                : ForkPoint.afterEvents(ask.after().getAsLong());
        try (var made = conversations.fork(ask.conversation(), end, Instant.now())) {
            return new ToPlugin.Forked(made.id());
        }
    }

    /// Nobody is asked here, so the user must have said before that this plugin may.
    private ToPlugin.Answer remove(ConversationId id) throws StoreRefusal, IOException {
        if (!mayRemove) {
            return new Failed(
                    RequestErrorCode.NOT_ALLOWED,
                    ToHostType.REMOVE_CONVERSATION.word(),
                    id.digits(),
                    null,
                    "this plugin may not delete conversations; the user's own configuration would have to say so, with"
                            + " may_remove = true where it names the plugin");
        }
        var ours = held.remove(id);
        if (ours != null) {
            live.held(id, false);
            ours.close();
        }
        conversations.remove(id);
        return new ToPlugin.Removed(id);
    }

    /// Ends what is running, and gives all locks back. A second time does nothing.
    @Override
    public synchronized void close() {
        live.close();
        for (var lock : held.values()) {
            try {
                lock.close();
            } catch (IOException e) {
                // The kernel gives the lock back with our descriptor at the latest when jp ends, which is soon.
                log.add(
                        LogLevel.WARN,
                        "jp",
                        "the lock of " + lock.id() + " was not given back cleanly: " + e.getMessage());
            }
        }
        held.clear();
    }

    private static Failed notLocked(ToHostType request, ConversationId id) {
        return new Failed(
                RequestErrorCode.NOT_LOCKED,
                request.word(),
                id.digits(),
                null,
                "conversation is not locked by this plugin: send `lock` first");
    }

    private static Failed refused(ToHost.Ask ask, StoreRefusal refusal) {
        return switch (refusal) {
            case NoSuchConversation e -> failed(RequestErrorCode.NOT_FOUND, ask, "conversation not found: " + e.id());
            case LockTaken e ->
                failed(
                        RequestErrorCode.LOCKED,
                        ask,
                        "conversation is locked by another process"
                                + e.holder().map(holder -> " (" + holder + ")").orElse(""));
            case InvalidEvent e -> failed(RequestErrorCode.INVALID_EVENT, ask, e.what());
            case DamagedConversation e -> failed(RequestErrorCode.DAMAGED, ask, e.what());
            case ReadOnlyOriginal e -> failed(RequestErrorCode.STORAGE, ask, e.what());
        };
    }

    private static Failed failed(RequestErrorCode code, ToHost.Ask ask, String message) {
        var subId = ask instanceof Subscribe subscribe ? Excerpt.of(subscribe.subId()) : null;
        return new Failed(code, typeOf(ask), conversationOf(ask), subId, message);
    }

    /// As the plugin called it.
    static String typeOf(ToHost.Ask ask) {
        return ToHostType.of(ask).word();
    }

    private static @Nullable String conversationOf(ToHost.Ask ask) {
        return switch (ask) {
            case ReadEvents(var id, var _, var _) -> id.digits();
            case Lock(var id) -> id.digits();
            case Unlock(var id) -> id.digits();
            case PushEvents(var id, var _) -> id.digits();
            case UpdateConversation(var id, var _, var _, var _) -> id.digits();
            case ForkConversation(var id, var _) -> id.digits();
            case RemoveConversation(var id) -> id.digits();
            case Subscribe subscribe -> subscribe.conversation().digits();
            case Query query -> query.conversation().digits();
            case CancelQuery(var id) -> id.digits();
            case ListConversations _,
                    ReadConfig _,
                    CreateConversation _,
                    ToHost.Lookup _,
                    SubscribeToList _,
                    Unsubscribe _ -> null;
        };
    }
}
