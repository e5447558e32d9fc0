package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;

/// From stored events to what readers see, on bytes: one pass, no objects, since a long conversation must pass at a
/// third of the speed of `cat`. Everything that is not decoded is copied as it stands.
final class EventRewriter {
    private static final String PREFIX = "{\"type\":\"";

    private final ByteOutput out;
    private final StoredEvents.Discretion discretion;
    /// Up to where the input has been copied.
    private int copied;
    /// Whether something was escaped where it matters, so that the bytes alone do not tell what they mean.
    private boolean escaped;

    EventRewriter(ByteOutput out, StoredEvents.Discretion discretion) {
        this.out = out;
        this.discretion = discretion;
    }

    /// One event of a validated batch, which starts at `from`; returns where it ends.
    int event(byte[] in, int from, int to) {
        if (!JsonBytes.startsWith(PREFIX, in, from, to)) {
            return parsed(in, from, to);
        }
        int nameFrom = from + PREFIX.length();
        int nameTo = JsonBytes.afterString(in, nameFrom - 1) - 1;
        var kind = EventKind.of(in, nameFrom, nameTo);
        if (kind == null && !has(in, nameFrom, nameTo, '\\')) {
            int end = JsonBytes.afterValue(in, from, to);
            out.copy(in, from, end);
            return end;
        }
        if (kind == null || kind == EventKind.INQUIRY_REQUEST || kind == EventKind.CONFIG_DELTA) {
            return parsed(in, from, to);
        }
        int mark = out.size;
        int end = known(kind, in, from, to);
        if (escaped) {
            out.size = mark;
            parsed(in, from, end);
        }
        return end;
    }

    private static boolean has(byte[] in, int from, int to, char wanted) {
        for (int i = from; i < to; i++) {
            if (in[i] == wanted) {
                return true;
            }
        }
        return false;
    }

    /// The long way, for events that somebody else wrote: put into our form first.
    private int parsed(byte[] in, int from, int to) {
        int end = JsonBytes.afterValue(in, from, to);
        Json.Obj event;
        try {
            event = (Json.Obj) JsonText.parse(in, from, end);
        } catch (MalformedJson e) {
            throw new IllegalStateException("an event was no JSON after it had been validated", e);
        }
        var kind = EventKind.of(event.text("type").orElse(""));
        if (kind == null) {
            out.copy(in, from, end);
            return end;
        }
        var shown = switch (kind) {
            case INQUIRY_REQUEST -> InquiryForms.shown(event);
            case CONFIG_DELTA -> discretion.shown(event);
            case TURN_START, CHAT_REQUEST, CHAT_RESPONSE, TOOL_CALL_REQUEST, TOOL_CALL_RESPONSE, INQUIRY_RESPONSE ->
                event;
        };
        var bytes = JsonText.bytes(StoredForm.typeFirst(kind, shown));
        known(kind, bytes, 0, bytes.length);
        return end;
    }

    private int known(EventKind kind, byte[] in, int from, int to) {
        escaped = false;
        copied = from;
        var decoded = switch (kind) {
            case TOOL_CALL_REQUEST -> "arguments";
            case TOOL_CALL_RESPONSE -> "content";
            case TURN_START, CHAT_REQUEST, CHAT_RESPONSE, INQUIRY_REQUEST, INQUIRY_RESPONSE, CONFIG_DELTA -> "metadata";
        };
        int i = JsonBytes.afterSpace(in, from + 1);
        while (in[i] != '}') {
            int keyEnd = JsonBytes.afterString(in, i);
            int value = JsonBytes.afterSpace(in, JsonBytes.afterSpace(in, keyEnd) + 1);
            escaped |= has(in, i, keyEnd, '\\');
            boolean isDecoded = JsonBytes.equal(decoded, in, i + 1, keyEnd - 1)
                    || JsonBytes.equal("metadata", in, i + 1, keyEnd - 1);
            int end = isDecoded ? value(in, value, to) : JsonBytes.afterValue(in, value, to);
            i = JsonBytes.afterSpace(in, afterComma(in, end));
        }
        out.copy(in, copied, i + 1);
        return i + 1;
    }

    private static int afterComma(byte[] in, int at) {
        int i = JsonBytes.afterSpace(in, at);
        return in[i] == ',' ? i + 1 : i;
    }

    /// Decodes every string in this value; past it.
    private int value(byte[] in, int at, int to) {
        byte first = in[at];
        if (first == '"') {
            out.copy(in, copied, at + 1);
            copied = leaf(in, at + 1, to);
            return copied + 1;
        }
        if (first != '{' && first != '[') {
            return JsonBytes.afterValue(in, at, to);
        }
        byte close = (byte) (first == '{' ? '}' : ']');
        int i = JsonBytes.afterSpace(in, at + 1);
        while (in[i] != close) {
            if (first == '{') {
                i = JsonBytes.afterSpace(in, JsonBytes.afterSpace(in, JsonBytes.afterString(in, i)) + 1);
            }
            i = JsonBytes.afterSpace(in, afterComma(in, value(in, i, to)));
        }
        return i + 1;
    }

    /// Decodes the string that starts at `at`, behind its quote; returns where its closing quote is. What was never
    /// encoded is shown as it is.
    private int leaf(byte[] in, int at, int to) {
        int end = Base64Decoder.decode(in, at, to, out);
        if (end < 0) {
            end = JsonBytes.afterString(in, at - 1) - 1;
            escaped |= has(in, at, end, '\\');
            out.copy(in, at, end);
        }
        return end;
    }
}
