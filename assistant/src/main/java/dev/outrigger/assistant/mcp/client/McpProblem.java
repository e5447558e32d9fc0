package dev.outrigger.assistant.mcp.client;

import java.util.List;
import java.util.Locale;

/// Why a server did not do what it was asked. The message is one clause for people and for the model.
public final class McpProblem extends Exception {
    public enum Code {
        NOT_STARTED,
        /// It ended while it was needed.
        CRASHED,
        TIMEOUT,
        CANCELLED,
        /// It answered with an error of the protocol.
        REFUSED,
        /// What it said makes no sense.
        MALFORMED,
        /// The tool is another than the one that was offered, and approved.
        CHANGED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// Each is cut as well: what a model reads in a failure is a few hundred characters, and a conversation keeps it.
    private static final int STDERR_LINES = 5;

    private final Code code;
    private final String what;
    private final List<String> stderr;

    public McpProblem(Code code, String what, List<String> stderr) {
        super(what, null, false, false);
        this.code = code;
        this.what = what;
        this.stderr = List.copyOf(stderr.subList(Math.max(0, stderr.size() - STDERR_LINES), stderr.size()));
    }

    public McpProblem(Code code, String what) {
        this(code, what, List.of());
    }

    public Code code() {
        return code;
    }

    public String what() {
        return what;
    }

    /// The last few lines that the server wrote there, oldest first.
    public List<String> stderr() {
        return stderr;
    }

    /// With the last of stderr, which often says why.
    public String words() {
        return stderr.isEmpty() ? what : what + "; its stderr ends with: " + String.join(" / ", stderr);
    }
}
