package dev.outrigger.kaged.audit;

import org.jspecify.annotations.Nullable;

/// Where rows go. What a row tells of does not go on without it.
public interface AuditWriter {
    /// Before anything is done that needs a row later: fails when the last row could not be written, and still cannot.
    void admit() throws AuditFailure;

    /// Writes the row and gives its number. When it fails there is no row, and what it tells of must not go on.
    long append(AuditEntry entry) throws AuditFailure;

    /// The same for whoever does not wait: the row is written with others that have come together, at the next [#flush]
    /// of anybody, and then told. By whichever thread writes it.
    void queue(AuditEntry entry, Written written);

    /// What was queued before is written, unless another thread is writing: then that one sees to it.
    void flush();

    /// What goes on when a row is written.
    interface Written {
        /// `failure` is why there is no row, and what it tells of must not go on.
        void written(@Nullable AuditFailure failure);
    }

    /// A line of a plugin's stderr, as long as there are not too many of them.
    void stderr(String plugin, String line) throws AuditFailure;
}
