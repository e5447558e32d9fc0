package dev.outrigger.hosting.visit;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHost.CreateConversation;
import dev.outrigger.wire.command.ToHost.ListConversations;
import dev.outrigger.wire.command.ToHost.Lock;
import dev.outrigger.wire.command.ToHost.PushEvents;
import dev.outrigger.wire.command.ToHost.ReadConfig;
import dev.outrigger.wire.command.ToHost.ReadEvents;
import dev.outrigger.wire.command.ToHost.Unlock;
import dev.outrigger.wire.command.ToHostType;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPlugin.Failed;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.DamagedConversation;
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
import org.jspecify.annotations.Nullable;

/// Where one plugin's requests are answered. Holds its locks, and gives them back when it is closed.
final class PluginDesk implements AutoCloseable {
    private final Conversations conversations;
    private final Json.Obj config;
    private final StoredEvents.Discretion discretion;
    private final RunLog log;
    private final Map<ConversationId, HeldConversation> held = new HashMap<>();
    private boolean locked;

    PluginDesk(String plugin, Conversations conversations, Json.Obj config, RunLog log) {
        this.conversations = conversations;
        this.config = config;
        this.discretion = delta -> Settings.deltaForPlugin(delta, plugin);
        this.log = log;
    }

    synchronized ToPlugin.Answer answer(ToHost.Ask ask) {
        try {
            return switch (ask) {
                case ListConversations() -> new ToPlugin.Conversations(conversations.told());
                case ReadEvents(var id, var after, var limit) ->
                    new ToPlugin.Events(
                            id,
                            conversations
                                    .read(id, after.orElse(0), limit.orElse(Long.MAX_VALUE))
                                    .discreet(discretion));
                case ReadConfig(var path) -> readConfig(path);
                case Lock(var id) -> lock(id);
                case Unlock(var id) -> unlock(id);
                case PushEvents(var id, var events) -> push(id, events);
                case CreateConversation(var title) -> create(title);
            };
        } catch (StoreRefusal refusal) {
            return refused(ask, refusal);
        } catch (IOException e) {
            return failed(RequestErrorCode.STORAGE, ask, "the workspace cannot be used: " + FileErrorWords.of(e));
        }
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
                        "events[" + objects.size() + "]: an event must be an object");
            }
            objects.add(object);
        }
        return new ToPlugin.Pushed(id, lock.push(objects, Instant.now()).count());
    }

    private ToPlugin.Answer create(@Nullable String title) throws StoreRefusal, IOException {
        var lock = conversations.create(title, Instant.now());
        hold(lock.id(), lock);
        return new ToPlugin.Created(lock.id());
    }

    private void hold(ConversationId id, HeldConversation lock) {
        locked = true;
        held.put(id, lock);
    }

    /// Whether the plugin ever had a lock.
    synchronized boolean hasLocked() {
        return locked;
    }

    /// Gives all locks back. A second time does nothing.
    @Override
    public synchronized void close() {
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
        return new Failed(code, typeOf(ask), conversationOf(ask), message);
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
            case ListConversations _, ReadConfig _, CreateConversation _ -> null;
        };
    }
}
