package dev.outrigger.workspace.settings;

/// Where a value may come from, the weakest first.
public enum SettingsLayer {
    DEFAULTS("built in", false),
    USER("your configuration", false),
    WORKSPACE("the workspace", true),
    FOLDER("a folder of the workspace", true),
    USER_WORKSPACE("your configuration for this workspace", false),
    ENVIRONMENT("the environment", false),
    CONVERSATION("the conversation", true),
    OPTION("--cfg", false);

    private final String words;
    private final boolean cameAlong;

    SettingsLayer(String words, boolean cameAlong) {
        this.words = words;
        this.cameAlong = cameAlong;
    }

    /// What it is called in a sentence.
    public String words() {
        return words;
    }

    /// Whether it comes with a workspace, perhaps a stranger's: [WorkspaceKeyRule] then decides key by key.
    public boolean cameAlong() {
        return cameAlong;
    }

    /// Whether a mistake in it ends the command: the user typed it just now. In files it is a warning.
    boolean strict() {
        return this == ENVIRONMENT || this == OPTION;
    }
}
