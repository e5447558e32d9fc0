package dev.outrigger.terminal.program;

/// Why a command could not do what it was asked: what happened, and what to do about it ("" when there is nothing to
/// add).
public final class Problem extends Exception {
    public static final int FAILED = 1;
    public static final int USAGE = 2;

    private final String what;
    private final String hint;
    private final int exitCode;

    public Problem(String what, String hint) {
        this(what, hint, FAILED);
    }

    public Problem(String what, String hint, int exitCode) {
        super(what);
        this.what = what;
        this.hint = hint;
        this.exitCode = exitCode;
    }

    public String what() {
        return what;
    }

    public String hint() {
        return hint;
    }

    public int exitCode() {
        return exitCode;
    }
}
