package dev.outrigger.jp.front;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.Turn;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.TurnJson;
import dev.outrigger.terminal.LiveDisplay;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.ConversationId;
import java.util.ArrayList;

/// What is said when a turn is over: to people in a line, to programs as `query_complete`; and the exit code.
public final class TurnEnding {
    private static final String WAY_OUT = "begin a new conversation (`jp query -n`), or attach less.";

    private final JpContext context;
    private final String model;
    private final ConversationId conversation;
    private final long began = System.nanoTime();

    public TurnEnding(JpContext context, String model, ConversationId conversation) {
        this.context = context;
        this.model = model;
        this.conversation = conversation;
    }

    /// Says it, once.
    ///
    /// @param interrupted the exit code of a turn that was cancelled
    /// @param unchosen how the model came to be this one, where nobody chose it; "" otherwise
    public int tell(Turn.Outcome outcome, StoredAnswer heard, int interrupted, String unchosen)
            throws Problem, OutputFailed {
        if (context.json() && !(outcome instanceof Turn.Outcome.Unwatched)) {
            context.printer()
                    .result(TurnJson.complete(outcome, "error", conversation, model, System.nanoTime() - began));
        }
        return switch (outcome) {
            case Turn.Outcome.Done(var reason, var usage) -> {
                switch (reason) {
                    case LENGTH ->
                        say(
                                heard.answer()
                                        ? "The answer was cut off at its longest length (assistant.model.parameters.max_tokens)."
                                        : "There was no room for an answer: the model's window may be full, or"
                                                + " assistant.model.parameters.max_tokens too low; " + WAY_OUT);
                    case REFUSED -> say("The provider did not let the model finish this answer.");
                    case DONE, TOOLS, CANCELLED -> {
                        if (!heard.answer()) {
                            say("The model said nothing. If it was sent much, its window may be full; " + WAY_OUT);
                        }
                    }
                }
                footer(usage, unchosen);
                yield 0;
            }
            case Turn.Outcome.Cancelled _ -> {
                say(heard.anything() ? "interrupted; what came is stored" : "interrupted");
                yield interrupted;
            }
            case Turn.Outcome.Failed(var what, var hint, var _) -> throw new Problem(what, hint);
            case Turn.Outcome.Unwatched(var why, var _) -> {
                if (why instanceof OutputFailed failed) {
                    if (heard.anything()) {
                        // It is stored: whoever tries again must know that it was asked.
                        context.done();
                    }
                    throw failed;
                }
                throw new IllegalStateException(why);
            }
        };
    }

    private void say(String line) throws OutputFailed {
        if (!context.json()) {
            context.printer().note(line);
        }
    }

    private void footer(AnswerFinish.Usage usage, String unchosen) throws OutputFailed {
        if (!context.printer().watched(PrintChannel.CHROME)) {
            return;
        }
        var parts = new ArrayList<String>();
        parts.add(VisibleText.name(model));
        if (usage.input() + usage.output() > 0) {
            parts.add(usage.input() + " tokens in, " + usage.output() + " out");
        }
        parts.add(TurnJson.seconds(System.nanoTime() - began) + " s");
        parts.add(conversation.toString());
        var live = new LiveDisplay(context.printer(), context.environment());
        live.dimmed(PrintChannel.CHROME, "\n" + String.join(" · ", parts));
        if (!unchosen.isEmpty()) {
            live.dimmed(PrintChannel.CHROME, unchosen);
        }
    }
}
