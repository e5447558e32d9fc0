package dev.outrigger.launch;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// What a program writes to stderr, in lines: handed on, and the last ones kept. One thread feeds it, any may
/// ask.
public final class StderrTail {
    private static final int LONGEST_LINE = 4096;
    private static final int USUAL_LINE = 128;
    private static final int LINES_KEPT = 20;

    private final ProgramListener listener;
    private final Predicate<String> notTheProgram;
    private byte[] line = new byte[USUAL_LINE];
    private int length;
    private boolean deaf;

    private final ArrayDeque<String> tail = new ArrayDeque<>();

    public StderrTail(ProgramListener listener) {
        this(listener, _ -> false);
    }

    /// Lines that `notTheProgram` takes for itself are neither handed on nor kept.
    StderrTail(ProgramListener listener, Predicate<String> notTheProgram) {
        this.listener = listener;
        this.notTheProgram = notTheProgram;
    }

    /// The last 20 lines, oldest first.
    public synchronized List<String> tail() {
        return List.copyOf(tail);
    }

    public void feed(byte[] buffer, int n) {
        int from = 0;
        for (int i = 0; i < n; i++) {
            if (buffer[i] == '\n') {
                append(buffer, from, i);
                endLine();
                from = i + 1;
            }
        }
        append(buffer, from, n);
    }

    /// No more comes: a last line may lack its newline.
    public void finish() {
        if (length > 0) {
            endLine();
        }
    }

    private void append(byte[] buffer, int from, int to) {
        int count = Math.min(to - from, LONGEST_LINE - length);
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.min(LONGEST_LINE, 2 * (length + count)));
        }
        System.arraycopy(buffer, from, line, length, count);
        length += count;
    }

    private void endLine() {
        var text = new String(line, 0, length, StandardCharsets.UTF_8);
        length = 0;
        if (!notTheProgram.test(text)) {
            take(text);
        }
    }

    void take(String text) {
        synchronized (this) {
            if (tail.size() == LINES_KEPT) {
                tail.removeFirst();
            }
            tail.addLast(text);
        }
        if (deaf) {
            return;
        }
        try {
            listener.stderr(text);
        } catch (RuntimeException e) {
            // The program must not stand still because the listener has a fault.
            deaf = true;
            var thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
