package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/// One text for one value: keys in the order of their UTF-16 units, no space, the escapes of [JsonText], numbers as
/// they were written (`1.0` and `1` are different texts, so neither can be passed off as the other).
final class Canonical {
    private Canonical() {}

    static String text(Json value) {
        return JsonText.text(sorted(value));
    }

    private static Json sorted(Json value) {
        return switch (value) {
            case Json.Obj(var fields) -> {
                var sorted = new LinkedHashMap<String, Json>();
                new TreeMap<>(fields).forEach((name, field) -> sorted.put(name, sorted(field)));
                yield new Json.Obj(sorted);
            }
            case Json.Arr(var items) ->
                new Json.Arr(items.stream().map(Canonical::sorted).toList());
            // It writes itself once, to the peer; what it would say is not known here.
            case Json.Deferred _ -> new Json.Arr(List.of(Json.of("streamed")));
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
        };
    }
}
