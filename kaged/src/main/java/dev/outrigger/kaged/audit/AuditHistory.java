package dev.outrigger.kaged.audit;

import java.util.List;

/// What happened, as the rows tell it, and whether they are still what was written: for whoever operates the daemon.
public interface AuditHistory {
    List<AuditRow> rows(AuditFilter filter) throws AuditFailure;

    /// Walks the chain, and holds it against rows that were noted elsewhere.
    AnchorComparison compare(List<AuditAnchor> anchors) throws AuditFailure;

    /// The last row so far, to be noted elsewhere.
    AuditAnchor anchor() throws AuditFailure;

    /// Removes the oldest whole days (of UTC), all but the last `days`, and gives the number of rows removed. A chain
    /// that does not verify is left alone: it is evidence.
    long retain(int days) throws AuditFailure;

    default ChainVerdict verify() throws AuditFailure {
        return compare(List.of()).verdict();
    }
}
