package dev.outrigger.kaged.storage;

import dev.outrigger.wire.Json;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Between JSON and SQLite's five kinds of value:
///
/// - null: NULL; true and false: 1 and 0, for SQLite has no truth of its own;
/// - a whole number within 64 bits: INTEGER; any other number: REAL; a whole number beyond is refused, not rounded;
/// - a string: TEXT;
/// - `{"$blob": "…base64…"}`: BLOB, in both directions.
final class SqlValues {
    private static final String BLOB = "$blob";

    private SqlValues() {}

    static void bind(PreparedStatement statement, int place, Json value, int longest)
            throws SQLException, StorageFailure {
        switch (value) {
            case Json.Null _ -> statement.setObject(place, null);
            case Json.Bool truth -> statement.setLong(place, truth == Json.Bool.TRUE ? 1 : 0);
            case Json.Num(var text) -> number(statement, place, text);
            case Json.Str(var text) -> {
                if (text.length() > longest) {
                    throw tooLong(place, text.length(), longest);
                }
                if (text.indexOf(0) >= 0) {
                    throw wrong(place, "a string with a NUL character, at which SQLite would cut it: send a blob");
                }
                statement.setString(place, text);
            }
            case Json.Obj(var fields) -> {
                byte[] bytes = blob(fields, place);
                if (bytes.length > longest) {
                    throw tooLong(place, bytes.length, longest);
                }
                statement.setBytes(place, bytes);
            }
            case Json.Arr _, Json.Deferred _ ->
                throw wrong(place, "an array; values are null, true, false, numbers, strings and {\"$blob\": base64}");
        }
    }

    private static void number(PreparedStatement statement, int place, String text)
            throws SQLException, StorageFailure {
        if (text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'))) {
            try {
                statement.setLong(place, Long.parseLong(text));
            } catch (NumberFormatException _) {
                throw wrong(place, "a whole number beyond 64 bits: send it as a string");
            }
            return;
        }
        double number = Double.parseDouble(text);
        if (!Double.isFinite(number)) {
            throw wrong(place, "a number that is too large");
        }
        statement.setDouble(place, number);
    }

    private static byte[] blob(Map<String, Json> fields, int place) throws StorageFailure {
        if (fields.size() == 1 && fields.get(BLOB) instanceof Json.Str(var text)) {
            try {
                return Base64.getDecoder().decode(text);
            } catch (IllegalArgumentException _) {
                throw wrong(place, "a $blob that is not base64");
            }
        }
        throw wrong(place, "an object; only {\"$blob\": base64} is a value");
    }

    static Json json(@Nullable Object value, String column) throws StorageFailure {
        return switch (value) {
            case null -> Json.Null.NULL;
            case Integer number -> Json.of(number.longValue());
            case Long number -> Json.of(number);
            case Double number -> {
                if (!Double.isFinite(number)) {
                    throw new StorageFailure(
                            StorageFailure.Kind.WRONG,
                            "column `" + column + "` has an infinite number, which JSON cannot say");
                }
                yield new Json.Num(number.toString());
            }
            case byte[] bytes ->
                Json.object()
                        .put(BLOB, Base64.getEncoder().encodeToString(bytes))
                        .build();
            default -> Json.of(value.toString());
        };
    }

    /// About what it takes on the wire and in memory.
    static long weight(@Nullable Object value) {
        return switch (value) {
            case byte[] bytes -> 16 + bytes.length * 4L / 3;
            case String text -> 4 + text.length();
            case null, default -> 8;
        };
    }

    private static StorageFailure wrong(int place, String what) {
        return new StorageFailure(StorageFailure.Kind.WRONG, "parameter " + place + " is " + what);
    }

    private static StorageFailure tooLong(int place, int length, int longest) {
        return new StorageFailure(
                StorageFailure.Kind.LIMIT,
                "parameter " + place + " has " + length + " bytes; " + longest + " are allowed");
    }
}
