package dev.outrigger.hosting.live;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.ToPlugin.Happened;
import dev.outrigger.workspace.conversations.ConversationWatch;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.NoSuchConversation;
import dev.outrigger.workspace.conversations.StoreRefusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// All subscriptions of a plugin. One thread tells what happens, a little of each in turn; when the plugin does not
/// read, only this thread waits for it.
public final class Subscriptions implements AutoCloseable {
    /// So much of one before the next has its turn.
    private static final int BURST = 64;

    /// The way to the plugin.
    public interface Line {
        /// Behind what is on its way already; does not wait for the plugin.
        void put(Happened event);

        /// May wait for the plugin.
        void flush();
    }

    private final Conversations conversations;
    private final Line line;
    private final RunLog log;
    private final String plugin;

    private final Map<String, Subscription> byId = new LinkedHashMap<>();
    private final Set<Subscription> changed = new LinkedHashSet<>();
    private final Map<ConversationId, OwnEvents> own = new HashMap<>();
    private @Nullable ConversationWatch watch;
    private boolean closed;

    public Subscriptions(String plugin, Conversations conversations, Line line, RunLog log) {
        this.plugin = plugin;
        this.conversations = conversations;
        this.line = line;
        this.log = log;
    }

    synchronized Optional<Subscription> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /// Those of a conversation.
    synchronized List<ConversationSubscription> of(ConversationId conversation) {
        var found = new ArrayList<ConversationSubscription>();
        for (var each : byId.values()) {
            if (each instanceof ConversationSubscription one && one.isAbout(conversation)) {
                found.add(one);
            }
        }
        return found;
    }

    /// What this host itself does in a conversation.
    synchronized OwnEvents own(ConversationId conversation) {
        return own.computeIfAbsent(conversation, _ -> new OwnEvents());
    }

    /// Takes the id; nothing is told before [#begin]. False when it is in use.
    synchronized boolean add(Subscription subscription) {
        return byId.putIfAbsent(subscription.id(), subscription) == null;
    }

    /// From now on it is told.
    synchronized void begin(Subscription subscription) {
        if (closed || !byId.containsValue(subscription)) {
            return;
        }
        if (watch == null) {
            watch = conversations.watch(new Changes());
            Thread.ofPlatform().daemon().name("events for " + plugin).start(this::tell);
        }
        if (subscription instanceof ConversationSubscription one) {
            watch.follow(one.conversation(), one.tail().folder());
        }
        changed.add(subscription);
        notifyAll();
    }

    /// Nothing of it is told after this. False when there is no such subscription.
    boolean remove(String id) throws IOException {
        Subscription gone;
        synchronized (this) {
            gone = byId.remove(id);
            if (gone == null) {
                return false;
            }
            changed.remove(gone);
            if (watch != null
                    && gone instanceof ConversationSubscription one
                    && of(one.conversation()).isEmpty()) {
                watch.unfollow(one.conversation());
            }
        }
        gone.close();
        return true;
    }

    /// How a turn of this host reaches those who have subscribed to its conversation.
    LiveTurn.Audience audience(ConversationId conversation) {
        return new LiveTurn.Audience() {
            @Override
            public void changed() {
                touch(conversation);
            }

            @Override
            public void tell(long after, Json.Obj data) {
                of(conversation).forEach(each -> each.note(after, data));
                touch(conversation);
            }

            @Override
            public void answered(long after, OpenQuestion.Wording wording, @Nullable String by, String action) {
                for (var each : of(conversation)) {
                    if (each.id().equals(by)) {
                        each.hasAnswered(wording);
                    } else {
                        each.answered(after, wording, action);
                    }
                }
                touch(conversation);
            }
        };
    }

    private final class Changes implements ConversationWatch.Listener {
        @Override
        public void changed(ConversationId id) {
            touch(id);
        }

        @Override
        public void anythingChanged() {
            touchAll();
        }

        @Override
        public void note(String words) {
            log.add(LogLevel.WARN, "jp", words);
        }
    }

    synchronized void touch(ConversationId conversation) {
        for (var each : byId.values()) {
            if (each.isAbout(conversation)) {
                switch (each) {
                    case ListSubscription list -> list.touched(conversation);
                    case ConversationSubscription one -> one.touched();
                }
                changed.add(each);
            }
        }
        notifyAll();
    }

    private synchronized void touchAll() {
        for (var each : byId.values()) {
            if (each instanceof ListSubscription list) {
                list.allTouched();
            }
            changed.add(each);
        }
        notifyAll();
    }

    private void tell() {
        try {
            while (true) {
                var next = takeChanged();
                if (next.isEmpty()) {
                    return;
                }
                tell(next.get());
                line.flush();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.bug("while telling " + plugin + " what happens", e);
        }
    }

    /// Waits for one with something to tell; nothing when all is over.
    private synchronized Optional<Subscription> takeChanged() throws InterruptedException {
        while (!closed && changed.isEmpty()) {
            long due = 0;
            for (var each : byId.values()) {
                long one = each.due();
                due = due == 0 ? one : one == 0 ? due : Math.min(due, one);
            }
            wait(due == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(due) + 1);
            if (due != 0) {
                byId.values().stream().filter(each -> each.due() != 0).forEach(changed::add);
            }
        }
        if (closed) {
            return Optional.empty();
        }
        var next = changed.iterator().next();
        changed.remove(next);
        return Optional.of(next);
    }

    private void tell(Subscription subscription) {
        try {
            for (int i = 0; i < BURST; i++) {
                // Together, so that what was ended in between is not told.
                synchronized (subscription) {
                    var event = subscription.next();
                    if (event.isEmpty()) {
                        follow(subscription);
                        return;
                    }
                    line.put(event.get());
                }
            }
            synchronized (this) {
                if (byId.containsValue(subscription)) {
                    changed.add(subscription);
                }
            }
        } catch (NoSuchConversation e) {
            gone(subscription, e.id());
        } catch (StoreRefusal | IOException e) {
            // It goes on with the next change, when whatever is wrong was mended.
            log.add(LogLevel.WARN, plugin, "the subscription " + subscription.id() + " waits: " + e.getMessage());
        }
    }

    /// The folder may have been moved.
    private void follow(Subscription subscription) {
        synchronized (this) {
            if (watch != null
                    && subscription instanceof ConversationSubscription one
                    && byId.containsValue(subscription)) {
                watch.follow(one.conversation(), one.tail().folder());
            }
        }
    }

    /// The conversation was removed: that is the last of it.
    private void gone(Subscription subscription, ConversationId conversation) {
        try {
            synchronized (subscription) {
                if (remove(subscription.id())) {
                    line.put(ListSubscription.removed(subscription.id(), conversation));
                }
            }
        } catch (IOException e) {
            log.add(LogLevel.DEBUG, plugin, "a subscription did not end cleanly: " + e.getMessage());
        }
    }

    /// How much waits for the plugin in all, roughly.
    public long waitingBytes() {
        List<Subscription> all;
        synchronized (this) {
            all = new ArrayList<>(byId.values());
        }
        long bytes = 0;
        for (var each : all) {
            try {
                bytes += each.waitingBytes();
            } catch (IOException e) {
                log.add(LogLevel.DEBUG, plugin, "not known how much waits for " + each.id() + ": " + e.getMessage());
            }
        }
        return bytes;
    }

    /// Nothing is told any more.
    @Override
    public void close() {
        List<Subscription> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(byId.values());
            byId.clear();
            changed.clear();
            if (watch != null) {
                watch.close();
            }
            notifyAll();
        }
        for (var each : all) {
            try {
                each.close();
            } catch (IOException e) {
                log.add(LogLevel.DEBUG, plugin, "a subscription did not end cleanly: " + e.getMessage());
            }
        }
    }
}
