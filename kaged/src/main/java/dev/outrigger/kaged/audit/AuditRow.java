package dev.outrigger.kaged.audit;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.system.Sha256;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/// One row of the audit. Its hash is sha256 over the hash before it (32 bytes), its [#line], a newline, and its
/// payload; the line has no newline of its own, so no row can be read as two others.
public record AuditRow(
        long seq,
        long timeMicros,
        String kind,
        String user,
        String project,
        String plugin,
        String method,
        String outcome,
        long durationMicros,
        String payload,
        String hash) {

    /// What the first row of all follows on.
    static final String GENESIS = "0".repeat(64);

    static AuditRow next(long seq, String before, AuditEntry entry, String payload) {
        var row = unbound(seq, entry, payload);
        return row.withHash(row.hashAfter(before));
    }

    /// A row that has no hash yet.
    static AuditRow unbound(long seq, AuditEntry entry, String payload) {
        return new AuditRow(
                seq,
                ChronoUnit.MICROS.between(Instant.EPOCH, entry.time()),
                entry.kind().word(),
                entry.user(),
                entry.project(),
                entry.plugin(),
                entry.method(),
                entry.outcome(),
                entry.micros(),
                payload,
                "");
    }

    String hashAfter(String before) {
        return hash(before, (line() + "\n" + payload).getBytes(StandardCharsets.UTF_8));
    }

    /// `lines` are the line and the payload.
    static String hash(String before, byte[] lines) {
        var digest = Sha256.digest();
        digest.update(HexFormat.of().parseHex(before));
        digest.update(lines);
        return Sha256.hex(digest);
    }

    AuditRow withHash(String hash) {
        return new AuditRow(
                seq, timeMicros, kind, user, project, plugin, method, outcome, durationMicros, payload, hash);
    }

    /// All but payload and hash, as canonical JSON: the keys are in order here. Written without a tree, for every call
    /// waits for its row.
    String line() {
        return JsonText.text((Json.Composed) out -> {
            out.plain("{\"duration_us\":");
            out.plain(Long.toString(durationMicros));
            out.plain(",\"kind\":");
            out.string(kind);
            out.plain(",\"method\":");
            out.string(method);
            out.plain(",\"outcome\":");
            out.string(outcome);
            out.plain(",\"plugin\":");
            out.string(plugin);
            out.plain(",\"project\":");
            out.string(project);
            out.plain(",\"seq\":");
            out.plain(Long.toString(seq));
            out.plain(",\"time_us\":");
            out.plain(Long.toString(timeMicros));
            out.plain(",\"user\":");
            out.string(user);
            out.plain("}");
        });
    }

    static AuditRow of(String line, String payload, String hash) throws MalformedJson, FieldReader.Mistake {
        if (!(JsonText.parse(line) instanceof Json.Obj object)) {
            throw new FieldReader.Mistake("a row is an object");
        }
        var fields = new FieldReader(object);
        return new AuditRow(
                fields.whole("seq", 1, Long.MAX_VALUE),
                fields.whole("time_us", Long.MIN_VALUE, Long.MAX_VALUE),
                fields.text("kind"),
                fields.text("user"),
                fields.text("project"),
                fields.text("plugin"),
                fields.text("method"),
                fields.text("outcome"),
                fields.whole("duration_us", Long.MIN_VALUE, Long.MAX_VALUE),
                payload,
                hash);
    }

    public Instant time() {
        return Instant.EPOCH.plus(timeMicros, ChronoUnit.MICROS);
    }

    /// For programs; what does not apply is left out.
    public Json.Obj json() {
        var object =
                Json.object().put("seq", seq).put("time", time().toString()).put("kind", kind);
        put(object, "user", user);
        put(object, "project", project);
        put(object, "plugin", plugin);
        put(object, "method", method);
        put(object, "outcome", outcome);
        if (durationMicros >= 0) {
            object.put("duration_us", durationMicros);
        }
        return object.put("payload", payloadJson()).put("hash", hash).build();
    }

    private static void put(Json.Builder object, String name, String value) {
        if (!value.isEmpty()) {
            object.put(name, value);
        }
    }

    Json payloadJson() {
        try {
            return JsonText.parse(payload);
        } catch (MalformedJson _) {
            // Somebody changed the row: show what is there; `verify` names it.
            return Json.of(payload);
        }
    }

    /// For people: one line, harmless on a terminal whatever a plugin put into it.
    public String text() {
        var line = new StringBuilder(time().toString()).append("  ").append(kind);
        for (var part : new String[] {plugin, method, outcome}) {
            if (!part.isEmpty()) {
                line.append("  ").append(part);
            }
        }
        if (durationMicros >= 0) {
            line.append("  ")
                    .append(durationMicros / 1000)
                    .append('.')
                    .append("%03d".formatted(durationMicros % 1000))
                    .append(" ms");
        }
        if (!user.isEmpty()) {
            line.append("  user ").append(user);
        }
        if (!project.isEmpty()) {
            line.append("  project ").append(project);
        }
        return harmless(line.append("  ").append(payload));
    }

    private static String harmless(CharSequence text) {
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (acts(c)) {
                shown.append("\\u%04x".formatted(c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean acts(int c) {
        return switch (ReaderRisk.of(c)) {
            case CONTROL, LINE_END, DIRECTION, HIDDEN, JOINER, HALF -> true;
            case NONE, BLANK, UNDEFINED, PRIVATE -> false;
        };
    }
}
