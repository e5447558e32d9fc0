package dev.outrigger.hosting.live;

import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.RequestErrorCode;
import dev.outrigger.wire.command.ToHost.CancelQuery;
import dev.outrigger.wire.command.ToHost.Query;
import dev.outrigger.wire.command.ToHost.Respond;
import dev.outrigger.wire.command.ToHost.Subscribe;
import dev.outrigger.wire.command.ToHost.SubscribeToList;
import dev.outrigger.wire.command.ToHost.Unsubscribe;
import dev.outrigger.wire.command.ToHostType;
import dev.outrigger.wire.command.ToPlugin;
import dev.outrigger.wire.command.ToPlugin.Failed;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.HeldConversation;
import dev.outrigger.workspace.conversations.PushedBatch;
import dev.outrigger.workspace.conversations.StoreRefusal;
import dev.outrigger.workspace.conversations.StoredEvents;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The part of a plugin's desk that goes on by itself: subscriptions, turns, and answers to what these ask. For one
/// request at a time.
public final class LiveDesk implements AutoCloseable {
    private static final Set<String> EVENTS = Set.of(
            "turn_start",
            "chat_request",
            "chat_response",
            "tool_call_request",
            "tool_call_response",
            "inquiry_request",
            "inquiry_response",
            "config_delta",
            "compaction",
            "activity",
            "answered",
            "query_complete");
    private static final Set<String> LIST_EVENTS = Set.of(ListSubscription.CHANGED, ListSubscription.REMOVED);

    private final Conversations conversations;
    private final StoredEvents.Discretion discretion;
    private final Subscriptions subscriptions;
    private final PluginQueries queries;
    private final RunLog log;
    private volatile boolean ending;

    public LiveDesk(
            Conversations conversations,
            StoredEvents.Discretion discretion,
            Subscriptions subscriptions,
            PluginQueries queries,
            RunLog log) {
        this.conversations = conversations;
        this.discretion = discretion;
        this.subscriptions = subscriptions;
        this.queries = queries;
        this.log = log;
    }

    public DeskReply subscribe(Subscribe ask) throws StoreRefusal, IOException {
        var unfit = unfit(ask.subId(), ask.events(), EVENTS);
        if (unfit.isPresent()) {
            return DeskReply.of(unfit.get());
        }
        var id = ask.conversation();
        var tail = conversations.follow(id, -1, discretion);
        long stored = tail.count();
        if (ask.after().orElse(0) > stored) {
            tail.close();
            return refused(
                    RequestErrorCode.INVALID_REQUEST,
                    ask.subId(),
                    "field `after` must be at most " + stored + ", the number of events that there are");
        }
        if (ask.after().isPresent()) {
            tail.close();
            tail = conversations.follow(id, ask.after().getAsLong(), discretion);
        }
        var subscription = new ConversationSubscription(
                ask.subId(), id, ask.events(), ask.respond(), conversations, tail, stored, subscriptions.own(id));
        subscriptions.add(subscription);
        return new DeskReply(new ToPlugin.Subscribed(ask.subId(), tail.count()), () -> begin(subscription));
    }

    private void begin(ConversationSubscription subscription) {
        try {
            subscription.join();
        } catch (IOException e) {
            log.add(LogLevel.WARN, "jp", "not known whether " + subscription.conversation() + " is locked: " + e);
        }
        subscriptions.begin(subscription);
    }

    public DeskReply subscribe(SubscribeToList ask) throws IOException {
        var unfit = unfit(ask.subId(), ask.events(), LIST_EVENTS);
        if (unfit.isPresent()) {
            return DeskReply.of(unfit.get());
        }
        var subscription = new ListSubscription(ask.subId(), ask.events(), conversations);
        subscriptions.add(subscription);
        return new DeskReply(new ToPlugin.Subscribed(ask.subId(), null), () -> subscriptions.begin(subscription));
    }

    private Optional<Failed> unfit(String subId, @Nullable List<String> events, Set<String> known) {
        if (subscriptions.find(subId).isPresent()) {
            return Optional.of(failed(
                    RequestErrorCode.INVALID_REQUEST,
                    ToHostType.SUBSCRIBE,
                    null,
                    subId,
                    "field `sub_id` names a subscription that there is already"));
        }
        for (var event : events == null ? List.<String>of() : events) {
            if (!known.contains(event)) {
                return Optional.of(failed(
                        RequestErrorCode.INVALID_REQUEST,
                        ToHostType.SUBSCRIBE,
                        null,
                        subId,
                        "field `events` names " + Excerpt.of(event) + ", which is no event here"));
            }
        }
        return Optional.empty();
    }

    private static DeskReply refused(RequestErrorCode code, String subId, String message) {
        return DeskReply.of(failed(code, ToHostType.SUBSCRIBE, null, subId, message));
    }

    public ToPlugin.Answer unsubscribe(Unsubscribe ask) throws IOException {
        return subscriptions.remove(ask.subId())
                ? new ToPlugin.Unsubscribed(ask.subId())
                : failed(
                        RequestErrorCode.NO_SUBSCRIPTION,
                        ToHostType.UNSUBSCRIBE,
                        null,
                        ask.subId(),
                        "no such subscription: " + Excerpt.of(ask.subId()));
    }

    /// Begins a turn.
    ///
    /// @param held the plugin's own lock of the conversation; null when it has none
    public DeskReply query(Query ask, @Nullable HeldConversation held) throws StoreRefusal, IOException {
        var refusal = refusal(ask);
        if (refusal.isPresent()) {
            return DeskReply.of(refusal.get());
        }
        var lock = held == null ? conversations.lock(ask.conversation()) : held;
        return new DeskReply(new ToPlugin.QueryStarted(ask.conversation()), queries.add(ask, lock, held != null));
    }

    private Optional<Failed> refusal(Query ask) {
        if (subscriptions.of(ask.conversation()).isEmpty()) {
            return refusal(ask, RequestErrorCode.NO_SUBSCRIPTION, "send `subscribe` for this conversation first");
        }
        if (isBusy(ask.conversation())) {
            return refusal(ask, RequestErrorCode.BUSY, "a query is running in this conversation");
        }
        if (queries.isFull()) {
            return refusal(
                    ask,
                    RequestErrorCode.BUSY,
                    "as many queries are running as there may be, see plugins.queries_at_once");
        }
        if (ask.content().isBlank() && ask.attachments().isEmpty()) {
            return refusal(ask, RequestErrorCode.INVALID_REQUEST, "field `content` asks nothing");
        }
        return ask.schema() != null
                        && Schema.of(ask.schema()).check(Json.Null.NULL) instanceof Schema.Verdict.Unusable(var why)
                ? refusal(ask, RequestErrorCode.INVALID_REQUEST, "field `schema` cannot be used: " + why)
                : Optional.empty();
    }

    private static Optional<Failed> refusal(Query ask, RequestErrorCode code, String message) {
        return Optional.of(failed(code, ToHostType.QUERY, ask.conversation(), null, message));
    }

    public ToPlugin.Answer cancel(CancelQuery ask) {
        var query = queries.in(ask.conversation());
        query.ifPresent(PluginQuery::cancel);
        return query.isPresent()
                ? new ToPlugin.QueryCancelled(ask.conversation())
                : failed(
                        RequestErrorCode.NOT_RUNNING,
                        ToHostType.CANCEL_QUERY,
                        ask.conversation(),
                        null,
                        "no query is running in this conversation");
    }

    /// Nothing when it counts.
    public Optional<Failed> respond(Respond said) {
        var subscription = subscriptions.find(said.subId()).orElse(null);
        if (!(subscription instanceof ConversationSubscription one)) {
            return Optional.of(failed(
                    RequestErrorCode.NO_SUBSCRIPTION,
                    ToHostType.RESPOND,
                    null,
                    said.subId(),
                    "no such subscription: " + Excerpt.of(said.subId())));
        }
        if (!one.responds()) {
            return Optional.of(failed(
                    RequestErrorCode.INVALID_REQUEST,
                    ToHostType.RESPOND,
                    one.conversation(),
                    said.subId(),
                    "this subscription said that it does not respond"));
        }
        var refusal = queries.in(one.conversation())
                .map(query -> query.board().take(said))
                .orElseGet(() ->
                        Optional.of(new QuestionBoard.Refusal(RequestErrorCode.NOT_OPEN, "no question is open there")));
        return refusal.map(
                why -> failed(why.code(), ToHostType.RESPOND, one.conversation(), said.subId(), why.message()));
    }

    /// Whether a turn is running there.
    public boolean isBusy(ConversationId conversation) {
        return queries.in(conversation).isPresent();
    }

    /// The lock of the turn that is running there.
    public Optional<HeldConversation> held(ConversationId conversation) {
        return queries.in(conversation).map(PluginQuery::held);
    }

    /// Stores events of the plugin's own.
    public PushedBatch push(HeldConversation lock, List<Json.Obj> events) throws StoreRefusal, IOException {
        var batch = subscriptions.own(lock.id()).push(() -> lock.push(events, Instant.now()));
        subscriptions.touch(lock.id());
        return batch;
    }

    /// The plugin has taken the lock, or given it back.
    public void held(ConversationId conversation, boolean here) {
        subscriptions.own(conversation).held(here);
    }

    public long waitingBytes() {
        return subscriptions.waitingBytes();
    }

    private static Failed failed(
            RequestErrorCode code,
            ToHostType request,
            @Nullable ConversationId conversation,
            @Nullable String subId,
            String message) {
        return new Failed(
                code,
                request.word(),
                conversation == null ? null : conversation.digits(),
                subId == null ? null : Excerpt.of(subId),
                message);
    }

    /// Ends what is running, and stores what came of it.
    @Override
    public void close() {
        ending = true;
        queries.end();
        subscriptions.close();
        ending = false;
    }

    /// Whether turns are being brought to their end.
    public boolean isEnding() {
        return ending;
    }
}
