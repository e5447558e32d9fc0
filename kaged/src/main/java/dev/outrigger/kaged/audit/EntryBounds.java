package dev.outrigger.kaged.audit;

import dev.outrigger.system.Sha256;
import dev.outrigger.wire.Json;
import java.nio.charset.StandardCharsets;

/// How much of what somebody sent a row keeps, and in which characters.
final class EntryBounds {
    private static final int LONGEST_TEXT = 200;
    private static final int LONGEST_PAYLOAD = 64 << 10;
    private static final int SHOWN_OF_LONGER = 1000;

    private EntryBounds() {}

    /// All but the payload.
    static AuditEntry of(AuditEntry entry) {
        return new AuditEntry(
                entry.kind(),
                entry.time(),
                cut(entry.user(), LONGEST_TEXT),
                cut(entry.project(), LONGEST_TEXT),
                cut(entry.plugin(), LONGEST_TEXT),
                cut(entry.method(), LONGEST_TEXT),
                cut(entry.outcome(), LONGEST_TEXT),
                entry.micros(),
                Json.EMPTY);
    }

    /// Never ends in half a character, nor holds what the table would give back differently: NUL, lone halves.
    static String cut(String text, int longest) {
        int end = text.length() <= longest ? text.length() : longest;
        if (end < text.length() && end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        var cut = text.substring(0, end);
        if (isPlain(cut)) {
            return cut;
        }
        var clean = new StringBuilder();
        cut.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xFFFD : c)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /// A payload too long to keep is told by its size, its checksum and how it begins.
    static String payload(Json payload) {
        var text = CanonicalJson.text(payload);
        if (text.length() <= LONGEST_PAYLOAD) {
            return text;
        }
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return CanonicalJson.text(Json.object()
                .put("too_long", bytes.length)
                .put("sha256", Sha256.of(bytes))
                .put("begins", cut(text, SHOWN_OF_LONGER))
                .build());
    }
}
