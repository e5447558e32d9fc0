package dev.outrigger.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;

/// Drains a child's stderr for as long as anyone holds it, hands it on line by line and keeps the last lines. It also
/// takes out what the starting shell says under its token.
final class Stderr implements Runnable {
    private static final int LONGEST_LINE = 4096;
    private static final int LINES_KEPT = 20;

    private final InputStream pipe;
    private final String token;
    private final Listener listener;
    private final byte[] line = new byte[LONGEST_LINE];
    private int length;
    private boolean deaf;

    private final ArrayDeque<String> tail = new ArrayDeque<>(LINES_KEPT);
    private boolean begun;
    private String refusal = "";

    Stderr(InputStream pipe, String token, Listener listener) {
        this.pipe = pipe;
        this.token = token;
        this.listener = listener;
    }

    synchronized List<String> tail() {
        return List.copyOf(tail);
    }

    /// Whether the shell got as far as to try to become the program.
    synchronized boolean begun() {
        return begun;
    }

    /// What the shell said when it could not; empty when it could.
    synchronized String refusal() {
        return refusal;
    }

    @Override
    public void run() {
        var buffer = new byte[16384];
        try {
            for (int n = pipe.read(buffer); n >= 0; n = pipe.read(buffer)) {
                split(buffer, n);
            }
        } catch (IOException e) {
            take("(stderr cannot be read any more: " + e.getMessage() + ")");
        }
        if (length > 0) {
            endLine();
        }
    }

    private void split(byte[] buffer, int n) {
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

    private void append(byte[] buffer, int from, int to) {
        int count = Math.min(to - from, LONGEST_LINE - length);
        System.arraycopy(buffer, from, line, length, count);
        length += count;
    }

    private void endLine() {
        var text = new String(line, 0, length, StandardCharsets.UTF_8);
        length = 0;
        if (text.startsWith(token)) {
            hearShell(text.substring(token.length()));
        } else {
            take(text);
        }
    }

    private synchronized void hearShell(String words) {
        if (words.isEmpty()) {
            begun = true;
        } else if (refusal.isEmpty()) {
            refusal = words;
        }
    }

    private void take(String text) {
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
