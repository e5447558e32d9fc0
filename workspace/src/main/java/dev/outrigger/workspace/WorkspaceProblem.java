package dev.outrigger.workspace;

/// Something about a workspace, a file in it or the configuration that a person has to mend. The message says in one
/// line what and where, the hint what to do about it; a hint may be empty.
public final class WorkspaceProblem extends Exception {
    private final String hint;

    public WorkspaceProblem(String message, String hint) {
        super(message);
        this.hint = hint;
    }

    public WorkspaceProblem(String message, String hint, Throwable cause) {
        super(message, cause);
        this.hint = hint;
    }

    /// Never null, unlike what [Throwable] promises.
    public String message() {
        return String.valueOf(getMessage());
    }

    public String hint() {
        return hint;
    }
}
