package dev.outrigger.launch;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// Drains a child's stderr for as long as anyone holds it. It also takes out what the starting shell says
/// under its token.
final class StderrDrain implements Runnable {
    private final InputStream pipe;
    private final String token;
    private final StderrTail said;

    private boolean begun;
    private String refusal = "";

    StderrDrain(InputStream pipe, String token, ProgramListener listener) {
        this.pipe = pipe;
        this.token = token;
        this.said = new StderrTail(listener, this::isShell);
    }

    List<String> tail() {
        return said.tail();
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
                said.feed(buffer, n);
            }
        } catch (IOException e) {
            said.take("(stderr cannot be read any more: " + e.getMessage() + ")");
        }
        said.finish();
    }

    private synchronized boolean isShell(String line) {
        if (!line.startsWith(token)) {
            return false;
        }
        var words = line.substring(token.length());
        if (words.isEmpty()) {
            begun = true;
        } else if (refusal.isEmpty()) {
            refusal = words;
        }
        return true;
    }
}
