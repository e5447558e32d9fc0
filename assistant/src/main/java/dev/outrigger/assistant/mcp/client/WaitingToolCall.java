package dev.outrigger.assistant.mcp.client;

import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcCall;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A tool call, as seen by the thread that waits for it. What the server wants in the meantime (a line shown, a
/// question asked) is done by that thread too, since the one that reads must not wait for people.
final class WaitingToolCall implements CallWaiter {
    private static final int LINES_KEPT = 32;
    private static final int MOST_QUESTIONS = 20;

    private final ToolRun run;
    private final String caller;
    private final Thread thread = Thread.currentThread();
    private final ArrayDeque<String> lines = new ArrayDeque<>();
    private final ArrayDeque<Asked> questions = new ArrayDeque<>();
    private int asked;
    private boolean over;
    private volatile boolean something;
    private volatile @Nullable CallOutcome outcome;
    /// Guarded by this object, as is the call that they are for.
    private int holds;

    private @Nullable RpcCall call;

    /// A question of the server's: exactly one of the two is called.
    interface Asked {
        void answer();

        void refuse();
    }

    /// @param caller on whose behalf it is, by whatever tells callers apart
    WaitingToolCall(ToolRun run, String caller) {
        this.run = run;
        this.caller = caller;
    }

    String caller() {
        return caller;
    }

    ToolRun run() {
        return run;
    }

    /// To the end of this call. An interrupt takes it back.
    CallOutcome outcome(RpcCall call) {
        begin(call);
        boolean interrupted = false;
        while (true) {
            if (something) {
                something = false;
                attend();
            }
            var ended = outcome;
            if (ended != null) {
                outcome = null;
                end();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                return ended;
            }
            LockSupport.park(this);
            if (Thread.interrupted()) {
                interrupted = true;
                call.cancel();
            }
        }
    }

    @Override
    public void ended(CallOutcome outcome) {
        this.outcome = outcome;
        LockSupport.unpark(thread);
    }

    @Override
    public void progress(Json.Obj said) {
        synchronized (lines) {
            if (lines.size() == LINES_KEPT) {
                lines.removeFirst();
            }
            lines.addLast(McpProgress.line(said));
        }
        wake();
    }

    void ask(Asked question) {
        boolean taken;
        synchronized (questions) {
            taken = !over && ++asked <= MOST_QUESTIONS;
            if (taken) {
                questions.add(question);
            }
        }
        if (taken) {
            wake();
        } else {
            question.refuse();
        }
    }

    /// Nobody waits any more.
    void close() {
        synchronized (questions) {
            over = true;
        }
        for (var left = nextQuestion(); left != null; left = nextQuestion()) {
            left.refuse();
        }
    }

    /// No time passes for the call until [#release], also when it is so fresh that nobody has begun to wait for it.
    synchronized void hold() {
        holds++;
        if (call != null) {
            call.hold();
        }
    }

    synchronized void release() {
        holds--;
        if (call != null) {
            call.release();
        }
    }

    private synchronized void begin(RpcCall call) {
        this.call = call;
        for (int i = 0; i < holds; i++) {
            call.hold();
        }
    }

    private synchronized void end() {
        call = null;
    }

    private void wake() {
        something = true;
        LockSupport.unpark(thread);
    }

    private void attend() {
        for (var line = nextLine(); line != null; line = nextLine()) {
            run.progress(line);
        }
        for (var question = nextQuestion(); question != null; question = nextQuestion()) {
            question.answer();
        }
    }

    private @Nullable Asked nextQuestion() {
        synchronized (questions) {
            return questions.pollFirst();
        }
    }

    private @Nullable String nextLine() {
        synchronized (lines) {
            return lines.pollFirst();
        }
    }
}
