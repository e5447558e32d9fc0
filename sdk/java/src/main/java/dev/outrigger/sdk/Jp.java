package dev.outrigger.sdk;

import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.LineOutbox;
import dev.outrigger.wire.LineReader;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToHost;
import dev.outrigger.wire.command.ToHostCodec;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPluginCodec;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The host, as a plugin sees it. Every thread may ask, also several at once: each gets its own answer.
public final class Jp implements AutoCloseable {
    private final ToPlugin.Init init;
    private final Arguments arguments;
    private final LineOutbox outbox;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<String, PendingAnswer> pending = new ConcurrentHashMap<>();
    private final Map<String, EventListener> listeners = new ConcurrentHashMap<>();
    private final CountDownLatch ending = new CountDownLatch(1);
    private volatile boolean gone;

    Jp(ToPlugin.Init init, Arguments arguments, LineOutbox outbox) {
        this.init = init;
        this.arguments = arguments;
        this.outbox = outbox;
    }

    /// Where this run takes place, and the settings that hold there.
    public ToPlugin.Init init() {
        return init;
    }

    public Arguments arguments() {
        return arguments;
    }

    /// All conversations of the workspace, newest first.
    public List<ToPlugin.Conversations.Entry> conversations() throws RequestFailed {
        return ask(new ToHost.ListConversations(), ToPlugin.Conversations.class).data();
    }

    /// The events of one conversation, oldest first, as they are stored.
    public List<Json> events(ConversationId conversation) throws RequestFailed {
        return events(conversation, 0, Long.MAX_VALUE);
    }

    /// The same, `after` so many, and at most `limit` of them.
    public List<Json> events(ConversationId conversation, long after, long limit) throws RequestFailed {
        var ask = new ToHost.ReadEvents(conversation, OptionalLong.of(after), OptionalLong.of(limit));
        return ask(ask, ToPlugin.Events.class).data() instanceof Json.Arr(var items) ? items : List.of();
    }

    /// Text for the user, on `jp`'s stdout.
    public void print(String text) {
        tell(new ToHost.Print(text, null, null, null));
    }

    /// What goes on, on `jp`'s stderr: `--quiet` is without it.
    public void note(String text) {
        tell(new ToHost.Print(text, "chrome", null, null));
    }

    public void log(LogLevel level, String message) {
        tell(new ToHost.Log(level, message, Json.EMPTY));
    }

    public void tell(ToHost.Tell message) {
        outbox.send(ToHostCodec.encode(message, null));
    }

    /// Waits for the answer.
    public <A extends ToPlugin.Answer> A ask(ToHost.Ask ask, Class<A> answer) throws RequestFailed {
        var id = Long.toString(lastId.incrementAndGet());
        var waiting = new PendingAnswer();
        pending.put(id, waiting);
        if (gone) {
            pending.remove(id);
            throw new HostGone();
        }
        outbox.send(ToHostCodec.encode(ask, id));
        var came = waiting.await();
        if (came instanceof ToPlugin.Failed failed) {
            throw new RequestFailed(failed);
        }
        return answer.cast(came);
    }

    /// Hears the events of a conversation from now on, and is asked what a turn asks.
    public Subscription subscribe(ConversationId conversation, EventListener listener) throws RequestFailed {
        var subId = nextSubscription(listener);
        return subscribed(subId, new ToHost.Subscribe(subId, conversation, null, OptionalLong.empty(), true));
    }

    /// The same, after those that are stored behind number `after`. Who does not `respond` is not asked anything.
    public Subscription subscribeAfter(ConversationId conversation, long after, boolean respond, EventListener listener)
            throws RequestFailed {
        var subId = nextSubscription(listener);
        return subscribed(subId, new ToHost.Subscribe(subId, conversation, null, OptionalLong.of(after), respond));
    }

    /// Hears which conversations change, come and go.
    public Subscription subscribeToList(EventListener listener) throws RequestFailed {
        var subId = nextSubscription(listener);
        return subscribed(subId, new ToHost.SubscribeToList(subId, null));
    }

    private String nextSubscription(EventListener listener) {
        var subId = "s" + lastId.incrementAndGet();
        listeners.put(subId, listener);
        return subId;
    }

    private Subscription subscribed(String subId, ToHost.Ask subscribe) throws RequestFailed {
        try {
            var count = ask(subscribe, ToPlugin.Subscribed.class).count();
            return new Subscription(this, subId, count == null ? 0 : count);
        } catch (RequestFailed | HostGone e) {
            forget(subId);
            throw e;
        }
    }

    void forget(String subId) {
        listeners.remove(subId);
    }

    /// Answers what the host asked. There is no answer to an answer that counts, and one that does not fails before
    /// whatever is asked next is answered: so that is asked.
    public void respond(ToHost.Respond answer) throws RequestFailed {
        var id = Long.toString(lastId.incrementAndGet());
        var waiting = new PendingAnswer();
        pending.put(id, waiting);
        outbox.send(ToHostCodec.encode(answer, id));
        try {
            ask(new ToHost.ReadConfig("style"), ToPlugin.Config.class);
        } catch (RequestFailed _) {
            // An answer all the same.
        } finally {
            pending.remove(id);
        }
        if (waiting.now() instanceof ToPlugin.Failed failed) {
            throw new RequestFailed(failed);
        }
    }

    /// Until the host wants us to end, or is gone.
    public void awaitEnd() throws InterruptedException {
        ending.await();
    }

    void listen(LineReader reader) {
        tell(new ToHost.Ready(OptionalInt.empty()));
        // A thread of the system: a virtual one would keep a carrier while it waits for a pipe.
        var thread = new Thread(() -> read(reader), "from jp");
        thread.setDaemon(true);
        thread.start();
    }

    private void read(LineReader reader) {
        try {
            for (var found = reader.next(); found != LineReader.Found.END; found = reader.next()) {
                if (found == LineReader.Found.LINE && !reader.blank()) {
                    take(reader.bytes(), reader.from(), reader.to());
                }
            }
        } catch (IOException e) {
            System.err.println("cannot read from the host: " + e.getMessage());
        } finally {
            gone = true;
            ending.countDown();
            for (var each : pending.values()) {
                each.nothingComes();
            }
        }
    }

    private void take(byte[] bytes, int from, int to) {
        Json json;
        try {
            json = JsonText.parse(bytes, from, to);
        } catch (MalformedJson e) {
            System.err.println("the host said what is no JSON: " + e.what());
            return;
        }
        if (!(json instanceof Json.Obj object)) {
            System.err.println("the host said something that is no object");
            return;
        }
        try {
            take(ToPluginCodec.decode(object), object.text("id").orElse(null));
        } catch (FieldReader.Mistake e) {
            System.err.println("the host said something that we do not understand: " + e.what());
            notUnderstood(object, e);
        }
    }

    /// Whoever asked does not wait for another answer.
    private void notUnderstood(Json.Obj answer, FieldReader.Mistake mistake) {
        var waiting = answer.text("id").map(pending::remove).orElse(null);
        if (waiting != null) {
            var words = "the host's answer is not understood: " + mistake.what();
            waiting.came(new ToPlugin.Failed(
                    RequestErrorCode.INTERNAL, answer.text("type").orElse(""), null, null, words));
        }
    }

    private void take(ToPlugin message, @Nullable String id) {
        switch (message) {
            case ToPlugin.Shutdown() -> ending.countDown();
            case ToPlugin.Happened event -> {
                var listener = listeners.get(event.subId());
                if (listener != null) {
                    listener.happened(event);
                }
            }
            case ToPlugin.Answer answer -> {
                var waiting = id == null ? null : pending.remove(id);
                if (waiting == null) {
                    System.err.println("the host answered what nobody asked");
                } else {
                    waiting.came(answer);
                }
            }
            case ToPlugin.Init _, ToPlugin.WhoAreYou(), ToPlugin.WhatCanYouDo() ->
                System.err.println("the host began twice");
        }
    }

    @Override
    public void close() {
        outbox.flush();
    }
}
