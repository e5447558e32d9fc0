package dev.outrigger.kaged.audit;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/// The last row of an audit as somebody noted it elsewhere: in a mail, in a repository, on paper. The chain has no
/// secret, so whoever can write to the audit's files can make it anew from any row on; a row that is known elsewhere is
/// what they cannot change. `audit` tells which daemon's audit it was, `time` is the row's own, for people.
public record AuditAnchor(String audit, long seq, String hash, Instant time) {
    /// How many an audit is held against at once: one a day for 27 years.
    public static final int MOST = 10_000;

    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern SHAPE =
            Pattern.compile("kaged-audit ([0-9a-f]{16}) row ([1-9][0-9]{0,17}) (\\S{1,40}) sha256 ([0-9a-f]{64})");

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /// One line, as it is kept; [#of] reads it back.
    public String text() {
        return "kaged-audit " + audit + " row " + seq + " " + time + " sha256 " + hash;
    }

    public Json.Obj json() {
        return Json.object()
                .put("audit", audit)
                .put("seq", seq)
                .put("time", time.toString())
                .put("hash", hash)
                .put("anchor", text())
                .build();
    }

    /// Either form, as `kaged audit anchor` prints them; nothing for any other text. What is read in one way only is
    /// never taken for something else.
    public static Optional<AuditAnchor> of(String line) {
        var text = line.strip();
        try {
            return text.startsWith("{") ? ofJson(text) : ofText(text);
        } catch (MalformedJson | FieldReader.Mistake | DateTimeParseException _) {
            // Whoever asked names the line: it is in their file.
            return Optional.empty();
        }
    }

    private static Optional<AuditAnchor> ofText(String text) {
        var match = SHAPE.matcher(text);
        return match.matches()
                ? Optional.of(new AuditAnchor(
                        match.group(1), Long.parseLong(match.group(2)), match.group(4), Instant.parse(match.group(3))))
                : Optional.empty();
    }

    private static Optional<AuditAnchor> ofJson(String text) throws MalformedJson, FieldReader.Mistake {
        if (!(JsonText.parse(text) instanceof Json.Obj object)) {
            return Optional.empty();
        }
        var fields = new FieldReader(object);
        var anchor = new AuditAnchor(
                fields.text("audit"),
                fields.whole("seq", 1, 999_999_999_999_999_999L),
                fields.text("hash"),
                Instant.parse(fields.text("time")));
        return isId(anchor.audit) && HASH.matcher(anchor.hash).matches() ? Optional.of(anchor) : Optional.empty();
    }
}
