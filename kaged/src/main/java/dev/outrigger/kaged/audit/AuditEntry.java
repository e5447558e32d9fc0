package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import java.time.Instant;
import java.util.Locale;

/// What happened, before it is a row. What does not apply is an empty text; a negative duration is none. The payload
/// is redacted by whoever knows what is sensitive in it ([Redaction]): the audit stores what it is given.
public record AuditEntry(
        Kind kind,
        Instant time,
        String user,
        String project,
        String plugin,
        String method,
        String outcome,
        long micros,
        Json payload) {

    public enum Kind {
        /// A call of a plugin's method.
        CALL,
        /// Started, ready, crashed, stopped, failed, enabled …
        LIFE,
        /// A plugin tried what it may not.
        VIOLATION,
        /// An operator's word on an installation.
        INSTALL,
        /// A line of a plugin's stderr, or how many were dropped.
        STDERR,
        /// The daemon itself: started, stopped, died; and a clock that went back.
        DAEMON,
        /// A recorded trace was played to a plugin. What was called then is of this kind, too, never a `call`.
        REPLAY,
        /// Older rows were removed by retention; names the last of them, from which the chain goes on.
        CHECKPOINT,
        /// About the audit itself: a lost tail, a head that differs.
        NOTE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Kind of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /// `event` is what the row is found by: `started`, `crashed`, `accepted` …
    public static AuditEntry event(Kind kind, Instant time, String user, String plugin, String event, Json payload) {
        return new AuditEntry(kind, time, user, "", plugin, event, "", -1, payload);
    }
}
