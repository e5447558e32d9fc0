package dev.outrigger.hosting.live;

import dev.outrigger.assistant.approval.ApprovalMemory;
import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.turn.PreparedTurn;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.wire.command.ToHost.Query;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.HeldConversation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The turns that a plugin has running, at most one in each conversation.
public final class PluginQueries {
    /// Puts turns together.
    public interface TurnMaker {
        PreparedTurn of(ConversationId conversation, PreparedTurn.Wishes wishes) throws Problem, OutputFailed;
    }

    private final Conversations conversations;
    private final Subscriptions subscriptions;
    private final TurnMaker maker;
    private final RespondRules rules;
    private final int most;
    private final RunLog log;
    private final Map<ConversationId, PluginQuery> running = new HashMap<>();
    /// What was approved for good holds in its conversation, and as long as this host runs.
    private final Map<ConversationId, ApprovalMemory> memories = new HashMap<>();

    public PluginQueries(
            Conversations conversations,
            Subscriptions subscriptions,
            TurnMaker maker,
            RespondRules rules,
            int most,
            RunLog log) {
        this.conversations = conversations;
        this.subscriptions = subscriptions;
        this.maker = maker;
        this.rules = rules;
        this.most = most;
        this.log = log;
    }

    synchronized Optional<PluginQuery> in(ConversationId conversation) {
        return Optional.ofNullable(running.get(conversation));
    }

    synchronized boolean isFull() {
        return running.size() >= most;
    }

    /// Takes its place; it begins when what is returned is run.
    ///
    /// @param borrowed whether the lock stays with whoever gave it
    synchronized Runnable add(Query query, HeldConversation held, boolean borrowed) {
        var conversation = query.conversation();
        var turn = new LiveTurn(subscriptions.audience(conversation));
        var board = new QuestionBoard(turn, () -> subscriptions.of(conversation), rules);
        var memory = memories.computeIfAbsent(conversation, _ -> ApprovalMemory.ofThisRun());
        var added = new PluginQuery(query, held, borrowed, turn, board, memory, log);
        running.put(conversation, added);
        subscriptions.own(conversation).begin(turn);
        return () -> added.start(
                conversations,
                wishes -> maker.of(conversation, wishes),
                complete -> ended(conversation, added, complete));
    }

    /// Whoever hears of the end may ask for the next turn at once: so it is heard last.
    private void ended(ConversationId conversation, PluginQuery query, Json.Obj complete) {
        synchronized (this) {
            running.remove(conversation);
            if (!query.borrowed()) {
                release(query);
            }
            query.turn().end(complete);
        }
        query.over();
    }

    private void release(PluginQuery query) {
        try {
            query.held().close();
        } catch (IOException e) {
            // The kernel gives it back when jp ends at the latest.
            log.add(
                    LogLevel.WARN,
                    "jp",
                    "the lock of " + query.held().id() + " was not given back cleanly: " + e.getMessage());
        }
    }

    /// Cancels all, and waits until what came of them is stored.
    void end() {
        List<PluginQuery> all;
        synchronized (this) {
            all = new ArrayList<>(running.values());
        }
        all.forEach(PluginQuery::cancel);
        for (var each : all) {
            each.awaitEnd();
            if (!each.borrowed()) {
                // Of one that never began.
                release(each);
            }
        }
    }
}
