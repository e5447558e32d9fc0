package dev.outrigger.launch.sandbox;

/// Why something will not be run in a sandbox. The message is one line for people: what, where, what to do.
public final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean missing;

    Refused(String message) {
        this(message, false);
    }

    private Refused(String message, boolean missing) {
        super(message, null, false, false);
        this.missing = missing;
    }

    /// For want of a program that somebody may still install.
    static Refused missing(String message) {
        return new Refused(message, true);
    }

    /// Whether it may be otherwise tomorrow, without a change of what was declared.
    public boolean isMissing() {
        return missing;
    }
}
