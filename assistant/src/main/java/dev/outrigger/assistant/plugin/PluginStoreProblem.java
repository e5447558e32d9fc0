package dev.outrigger.assistant.plugin;

/// Why installed tool plugins cannot be used or changed: what happened, and what to do about it.
public final class PluginStoreProblem extends Exception {
    private final String what;
    private final String hint;

    PluginStoreProblem(String what, String hint) {
        super(what);
        this.what = what;
        this.hint = hint;
    }

    public String what() {
        return what;
    }

    public String hint() {
        return hint;
    }
}
