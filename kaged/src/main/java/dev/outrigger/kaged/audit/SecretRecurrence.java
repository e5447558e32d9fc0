package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.TreeSet;

/// Finds sensitive values again, wherever else in a call they stand: in another parameter, or sent back in the result.
///
/// As they are, or as JSON writes them; in texts, names and numbers, also within longer ones. Not when they were
/// encoded otherwise or cut in pieces: nobody could tell.
final class SecretRecurrence {
    /// What is shorter is everywhere by chance, so nobody can tell where it is meant.
    private static final int SHORTEST = 4;
    /// A caller must not be able to make the audit search for ever.
    private static final int MOST = 64;

    private final Set<String> values =
            new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
    private boolean anyShort;
    private boolean tooMany;

    /// A value that was taken out, with everything in it.
    void add(Json value) {
        switch (value) {
            case Json.Obj(var fields) -> fields.values().forEach(this::add);
            case Json.Arr(var items) -> items.forEach(this::add);
            case Json.Str(var text) -> {
                add(text);
                var written = JsonText.text(value);
                add(written.substring(1, written.length() - 1));
            }
            case Json.Num(var digits) -> add(digits);
            case Json.Deferred _ -> tooMany = true;
            // One of two, which says nothing about where else it stands.
            case Json.Bool _, Json.Null _ -> {}
        }
    }

    private void add(String value) {
        if (value.length() >= SHORTEST) {
            tooMany |= values.size() >= MOST && !values.contains(value);
            if (!tooMany) {
                values.add(value);
            }
        } else {
            anyShort |= !value.isEmpty();
        }
    }

    /// Whether there are some that cannot be found again.
    boolean missesAny() {
        return anyShort || tooMany;
    }

    /// The value without them; none of it when there are too many to look for.
    Json takenOutOf(Json value) {
        if (tooMany) {
            return Redaction.MARK;
        }
        return values.isEmpty() ? value : without(value);
    }

    private Json without(Json value) {
        return switch (value) {
            case Json.Obj(var fields) -> {
                var kept = LinkedHashMap.<String, Json>newLinkedHashMap(fields.size());
                fields.forEach((name, field) -> kept.put(without(name), without(field)));
                yield new Json.Obj(kept);
            }
            case Json.Arr(var items) -> {
                var kept = new ArrayList<Json>(items.size());
                items.forEach(item -> kept.add(without(item)));
                yield new Json.Arr(kept);
            }
            case Json.Str(var text) -> {
                var rest = without(text);
                yield rest.equals(text) ? value : Json.of(rest);
            }
            case Json.Num(var digits) -> values.stream().anyMatch(digits::contains) ? Redaction.MARK : value;
            case Json.Deferred _ -> Redaction.MARK;
            case Json.Bool _, Json.Null _ -> value;
        };
    }

    private String without(String text) {
        var rest = text;
        for (var each : values) {
            rest = rest.replace(each, Redaction.MARK.value());
        }
        return rest;
    }
}
