package dev.outrigger.assistant;

/// A failure in words for people: what happened, and what to do about it, where there is something.
public abstract class AdvisedProblem extends Exception {
    private final String what;
    private final String hint;

    protected AdvisedProblem(String what, String hint) {
        super(what);
        this.what = what;
        this.hint = hint;
    }

    public final String what() {
        return what;
    }

    public final String hint() {
        return hint;
    }
}
