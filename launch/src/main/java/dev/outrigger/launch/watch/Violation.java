package dev.outrigger.launch.watch;

import dev.outrigger.system.ReaderRisk;

/// Something that a confined program tried and may not do. `what` is the path, address, name or arguments; `pid` is
/// the host's number of the thread that tried. One that `kills` has ended the sandbox.
/// A plugin chooses `what` it tries: long ones are cut, and nothing in it acts upon who reads it.
public record Violation(Kind kind, String call, String what, long pid, boolean kills) {
    private static final int LONGEST = 1024;

    public Violation {
        what = what.length() > LONGEST ? what.substring(0, LONGEST) + "…" : what;
        what = ReaderRisk.masked(what);
    }

    public enum Kind {
        WRITE,
        EXEC,
        CONNECT,
        LOOKUP,
        CALL,
        READ
    }

    /// One clause for people.
    public String words() {
        var tried = switch (kind) {
            case WRITE -> "to write to " + what;
            case EXEC -> "to run " + what;
            case CONNECT -> "to connect to " + what;
            case LOOKUP -> "to look up the name " + what;
            case CALL -> "a system call that is refused" + (what.isEmpty() ? "" : ", with " + what);
            case READ -> "to read " + what;
        };
        return "it tried " + tried + " (" + call + ", process " + pid + ")";
    }
}
