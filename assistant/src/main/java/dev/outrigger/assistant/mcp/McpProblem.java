package dev.outrigger.assistant.mcp;

import java.util.List;
import java.util.Locale;

/// Why a server did not do what it was asked. The message is one clause for people and for the model.
final class McpProblem extends Exception {
    enum Code {
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

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Code code;
    private final String what;
    private final List<String> stderr;

    McpProblem(Code code, String what, List<String> stderr) {
        super(what, null, false, false);
        this.code = code;
        this.what = what;
        this.stderr = List.copyOf(stderr);
    }

    McpProblem(Code code, String what) {
        this(code, what, List.of());
    }

    Code code() {
        return code;
    }

    String what() {
        return what;
    }

    /// The last lines that the server wrote there, oldest first.
    List<String> stderr() {
        return stderr;
    }

    /// With the last of stderr, which often says why.
    String words() {
        int from = Math.max(0, stderr.size() - 5);
        return stderr.isEmpty()
                ? what
                : what + "; its stderr ends with: " + String.join(" / ", stderr.subList(from, stderr.size()));
    }
}
