package dev.outrigger.hosting.context;

import dev.outrigger.workspace.WorkspaceProblem;

/// Why a command could not do what it was asked: what happened, and what to do about it ("" when there is nothing to
/// add).
public final class Problem extends Exception {
    private final String what;
    private final String hint;
    private final int exitCode;

    public Problem(String what, String hint) {
        this(what, hint, 1);
    }

    public Problem(String what, String hint, int exitCode) {
        super(what);
        this.what = what;
        this.hint = hint;
        this.exitCode = exitCode;
    }

    public Problem(WorkspaceProblem problem) {
        this(String.valueOf(problem.getMessage()), problem.hint());
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
