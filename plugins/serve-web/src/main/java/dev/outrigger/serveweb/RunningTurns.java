package dev.outrigger.serveweb;

import dev.outrigger.sdk.Jp;
import dev.outrigger.sdk.RequestFailed;
import dev.outrigger.sdk.Subscription;
import dev.outrigger.web.Refused;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToPlugin;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The turns that were begun here. Each has a subscription of its own until it ends, so that a page may be closed and
/// opened again in its midst, and what it asks meanwhile stays open.
final class RunningTurns {
    private static final int REMEMBERED_KEYS = 256;

    private final Jp jp;
    private final Map<ConversationId, Turn> turns = new ConcurrentHashMap<>();
    /// What a page sent twice, since it never heard the answer, is done once.
    private final Map<String, ConversationId> sent = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ConversationId> eldest) {
            return size() > REMEMBERED_KEYS;
        }
    };

    private record Listening(ConversationId conversation, Runnable listener) {}

    private final Set<Listening> listening = ConcurrentHashMap.newKeySet();

    private static final class Turn {
        volatile @Nullable Subscription subscription;
        volatile boolean over;
    }

    RunningTurns(Jp jp) {
        this.jp = jp;
    }

    /// Calls the listener whenever a turn that was begun here has ended in this conversation.
    Registration listen(ConversationId conversation, Runnable listener) {
        var entry = new Listening(conversation, listener);
        listening.add(entry);
        return () -> listening.remove(entry);
    }

    boolean isRunning(ConversationId conversation) {
        return turns.containsKey(conversation);
    }

    /// Whether a message with this key was sent already; from now on it was.
    private boolean first(String key, ConversationId conversation) {
        synchronized (sent) {
            return key.isEmpty() || sent.putIfAbsent(key, conversation) == null;
        }
    }

    private void takeBack(String key) {
        synchronized (sent) {
            sent.remove(key);
        }
    }

    /// @param key which message of a page this is
    void begin(ToHost.Query query, String key) throws Refused {
        var conversation = query.conversation();
        if (!first(key, conversation)) {
            return;
        }
        var turn = new Turn();
        if (turns.putIfAbsent(conversation, turn) != null) {
            takeBack(key);
            throw new Refused(409, "The assistant is still answering here. Wait for it, or stop it.");
        }
        try {
            turn.subscription = jp.subscribe(conversation, event -> happened(conversation, turn, event));
            jp.ask(query, ToPlugin.QueryStarted.class);
        } catch (RequestFailed e) {
            takeBack(key);
            end(conversation, turn);
            throw HostWords.refused(e);
        }
    }

    private void happened(ConversationId conversation, Turn turn, ToPlugin.Happened event) {
        if (event.data().text("type").orElse("").equals("query_complete")) {
            turns.remove(conversation, turn);
            for (var each : listening) {
                if (each.conversation.equals(conversation)) {
                    each.listener.run();
                }
            }
            // Not here, on the thread that reads: to unsubscribe is to ask.
            Thread.ofVirtual().start(() -> end(conversation, turn));
        }
    }

    private void end(ConversationId conversation, Turn turn) {
        turns.remove(conversation, turn);
        var subscription = turn.subscription;
        if (subscription != null && !turn.over) {
            turn.over = true;
            subscription.close();
        }
    }

    void cancel(ConversationId conversation) throws Refused {
        try {
            jp.ask(new ToHost.CancelQuery(conversation), ToPlugin.QueryCancelled.class);
        } catch (RequestFailed e) {
            throw HostWords.refused(e);
        }
    }

    /// The subscription by which the turn's questions are answered.
    String subscription(ConversationId conversation) throws Refused {
        var turn = turns.get(conversation);
        var subscription = turn == null ? null : turn.subscription;
        if (subscription == null) {
            throw new Refused(409, "Nothing waits for an answer here any more.");
        }
        return subscription.subId();
    }

    void respond(ToHost.Respond answer) throws Refused {
        try {
            jp.respond(answer);
        } catch (RequestFailed e) {
            throw HostWords.refused(e);
        }
    }
}
