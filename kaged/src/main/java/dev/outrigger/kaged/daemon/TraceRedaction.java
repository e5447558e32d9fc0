package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.service.PipeListener.Direction;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/// Keeps the operator's secrets out of a trace: every value of `system_config` in `initialize`, and the texts among
/// them in any other line, whichever way it goes. Those that the plugin was started with and those of the file by now
/// may differ, so both count.
final class TraceRedaction {
    static final String MARK = "[redacted]";
    private static final String FIELD = "system_config";
    /// What is shorter is everywhere by chance.
    private static final int SHORTEST = 4;

    /// Two threads meet here, one for each direction. The longest first, since one may be a part of another.
    private final Set<String> secrets = new ConcurrentSkipListSet<>(
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    TraceRedaction(Json.Obj systemConfig) {
        hidden(systemConfig);
    }

    String shown(Direction direction, byte[] line) {
        var text = new String(line, StandardCharsets.UTF_8);
        if (direction == Direction.TO_PLUGIN && text.contains(FIELD)) {
            text = greeting(text).map(JsonText::text).orElse(text);
        }
        for (var secret : secrets) {
            text = text.replace(secret, MARK);
        }
        return text;
    }

    private Optional<Json.Obj> greeting(String text) {
        return initialize(text).map(said -> {
            var params = (Json.Obj) said.get("params").orElse(Json.EMPTY);
            return said.with(
                    "params", params.with(FIELD, hidden(params.get(FIELD).orElse(Json.EMPTY))));
        });
    }

    /// An `initialize` with secrets in it.
    private static Optional<Json.Obj> initialize(String text) {
        try {
            return JsonText.parse(text) instanceof Json.Obj said
                            && said.text("method").equals(Optional.of("initialize"))
                            && said.get("params").orElse(Json.EMPTY) instanceof Json.Obj params
                            && params.get(FIELD).isPresent()
                    ? Optional.of(said)
                    : Optional.empty();
        } catch (MalformedJson _) {
            return Optional.empty();
        }
    }

    /// The shape stays, so that one sees what is set.
    private Json hidden(Json value) {
        return switch (value) {
            case Json.Obj(var fields) -> {
                var rest = new LinkedHashMap<String, Json>();
                fields.forEach((name, field) -> rest.put(name, hidden(field)));
                yield new Json.Obj(rest);
            }
            case Json.Arr(var items) -> {
                var rest = new ArrayList<Json>();
                items.forEach(item -> rest.add(hidden(item)));
                yield new Json.Arr(rest);
            }
            case Json.Str(var text) -> {
                var written = JsonText.text(value);
                remember(text);
                remember(written.substring(1, written.length() - 1));
                yield Json.of(MARK);
            }
            case Json.Num _, Json.Bool _, Json.Null _, Json.Deferred _ -> Json.of(MARK);
        };
    }

    private void remember(String secret) {
        if (secret.length() >= SHORTEST && !MARK.contains(secret)) {
            secrets.add(secret);
        }
    }
}
