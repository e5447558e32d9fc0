package dev.outrigger.jp.front;

import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.StoredEvent;
import dev.outrigger.terminal.LiveDisplay;
import dev.outrigger.terminal.LiveMarkdown;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintChannel;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Printer;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What goes on, for a person at a terminal: the answer as it grows, thoughts and tools beside it, and what is waited
/// for. Where only standard error is a terminal, the answer's text goes where it is wanted and the rest is shown.
///
/// Pieces are kept and drawn by a thread of its own, at most thirty times a second and in less than a twentieth of the
/// time: a fast model costs no more than a slow one.
public final class LiveRenderer implements TurnRenderer {
    private static final long FRAME_NANOS = 33_000_000;
    private static final long SPIN_NANOS = 100_000_000;
    /// So many times as long as drawing took, nothing is drawn.
    private static final int REST = 20;
    private static final long LONGEST_REST_NANOS = 1_000_000_000;
    /// They take long because everything is done for the first time.
    private static final int FIRST_FRAMES = 5;

    private final Printer printer;
    private final LiveDisplay live;
    private final HiddenParts hidden;
    private final Optional<LiveMarkdown> drawnAnswer;
    private final PlainAnswer plainAnswer;
    private final Optional<LiveMarkdown> thoughts;
    private final WaitLines waits = new WaitLines();
    private final List<Late> later = new ArrayList<>();

    private Open open = Open.NOTHING;
    /// Whether something stands above that an empty line should part from what comes.
    private boolean above;
    private boolean asides;
    private boolean closed;
    private boolean unpainted;
    private long nextFrame = System.nanoTime();
    private int frames;
    private @Nullable OutputFailed failure;

    private enum Open {
        NOTHING,
        ANSWER,
        THOUGHT
    }

    private interface Late {
        void show() throws OutputFailed;
    }

    public LiveRenderer(Printer printer, Map<String, String> environment, HiddenParts hidden) {
        this.printer = printer;
        this.hidden = hidden;
        this.live = new LiveDisplay(printer, environment);
        this.drawnAnswer = printer.watched(PrintChannel.CONTENT)
                ? Optional.of(live.markdown(PrintChannel.CONTENT, false, ""))
                : Optional.empty();
        this.plainAnswer = new PlainAnswer(printer);
        this.thoughts = printer.watched(PrintChannel.REASONING) && !hidden.reasoning()
                ? Optional.of(live.markdown(PrintChannel.REASONING, true, "┊ "))
                : Optional.empty();
        Thread.ofPlatform().daemon().name("painter").start(this::paint);
    }

    @Override
    public void resized() {
        live.resized();
    }

    @Override
    public synchronized void piece(AnswerPiece piece) throws OutputFailed {
        throwFailure();
        waits.answered();
        switch (piece) {
            case AnswerPiece.Text(var text) -> {
                become(Open.ANSWER);
                if (drawnAnswer.isPresent()) {
                    drawnAnswer.get().add(text);
                } else {
                    plainAnswer.add(text);
                }
            }
            case AnswerPiece.Thought(var text) -> {
                if (thoughts.isPresent()) {
                    become(Open.THOUGHT);
                    thoughts.get().add(text);
                }
            }
            case AnswerPiece.Seal _, AnswerPiece.Call _, AnswerPiece.BadCall _ -> {}
        }
        if (!unpainted) {
            unpainted = true;
            notifyAll();
        }
    }

    private void become(Open next) throws OutputFailed {
        if (open == next && next != Open.NOTHING) {
            return;
        }
        finish();
        live.waiting(List.of());
        if (next != Open.NOTHING) {
            part(next == Open.ANSWER ? PrintChannel.CONTENT : PrintChannel.REASONING);
        }
        open = next;
    }

    /// An empty line between things that have nothing to do with each other, where both are seen.
    private void part(PrintChannel channel) throws OutputFailed {
        if (above && printer.watched(channel)) {
            printer.print(channel, PrintFormat.PLAIN, "", "\n");
        }
        above = true;
    }

    private void finish() throws OutputFailed {
        switch (open) {
            case NOTHING -> {}
            case ANSWER -> {
                if (drawnAnswer.isPresent()) {
                    drawnAnswer.get().end();
                }
                plainAnswer.end();
            }
            case THOUGHT -> {
                if (thoughts.isPresent()) {
                    thoughts.get().end();
                }
            }
        }
        open = Open.NOTHING;
    }

    @Override
    public synchronized void stored(StoredEvent stored) throws OutputFailed {
        throwFailure();
        var event = stored.event();
        if (event instanceof Event.ToolCallRequest) {
            waits.answered();
        }
        if (asides) {
            later.add(() -> show(event));
        } else {
            show(event);
        }
        notifyAll();
    }

    private void show(Event event) throws OutputFailed {
        switch (event) {
            case Event.Message _, Event.Reasoning _ -> finish();
            case Event.Data(var data, Json.Obj _) -> {
                become(Open.NOTHING);
                part(PrintChannel.CONTENT);
                printer.print(PrintChannel.CONTENT, PrintFormat.JSON, "", JsonText.text(data) + "\n");
            }
            case Event.ToolCallRequest call -> tool(PrintChannel.TOOL_CALL, ToolCallText.call(call));
            case Event.ToolCallResponse result -> {
                waits.ended(result.id());
                tool(PrintChannel.TOOL_RESULT, ToolCallText.result(result));
            }
            case Event.TurnStart _,
                    Event.ChatRequest _,
                    Event.InquiryRequest _,
                    Event.InquiryResponse _,
                    Event.ConfigDelta _,
                    Event.Unknown _ -> {}
        }
    }

    private void tool(PrintChannel channel, String text) throws OutputFailed {
        if (hidden.tools() || !printer.shows(channel)) {
            return;
        }
        become(Open.NOTHING);
        if (channel == PrintChannel.TOOL_CALL) {
            part(channel);
        }
        live.dimmed(channel, text);
    }

    @Override
    public synchronized void waiting(Waiting on) throws OutputFailed {
        throwFailure();
        waits.begin(on, System.nanoTime());
        if (!live.moves(PrintChannel.CHROME) && on instanceof Waiting.Retry(var why, int _, var pause)) {
            printer.note(why + "; trying again in " + Math.max(1, pause.toSeconds()) + " s");
        }
        notifyAll();
    }

    @Override
    public <T> T aside(PausedQuestion<T> question) {
        synchronized (this) {
            try {
                become(Open.NOTHING);
            } catch (OutputFailed e) {
                failure = e;
            }
            asides = true;
        }
        try {
            return question.get();
        } finally {
            synchronized (this) {
                asides = false;
                above = true;
                try {
                    for (var each : later) {
                        each.show();
                    }
                } catch (OutputFailed e) {
                    failure = e;
                }
                later.clear();
                notifyAll();
            }
        }
    }

    @Override
    public void close() throws OutputFailed {
        synchronized (this) {
            if (!closed) {
                closed = true;
                waits.nothing();
                notifyAll();
                become(Open.NOTHING);
            }
        }
    }

    private void throwFailure() throws OutputFailed {
        if (failure != null) {
            throw failure;
        }
    }

    private synchronized void paint() {
        try {
            while (!closed) {
                long now = System.nanoTime();
                boolean spinning = waits.any() && open == Open.NOTHING && !asides;
                if ((unpainted || spinning) && now - nextFrame >= 0) {
                    unpainted = false;
                    frame(now, spinning);
                    long end = System.nanoTime();
                    long rest = Math.min(frames++ < FIRST_FRAMES ? 0 : REST * (end - now), LONGEST_REST_NANOS);
                    nextFrame = end + Math.max(spinning ? SPIN_NANOS : FRAME_NANOS, rest);
                } else if (unpainted || spinning) {
                    long left = nextFrame - now;
                    wait(left / 1_000_000, (int) (left % 1_000_000));
                } else {
                    wait();
                }
            }
        } catch (OutputFailed e) {
            failure = e;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void frame(long now, boolean spinning) throws OutputFailed {
        switch (open) {
            case NOTHING -> {
                if (spinning) {
                    live.waiting(waits.lines(now));
                }
            }
            case ANSWER -> {
                if (drawnAnswer.isPresent()) {
                    drawnAnswer.get().draw();
                }
            }
            case THOUGHT -> {
                if (thoughts.isPresent()) {
                    thoughts.get().draw();
                }
            }
        }
    }
}
