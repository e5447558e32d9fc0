package dev.outrigger.jp.front;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.system.EndingSignals;
import dev.outrigger.terminal.Editor;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import java.time.Duration;

/// Ctrl-C and its like, during a turn. The first cancels it, and what came is stored; the second ends the program at
/// once. While an editor is open, Ctrl-C is a key of the editor.
public final class TurnInterrupts implements AutoCloseable {
    private static final int CTRL_C = 130;
    /// For the terminal to be left as it should be.
    private static final Duration LAST_MOMENT = Duration.ofMillis(300);

    private final Cancellation cancellation;
    private final TurnRenderer watching;
    private final Editor editor;
    private final EndingSignals signals;
    private final EndingSignals resizes;
    private final EndingSignals resumptions;
    private volatile int exitCode = CTRL_C;

    public TurnInterrupts(Cancellation cancellation, TurnRenderer watching, Editor editor, Prompt prompt) {
        this.cancellation = cancellation;
        this.watching = watching;
        this.editor = editor;
        this.signals = EndingSignals.onEnd(this::signal);
        this.resizes = EndingSignals.on("WINCH", watching::resized);
        // after Ctrl-Z and fg, the shell's words stand where the question was
        this.resumptions = EndingSignals.on("CONT", prompt::again);
    }

    /// That of the signal which came first.
    public int exitCode() {
        return exitCode;
    }

    private void signal(int code) {
        if (code == CTRL_C && editor.isOpen()) {
            return;
        }
        if (!cancellation.isCancelled()) {
            exitCode = code;
            cancellation.cancel();
            return;
        }
        var last = Thread.ofPlatform().daemon().start(() -> {
            try {
                watching.close();
            } catch (OutputFailed _) {
                // nobody is left to see it
            }
        });
        try {
            last.join(LAST_MOMENT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        // Not System.exit: its hooks could wait for what is stuck, and everything a tool started dies with us.
        Runtime.getRuntime().halt(code);
    }

    @Override
    public void close() {
        signals.close();
        resizes.close();
        resumptions.close();
    }
}
