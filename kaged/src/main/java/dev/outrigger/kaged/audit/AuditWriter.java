package dev.outrigger.kaged.audit;

/// Where rows go. What a row tells of does not go on without it.
public interface AuditWriter {
    /// Before anything is done that needs a row later: fails when the last row could not be written, and still cannot.
    void admit() throws AuditFailure;

    /// Writes the row and gives its number. When it fails there is no row, and what it tells of must not go on.
    long append(AuditEntry entry) throws AuditFailure;

    /// A line of a plugin's stderr, as long as there are not too many of them.
    void stderr(String plugin, String line) throws AuditFailure;
}
