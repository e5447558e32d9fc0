package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One answer of a model: asked for, perhaps more than once; shown as it comes; stored part by part as each is whole.
final class ModelAnswer {
    /// With the last part of an answer that broke off.
    private static final Json.Obj INCOMPLETE =
            Json.object().put("incomplete", true).build();

    private final Provider provider;
    private final TurnEvents ledger;
    private final SharedRenderer stage;
    private final RetryBackoff backoff;
    private final Cancellation cancellation;

    ModelAnswer(
            Provider provider,
            TurnEvents ledger,
            SharedRenderer stage,
            RetryBackoff backoff,
            Cancellation cancellation) {
        this.provider = provider;
        this.ledger = ledger;
        this.stage = stage;
        this.backoff = backoff;
        this.cancellation = cancellation;
    }

    /// A stored call, and its result if that is known without running anything.
    record Called(Event.ToolCallRequest request, @Nullable ToolResult settled) {}

    /// @param text of an answer that is to be data, and so neither shown nor stored yet; "" otherwise
    record Answer(List<Called> calls, AnswerFinish finish, String text) {}

    Answer run(ModelCall call, boolean data) throws ProviderProblem, Conversation.StoreProblem {
        for (int attempt = 1; ; attempt++) {
            stage.waiting(new Renderer.Waiting.Model(call.model()));
            var parts = new Parts(data);
            try {
                return parts.answer(stream(call, parts));
            } catch (ProviderProblem e) {
                parts.breakOff();
                var pause = backoff.after(attempt, e);
                // What the user has seen cannot be unsaid: a second answer would be another one.
                if (parts.begun) {
                    throw e.and("What came is stored; another `jp query` goes on from there.");
                }
                if (pause.isEmpty()) {
                    throw e;
                }
                stage.waiting(new Renderer.Waiting.Retry(e.what(), attempt, pause.get()));
                if (cancellation.cancelledWithin(pause.get())) {
                    return new Answer(
                            List.of(), new AnswerFinish(AnswerFinish.Reason.CANCELLED, AnswerFinish.Usage.NONE), "");
                }
            }
        }
    }

    /// A full disk ends the call like a user would.
    private AnswerFinish stream(ModelCall call, Parts parts) throws ProviderProblem {
        try (var _ = cancellation.onCancel(parts.stop::cancel)) {
            return provider.stream(call, parts, parts.stop);
        }
    }

    private final class Parts implements Provider.Pieces {
        private enum Open {
            NOTHING,
            TEXT,
            THOUGHT
        }

        private final boolean data;
        private final Cancellation stop = new Cancellation();
        /// Of the part that is open.
        private final StringBuilder text = new StringBuilder();
        /// Text that is to be data; nothing of it is shown or stored before it is whole and was checked.
        private final StringBuilder withheld = new StringBuilder();

        private final List<Called> calls = new ArrayList<>();
        private Open open = Open.NOTHING;
        private Conversation.@Nullable StoreProblem failure;
        private boolean begun;

        Parts(boolean data) {
            this.data = data;
        }

        @Override
        public void piece(AnswerPiece piece) {
            if (failure != null) {
                return;
            }
            begun = true;
            try {
                take(piece);
            } catch (Conversation.StoreProblem e) {
                failure = e;
                stop.cancel();
            }
        }

        private void take(AnswerPiece piece) throws Conversation.StoreProblem {
            switch (piece) {
                case AnswerPiece.Text(var more) when data -> withheld.append(more);
                case AnswerPiece.Text(var more) -> {
                    become(Open.TEXT);
                    text.append(more);
                    stage.piece(piece);
                }
                case AnswerPiece.Thought(var more) -> {
                    become(Open.THOUGHT);
                    text.append(more);
                    stage.piece(piece);
                }
                case AnswerPiece.Seal(var metadata) -> {
                    become(Open.THOUGHT);
                    close(metadata);
                }
                case AnswerPiece.Call(var id, var tool, var arguments) -> {
                    beforeCall();
                    call(new Event.ToolCallRequest(ledger.freshCall(id), tool, arguments), null);
                }
                case AnswerPiece.BadCall(var id, var tool, var written, var why) -> {
                    beforeCall();
                    call(
                            new Event.ToolCallRequest(
                                    ledger.freshCall(id),
                                    tool,
                                    Json.EMPTY,
                                    Json.object().put("written", written).build()),
                            ToolResult.error("the arguments must be one JSON object: " + why));
                }
            }
        }

        private void call(Event.ToolCallRequest request, @Nullable ToolResult settled)
                throws Conversation.StoreProblem {
            ledger.store(request);
            calls.add(new Called(request, settled));
        }

        private void become(Open next) throws Conversation.StoreProblem {
            if (open != next) {
                close(Json.EMPTY);
                open = next;
            }
        }

        /// What is said on the way to a tool is no data.
        private void beforeCall() throws Conversation.StoreProblem {
            close(Json.EMPTY);
            release(Json.EMPTY);
        }

        private void release(Json.Obj metadata) throws Conversation.StoreProblem {
            if (!withheld.isEmpty()) {
                stage.piece(new AnswerPiece.Text(withheld.toString()));
                ledger.store(new Event.Message(withheld.toString(), metadata));
                withheld.setLength(0);
            }
        }

        private void close(Json.Obj metadata) throws Conversation.StoreProblem {
            var whole = text.toString();
            switch (open) {
                case NOTHING -> {}
                case TEXT -> {
                    if (!whole.isEmpty()) {
                        ledger.store(new Event.Message(whole, metadata));
                    }
                }
                case THOUGHT -> {
                    if (!whole.isEmpty() || !metadata.fields().isEmpty()) {
                        ledger.store(new Event.Reasoning(whole, metadata));
                    }
                }
            }
            text.setLength(0);
            open = Open.NOTHING;
        }

        Answer answer(AnswerFinish finish) throws Conversation.StoreProblem {
            throwFailure();
            if (finish.reason() == AnswerFinish.Reason.CANCELLED) {
                close(INCOMPLETE);
                release(INCOMPLETE);
            } else {
                close(Json.EMPTY);
            }
            return new Answer(calls, finish, withheld.toString());
        }

        /// Keeps what came, and leaves no call without a response.
        void breakOff() throws Conversation.StoreProblem {
            throwFailure();
            close(INCOMPLETE);
            release(INCOMPLETE);
            for (var each : calls) {
                ledger.store(new Event.ToolCallResponse(
                        each.request().id(), "the model's answer broke off, so this call was not made", true));
            }
        }

        private void throwFailure() throws Conversation.StoreProblem {
            if (failure != null) {
                throw failure;
            }
        }
    }
}
