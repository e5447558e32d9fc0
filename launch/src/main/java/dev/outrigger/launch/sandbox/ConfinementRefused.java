package dev.outrigger.launch.sandbox;

/// Why something will not be run in a sandbox. The message is one line for people: what, where, what to do.
public final class ConfinementRefused extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean missing;

    ConfinementRefused(String message) {
        this(message, false);
    }

    private ConfinementRefused(String message, boolean missing) {
        super(message, null, false, false);
        this.missing = missing;
    }

    /// For want of a program that somebody may still install.
    static ConfinementRefused missing(String message) {
        return new ConfinementRefused(message, true);
    }

    /// Whether it may be otherwise tomorrow, without a change of what was declared.
    public boolean isMissing() {
        return missing;
    }
}
