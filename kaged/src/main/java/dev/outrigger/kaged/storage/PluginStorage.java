package dev.outrigger.kaged.storage;

/// What plugins keep through the daemon. A plugin only ever names statements, never where they go: that follows from
/// who asks.
public interface PluginStorage {
    /// A statement that may change things; needs `kaged:storage:write`.
    StatementAnswer exec(String plugin, StatementRequest request) throws StorageFailure;

    /// A statement that only reads; needs `kaged:storage:read`.
    StatementAnswer query(String plugin, StatementRequest request) throws StorageFailure;

    /// Nothing is held for the plugin until its next statement: one at rest takes neither memory nor descriptors.
    void rest(String plugin) throws StorageFailure;

    /// Removes what the plugin kept, for good.
    void purge(String plugin) throws StorageFailure;
}
