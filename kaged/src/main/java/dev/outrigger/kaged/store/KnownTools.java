package dev.outrigger.kaged.store;

import dev.outrigger.system.Sha256;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The tools of an MCP server, by their names: as the operator agreed to them, and as the server defined them last.
///
/// @param era how the server wanted to be spoken to; empty before its first start
public record KnownTools(String era, Map<String, Json.Obj> agreed, Map<String, Json.Obj> seen) {
    public static final KnownTools NONE = new KnownTools("", Map.of(), Map.of());

    public KnownTools {
        agreed = Collections.unmodifiableMap(new LinkedHashMap<>(agreed));
        seen = Collections.unmodifiableMap(new LinkedHashMap<>(seen));
    }

    public enum Standing {
        /// As it was agreed to.
        OFFERED,
        /// Not there when the others were agreed to.
        NEW,
        /// Defined otherwise than it was agreed to.
        CHANGED,
        /// Agreed to, and no longer there.
        GONE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean waits() {
            return switch (this) {
                case NEW, CHANGED -> true;
                case OFFERED, GONE -> false;
            };
        }
    }

    public record Tool(String name, Standing standing, Json.Obj definition, Optional<Json.Obj> before) {}

    /// Before the first start: what is found then counts as agreed to.
    public boolean isFirst() {
        return era.isEmpty();
    }

    /// As the server says it now.
    public KnownTools seen(String era, Map<String, Json.Obj> seen) {
        return new KnownTools(era, isFirst() ? seen : agreed, seen);
    }

    public KnownTools agreedToAll() {
        return new KnownTools(era, seen, seen);
    }

    public boolean isOffered(String name) {
        var now = seen.get(name);
        return now != null && now.equals(agreed.get(name));
    }

    /// In the server's order; at the end what it no longer has.
    public List<Tool> tools() {
        var tools = new ArrayList<Tool>();
        seen.forEach((name, now) -> {
            var before = Optional.ofNullable(agreed.get(name));
            var standing =
                    before.isEmpty() ? Standing.NEW : before.get().equals(now) ? Standing.OFFERED : Standing.CHANGED;
            tools.add(new Tool(name, standing, now, standing == Standing.CHANGED ? before : Optional.empty()));
        });
        agreed.forEach((name, before) -> {
            if (!seen.containsKey(name)) {
                tools.add(new Tool(name, Standing.GONE, before, Optional.empty()));
            }
        });
        return tools;
    }

    public List<String> waiting() {
        return tools().stream()
                .filter(tool -> tool.standing().waits())
                .map(Tool::name)
                .toList();
    }

    /// Of what the server defines: whoever agrees to it names this.
    public String digest() {
        return Sha256.of(JsonText.text(new Json.Obj(new TreeMap<>(seen))));
    }

    Json.Obj json() {
        return Json.object()
                .put("era", era)
                .put("agreed", new Json.Arr(List.copyOf(agreed.values())))
                .put("seen", new Json.Arr(List.copyOf(seen.values())))
                .build();
    }

    /// What [#json] wrote. Each definition has its tool's name.
    static KnownTools of(Json.Obj said) throws FieldReader.Mistake {
        var fields = new FieldReader(said);
        return new KnownTools(fields.text("era"), named(said, "agreed"), named(said, "seen"));
    }

    private static Map<String, Json.Obj> named(Json.Obj said, String list) throws FieldReader.Mistake {
        if (!(said.fields().get(list) instanceof Json.Arr(var items))) {
            throw new FieldReader.Mistake("`" + list + "` must be a list");
        }
        var named = new LinkedHashMap<String, Json.Obj>();
        for (var item : items) {
            if (!(item instanceof Json.Obj definition)) {
                throw new FieldReader.Mistake("`" + list + "` must be a list of objects");
            }
            named.put(new FieldReader(definition).text("name"), definition);
        }
        return named;
    }
}
