package dev.outrigger.workspace.conversations;

/// Who holds a lock, for people. `since` and `command` are empty when the holder left no word (a script with flock(1)).
public record LockHolder(long pid, String since, String command) {
    private static final int CLOCK_FROM = 11;
    private static final int CLOCK_TO = 16;

    /// `locked by jp query, pid 4711, since 10:02`, the clock being the writer's.
    @Override
    public String toString() {
        var text = new StringBuilder("locked by ");
        if (!command.isEmpty()) {
            text.append(command).append(", ");
        }
        text.append("pid ").append(pid);
        if (since.length() >= CLOCK_TO) {
            text.append(", since ").append(since, CLOCK_FROM, CLOCK_TO);
        }
        return text.toString();
    }
}
