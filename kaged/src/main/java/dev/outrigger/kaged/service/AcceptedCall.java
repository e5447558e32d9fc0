package dev.outrigger.kaged.service;

/// A call that was taken on.
@FunctionalInterface
public interface AcceptedCall {
    /// The call ends at once, and the plugin is told. Does nothing when it has ended.
    void takeBack();
}
