package dev.outrigger.hosting.live;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.Cancellation;
import dev.outrigger.assistant.Turn;
import dev.outrigger.assistant.approval.ApprovalMemory;
import dev.outrigger.assistant.approval.AskingApprover;
import dev.outrigger.hosting.context.RunLog;
import dev.outrigger.hosting.turn.PreparedTurn;
import dev.outrigger.hosting.turn.StoredConversation;
import dev.outrigger.hosting.turn.ToolChoice;
import dev.outrigger.hosting.turn.TurnJson;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.ToHost.Query;
import dev.outrigger.wire.event.Event;
import dev.outrigger.workspace.conversations.Conversations;
import dev.outrigger.workspace.conversations.HeldConversation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One turn that a plugin has asked for, from its start to its end.
final class PluginQuery {
    /// Puts a turn together: model, tools and all that the settings say of the conversation.
    interface Preparation {
        PreparedTurn of(PreparedTurn.Wishes wishes) throws Problem, OutputFailed;
    }

    private final Query query;
    private final HeldConversation held;
    /// Whether the lock stays with whoever gave it.
    private final boolean borrowed;
    private final LiveTurn turn;
    private final QuestionBoard board;
    private final ApprovalMemory memory;
    private final RunLog log;
    private final Cancellation cancellation = new Cancellation();
    private @Nullable Thread thread;
    private boolean over;

    PluginQuery(
            Query query,
            HeldConversation held,
            boolean borrowed,
            LiveTurn turn,
            QuestionBoard board,
            ApprovalMemory memory,
            RunLog log) {
        this.query = query;
        this.held = held;
        this.borrowed = borrowed;
        this.turn = turn;
        this.board = board;
        this.memory = memory;
        this.log = log;
    }

    HeldConversation held() {
        return held;
    }

    boolean borrowed() {
        return borrowed;
    }

    LiveTurn turn() {
        return turn;
    }

    QuestionBoard board() {
        return board;
    }

    /// Runs it on a thread of its own.
    ///
    /// @param ending is given what there is to say of the end, when all is stored
    synchronized void start(Conversations conversations, Preparation preparation, Ending ending) {
        if (over || thread != null) {
            return;
        }
        thread = Thread.ofPlatform()
                .daemon()
                .name("query in " + query.conversation())
                .start(() -> ending.over(run(conversations, preparation)));
    }

    interface Ending {
        void over(Json.Obj complete);
    }

    private Json.Obj run(Conversations conversations, Preparation preparation) {
        long began = System.nanoTime();
        var model = query.model() == null ? "" : query.model();
        Turn.Outcome outcome;
        try (var prepared = preparation.of(wishes())) {
            model = prepared.model().name();
            var front = new PreparedTurn.Front(turn, new AskingApprover(board, memory), board);
            outcome = prepared.run(request(), front, new StoredConversation(conversations, held), cancellation);
        } catch (Problem e) {
            outcome = new Turn.Outcome.Failed(e.what(), e.hint(), AnswerFinish.Usage.NONE);
        } catch (OutputFailed e) {
            outcome = new Turn.Outcome.Failed("the terminal is gone: " + e.getMessage(), "", AnswerFinish.Usage.NONE);
        } catch (RuntimeException e) {
            log.bug("while running a query in " + query.conversation(), e);
            outcome = new Turn.Outcome.Failed("jp itself failed; its log says why", "", AnswerFinish.Usage.NONE);
        }
        return TurnJson.complete(outcome, "message", query.conversation(), model, System.nanoTime() - began);
    }

    private PreparedTurn.Wishes wishes() {
        var tools = query.tools() == null
                ? ToolChoice.ALL
                : query.tools().isEmpty()
                        ? new ToolChoice(List.of(), List.of("*"))
                        : new ToolChoice(query.tools(), List.of());
        return new PreparedTurn.Wishes(query.model() == null ? "" : query.model(), List.of(), "", tools);
    }

    private Event.ChatRequest request() {
        return new Event.ChatRequest(
                query.content(), Optional.ofNullable(query.schema()), query.attachments(), Json.EMPTY);
    }

    void cancel() {
        cancellation.cancel();
    }

    /// Once it is over it is never started.
    synchronized void over() {
        over = true;
        notifyAll();
    }

    /// Waits until it is over; at once for one that never began.
    synchronized void awaitEnd() {
        boolean interrupted = false;
        while (thread != null && !over) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        over = true;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
