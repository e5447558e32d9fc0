package dev.outrigger.assistant.plugin;

/// Hears every line of a call, as it is sent or read; for authors.
public interface CallTrace {
    CallTrace NONE = new CallTrace() {
        @Override
        public boolean wanted() {
            return false;
        }

        @Override
        public void line(boolean toPlugin, String line) {}
    };

    default boolean wanted() {
        return true;
    }

    /// `toPlugin` or from it. May hold anything that the plugin wrote.
    void line(boolean toPlugin, String line);
}
