package dev.outrigger.wire.rpc;

import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The members of one line that JSON-RPC knows, and what they make together. All others are ignored.
public final class RpcEnvelope implements JsonText.Members {
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    /// Of a line whose inside is left out: more than any message has.
    private static final int MOST_MEMBERS = 1000;

    private static final int LONGEST_HEAD = 64;
    private static final Pattern ANSWER = Pattern.compile("\\{\\s*\"(?:jsonrpc|id|result|error)\"\\s*:");

    private @Nullable Json version;
    private @Nullable Json id;
    private @Nullable Json method;
    private @Nullable Json params;
    private @Nullable Json result;
    private @Nullable Json error;

    private RpcEnvelope() {}

    @Override
    public void member(String name, Json value) {
        switch (name) {
            case "jsonrpc" -> version = value;
            case "id" -> id = value;
            case "method" -> method = value;
            case "params" -> params = value;
            case "result" -> result = value;
            case "error" -> error = value;
            default -> {}
        }
    }

    /// From a peer that we trust not to say too much.
    public static DecodedLine decode(byte[] bytes, int from, int to) {
        return decode(bytes, from, to, Integer.MAX_VALUE);
    }

    /// Of at most so many values.
    static DecodedLine decode(byte[] bytes, int from, int to, int mostValues) {
        var envelope = new RpcEnvelope();
        try {
            if (isArray(bytes, from, to)) {
                JsonText.parse(bytes, from, to, mostValues);
                return unfit(Json.Null.NULL, "batches are not taken: one object per line");
            }
            JsonText.members(bytes, from, to, mostValues, envelope);
        } catch (MalformedJson e) {
            return broken(bytes, from, to, e);
        }
        return envelope.message();
    }

    /// A line that is no JSON as we take it. When it is an answer but for what is inside of one of its members (nested
    /// too deep, say), whoever waits for it shall know: there will be no other.
    private static DecodedLine broken(byte[] bytes, int from, int to, MalformedJson broken) {
        var why = broken.what();
        var envelope = new RpcEnvelope();
        var flat = flat(bytes, from, to);
        try {
            JsonText.members(flat, 0, flat.length, MOST_MEMBERS, envelope);
        } catch (MalformedJson _) {
            return new DecodedLine.Stray(why);
        }
        var id = envelope.id;
        if (id == null || !isId(id) || !envelope.isVersion2()) {
            return new DecodedLine.Stray(why);
        }
        if (broken.isTooLarge()) {
            return envelope.tooLarge(id, why);
        }
        boolean isAnswer = envelope.method == null && (envelope.result != null || envelope.error != null);
        return isAnswer ? new DecodedLine.BadAnswer(id, why, RpcErrorCode.INTERNAL_ERROR) : new DecodedLine.Stray(why);
    }

    /// With `null` in place of each array and object inside of the outermost one.
    private static byte[] flat(byte[] bytes, int from, int to) {
        var flat = new ByteArrayOutputStream();
        int depth = 0;
        boolean quoted = false;
        for (int at = from; at < to; at++) {
            byte b = bytes[at];
            int above = depth;
            if (quoted && b == '\\') {
                if (depth <= 1) {
                    flat.write(b);
                }
                at++;
                b = at < to ? bytes[at] : (byte) ' ';
            } else if (b == '"') {
                quoted = !quoted;
            } else if (!quoted && (b == '{' || b == '[')) {
                depth++;
            } else if (!quoted && (b == '}' || b == ']')) {
                depth--;
            }
            if (above == 1 && depth == 2) {
                flat.writeBytes(NULL);
            } else if (above <= 1 && depth <= 1) {
                flat.write(b);
            }
        }
        return flat.toByteArray();
    }

    /// What became of a line that is longer than we read: as far as its beginning tells whose it is, somebody
    /// shall know. Nothing is known of its rest.
    static DecodedLine cutOff(byte[] bytes, int from, int to, int limit) {
        var envelope = new RpcEnvelope();
        var why = "longer than " + limit + " bytes";
        try {
            JsonText.members(bytes, from, to, MOST_MEMBERS, envelope);
        } catch (MalformedJson _) {
            // It was cut off, so it does not end as it should.
        }
        var id = envelope.id;
        if (id == null && envelope.method == null && beginsAsAnswer(bytes, from, to)) {
            // One that says last whose it is.
            return new DecodedLine.BadAnswer(Json.Null.NULL, why, RpcErrorCode.PAYLOAD_TOO_LARGE);
        }
        if (id == null || !isId(id) || !envelope.isVersion2()) {
            return new DecodedLine.Stray(why);
        }
        return envelope.tooLarge(id, why);
    }

    /// By its first word: a line of a log is an object, too, and is nobody's answer.
    private static boolean beginsAsAnswer(byte[] bytes, int from, int to) {
        var head = new String(bytes, from, Math.min(to - from, LONGEST_HEAD), StandardCharsets.ISO_8859_1);
        return ANSWER.matcher(head).lookingAt();
    }

    private DecodedLine tooLarge(Json id, String why) {
        return method == null
                ? new DecodedLine.BadAnswer(id, why, RpcErrorCode.PAYLOAD_TOO_LARGE)
                : new DecodedLine.Unfit(new RpcMessage.Failure(
                        id, RpcErrorCode.PAYLOAD_TOO_LARGE.error("the request is too large: " + why)));
    }

    private DecodedLine message() {
        if (method != null) {
            return called(method);
        }
        if (result == null && error == null) {
            return isVersion2() && id != null && isId(id)
                    ? new DecodedLine.BadAnswer(
                            id, "neither `method`, `result` nor `error` in it", RpcErrorCode.INTERNAL_ERROR)
                    : new DecodedLine.Stray("neither `method`, `result` nor `error` in it");
        }
        return answer();
    }

    private DecodedLine called(Json method) {
        if (id != null && !isId(id)) {
            return unfit(Json.Null.NULL, "`id` must be a string or a number");
        }
        var to = id == null ? Json.Null.NULL : id;
        if (!isVersion2()) {
            return unfit(to, "`jsonrpc` must be \"2.0\"");
        }
        if (!(method instanceof Json.Str(var name)) || name.isEmpty()) {
            return unfit(to, "`method` must be a string, and not empty");
        }
        if (params != null && !(params instanceof Json.Obj || params instanceof Json.Arr)) {
            return unfit(to, "`params` must be an object or an array");
        }
        if (result != null || error != null) {
            return unfit(to, "`method` and an answer in one object");
        }
        return new DecodedLine.Said(
                id == null ? new RpcMessage.Notification(name, params) : new RpcMessage.Request(id, name, params));
    }

    private DecodedLine answer() {
        if (!isVersion2()) {
            return id != null && isId(id) && !isZero(id)
                    ? new DecodedLine.BadAnswer(id, "`jsonrpc` must be \"2.0\"", RpcErrorCode.INTERNAL_ERROR)
                    : new DecodedLine.Stray("`jsonrpc` must be \"2.0\"");
        }
        if (id == null || id == Json.Null.NULL || isZero(id)) {
            return new DecodedLine.ToNobody(
                    error == null ? "a result" : "the error " + Excerpt.of(JsonText.text(error)));
        }
        if (!isId(id)) {
            return new DecodedLine.Stray("the `id` of an answer must be that of a call");
        }
        if (result != null) {
            return error == null
                    ? new DecodedLine.Said(new RpcMessage.Result(id, result))
                    : new DecodedLine.BadAnswer(id, "`result` and `error` in one answer", RpcErrorCode.INTERNAL_ERROR);
        }
        return failure(id, error);
    }

    private static DecodedLine failure(Json id, @Nullable Json error) {
        if (!(error instanceof Json.Obj(var fields))) {
            return new DecodedLine.BadAnswer(id, "`error` must be an object", RpcErrorCode.INTERNAL_ERROR);
        }
        if (!(fields.get("code") instanceof Json.Num(var code)) || !isInt(code)) {
            return new DecodedLine.BadAnswer(
                    id, "`error.code` must be a whole number of 32 bits", RpcErrorCode.INTERNAL_ERROR);
        }
        if (!(fields.get("message") instanceof Json.Str(var message))) {
            return new DecodedLine.BadAnswer(id, "`error.message` must be a string", RpcErrorCode.INTERNAL_ERROR);
        }
        return new DecodedLine.Said(
                new RpcMessage.Failure(id, new RpcError(Integer.parseInt(code), message, fields.get("data"))));
    }

    private static DecodedLine unfit(Json id, String why) {
        return new DecodedLine.Unfit(new RpcMessage.Failure(id, RpcErrorCode.INVALID_REQUEST.error(why)));
    }

    private boolean isVersion2() {
        return version instanceof Json.Str(var text) && text.equals("2.0");
    }

    private static boolean isId(Json id) {
        return id instanceof Json.Str || id instanceof Json.Num;
    }

    private static boolean isZero(Json id) {
        return id instanceof Json.Num(var text) && (text.equals("0") || text.equals("-0"));
    }

    /// The number of one of our own calls, or 0: we write them as plain digits, and so they come back.
    static long ours(Json id) {
        if (!(id instanceof Json.Num(var text)) || text.length() > 18) {
            return 0;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private static boolean isInt(String number) {
        try {
            Integer.parseInt(number);
            return true;
        } catch (NumberFormatException _) {
            // A fraction, an exponent, or too large: none of them is a code.
            return false;
        }
    }

    private static boolean isArray(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at < to && bytes[at] == '[';
    }
}
