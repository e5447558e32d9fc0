package dev.outrigger.launch.watch;

/// Who hears of violations. Called on a thread of the watcher's own, one after the other, after the fact: a plugin
/// that is killed for one is dead already, or dies now.
public interface ViolationListener {
    void seen(Violation violation);

    /// When all is over: how many more there were, which were not told one by one.
    default void untold(long count) {}

    /// The plugin runs, but what it does cannot be seen. Told once.
    default void blind(String why) {}
}
