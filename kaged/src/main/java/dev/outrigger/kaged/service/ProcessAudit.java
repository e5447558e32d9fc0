package dev.outrigger.kaged.service;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.wire.Json;

/// What the audit keeps of a plugin's process beside its calls. Where it cannot, the log says so, and the process goes
/// on: nobody waits for these rows.
final class ProcessAudit {
    private final String plugin;
    private final DaemonServices grounds;

    ProcessAudit(String plugin, DaemonServices grounds) {
        this.plugin = plugin;
        this.grounds = grounds;
    }

    void stderr(String line) {
        noted(() -> grounds.audit().stderr(plugin, line));
    }

    /// What it tried and may not.
    void violation(String kind, Json.Obj what) {
        append(AuditEntry.Kind.VIOLATION, kind, what);
    }

    void life(String event, Json.Obj what) {
        append(AuditEntry.Kind.LIFE, event, what);
    }

    private void append(AuditEntry.Kind kind, String event, Json.Obj what) {
        noted(() ->
                grounds.audit().append(AuditEntry.event(kind, grounds.clock().instant(), "", plugin, event, what)));
    }

    private interface Row {
        void write() throws AuditFailure;
    }

    private void noted(Row row) {
        try {
            row.write();
        } catch (AuditFailure e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
    }
}
