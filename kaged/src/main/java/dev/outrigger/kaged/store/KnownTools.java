package dev.outrigger.kaged.store;

import dev.outrigger.system.Sha256;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The tools of an MCP server: the definitions that the operator agreed to, and those that the server had last, by the
/// run that it has for each project, or "" for its only one. A definition may have the folder of its project in it.
///
/// @param era how the server wanted to be spoken to; empty before its first start
/// @param agreed of one tool there may be several, each of another run
public record KnownTools(String era, Set<Json.Obj> agreed, Map<String, Map<String, Json.Obj>> seen) {
    public static final KnownTools NONE = new KnownTools("", Set.of(), Map.of());
    /// What is known of more runs than these, or takes more than that, is forgotten, the longest unchanged first: then
    /// it is asked about again.
    private static final int MOST_RUNS = 32;

    private static final int MOST_BYTES = 12 << 20;

    public KnownTools {
        agreed = Collections.unmodifiableSet(new LinkedHashSet<>(agreed));
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

    public boolean isKnown(String run) {
        return seen.containsKey(run);
    }

    /// As the server says it now, in one of its runs.
    public KnownTools seen(String run, String era, Map<String, Json.Obj> now) {
        if (this.era.equals(era) && now.equals(seen.get(run))) {
            return this;
        }
        var all = new LinkedHashMap<>(seen);
        all.remove(run);
        all.put(run, Collections.unmodifiableMap(new LinkedHashMap<>(now)));
        forgetOldest(all);
        return new KnownTools(era, isFirst() ? new LinkedHashSet<>(now.values()) : agreed, all);
    }

    private static void forgetOldest(Map<String, Map<String, Json.Obj>> all) {
        while (all.size() > 1 && (all.size() > MOST_RUNS || bytes(all.values()) > MOST_BYTES)) {
            all.remove(all.keySet().iterator().next());
        }
    }

    private static long bytes(Collection<Map<String, Json.Obj>> runs) {
        long bytes = 0;
        for (var run : runs) {
            for (var definition : run.values()) {
                bytes += JsonText.bytes(definition).length;
            }
        }
        return bytes;
    }

    /// To all that the server defines in this run. What other runs have, and was agreed to, stays so; what none has any
    /// more does not.
    public KnownTools agreedToAll(String run) {
        var all = new LinkedHashSet<Json.Obj>();
        seen.values()
                .forEach(definitions ->
                        definitions.values().stream().filter(agreed::contains).forEach(all::add));
        all.addAll(of(run).values());
        return new KnownTools(era, all, seen);
    }

    public boolean isOffered(Json.Obj definition) {
        return agreed.contains(definition);
    }

    /// What may be called in some run, for whoever completes words.
    public List<Json.Obj> offered() {
        return seen.values().stream()
                .flatMap(run -> run.values().stream())
                .filter(agreed::contains)
                .distinct()
                .toList();
    }

    private Map<String, Json.Obj> of(String run) {
        return seen.getOrDefault(run, Map.of());
    }

    private Optional<Json.Obj> before(String name) {
        return agreed.stream().filter(each -> name(each).equals(name)).findFirst();
    }

    private static String name(Json.Obj definition) {
        return definition.text("name").orElse("");
    }

    /// In the server's order; at the end what no run has any longer.
    public List<Tool> tools(String run) {
        var tools = new ArrayList<Tool>();
        of(run).forEach((name, now) -> {
            var before = before(name);
            var standing = agreed.contains(now) ? Standing.OFFERED : before.isEmpty() ? Standing.NEW : Standing.CHANGED;
            tools.add(new Tool(name, standing, now, standing == Standing.CHANGED ? before : Optional.empty()));
        });
        for (var before : agreed) {
            if (seen.values().stream().noneMatch(each -> each.containsKey(name(before)))) {
                tools.add(new Tool(name(before), Standing.GONE, before, Optional.empty()));
            }
        }
        return tools;
    }

    public List<String> waiting(String run) {
        return tools(run).stream()
                .filter(tool -> tool.standing().waits())
                .map(Tool::name)
                .toList();
    }

    /// Of what the server defines in this run: whoever agrees to it names this.
    public String digest(String run) {
        return Sha256.of(JsonText.text(new Json.Obj(new TreeMap<>(of(run)))));
    }

    Json.Obj json() {
        var runs = Json.object();
        seen.forEach((run, definitions) -> runs.put(run, new Json.Arr(List.copyOf(definitions.values()))));
        return Json.object()
                .put("era", era)
                .put("agreed", new Json.Arr(List.copyOf(agreed)))
                .put("seen", runs.build())
                .build();
    }

    /// What [#json] wrote. Each definition has its tool's name.
    static KnownTools of(Json.Obj said) throws FieldReader.Mistake {
        var fields = new FieldReader(said);
        var seen = new LinkedHashMap<String, Map<String, Json.Obj>>();
        for (var run : fields.object("seen").fields().entrySet()) {
            seen.put(run.getKey(), named(run.getValue(), "seen"));
        }
        var agreed = new LinkedHashSet<Json.Obj>();
        if (!(said.fields().get("agreed") instanceof Json.Arr(var items))) {
            throw new FieldReader.Mistake("`agreed` must be a list");
        }
        for (var item : items) {
            agreed.add(definition(item, "agreed"));
        }
        return new KnownTools(fields.text("era"), agreed, seen);
    }

    private static Map<String, Json.Obj> named(Json said, String list) throws FieldReader.Mistake {
        if (!(said instanceof Json.Arr(var items))) {
            throw new FieldReader.Mistake("`" + list + "` must have a list for each run");
        }
        var named = new LinkedHashMap<String, Json.Obj>();
        for (var item : items) {
            var definition = definition(item, list);
            named.put(name(definition), definition);
        }
        return named;
    }

    private static Json.Obj definition(Json item, String list) throws FieldReader.Mistake {
        if (!(item instanceof Json.Obj definition)) {
            throw new FieldReader.Mistake("`" + list + "` must be a list of objects");
        }
        var _ = new FieldReader(definition).text("name");
        return definition;
    }
}
