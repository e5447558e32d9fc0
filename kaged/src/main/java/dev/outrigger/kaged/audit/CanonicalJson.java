package dev.outrigger.kaged.audit;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.JsonWriter;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/// One text for one value: keys in the order of their UTF-16 units, no space, the escapes of [JsonText], numbers as
/// they were written (`1.0` and `1` are different texts, so neither can be passed off as the other).
final class CanonicalJson {
    private CanonicalJson() {}

    static String text(Json value) {
        return JsonText.text((Json.Composed) out -> write(value, out));
    }

    private static void write(Json value, JsonWriter out) throws IOException {
        switch (value) {
            case Json.Obj(var fields) -> {
                var names = fields.keySet().toArray(String[]::new);
                Arrays.sort(names);
                var before = "{";
                for (var name : names) {
                    out.plain(before);
                    out.string(name);
                    out.plain(":");
                    write(Objects.requireNonNull(fields.get(name)), out);
                    before = ",";
                }
                out.plain(names.length == 0 ? "{}" : "}");
            }
            case Json.Arr(var items) -> {
                var before = "[";
                for (var item : items) {
                    out.plain(before);
                    write(item, out);
                    before = ",";
                }
                out.plain(items.isEmpty() ? "[]" : "]");
            }
            // It writes itself once, to the peer; what it would say is not known here.
            case Json.Deferred _ -> out.plain("[\"streamed\"]");
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> out.value(value);
        }
    }
}
