package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Puts one layer on the other: tables merge, everything else replaces. What a layer may not say, or says wrongly, is
/// left out and complained about.
final class LayerMerge {
    private static final String VARIABLE = "_env";

    private Json.Obj tree = KnownKeys.defaults();
    private final Map<String, SettingsSource> sources = new HashMap<>();
    private final Set<String> secretVariables = new TreeSet<>();
    private final LayerComplaints complaints = new LayerComplaints();
    private final List<String> path = new ArrayList<>();
    private Json.Obj aliases = Json.EMPTY;

    LayerMerge() {
        for (var key : KnownKeys.all()) {
            if (key.standard() instanceof Json.Str(var variable) && key.path().endsWith(VARIABLE)) {
                secretVariables.add(variable);
            }
        }
    }

    Json.Obj tree() {
        return tree;
    }

    /// Who set the leaf at a path; none for what is built in.
    Map<String, SettingsSource> sources() {
        return sources;
    }

    /// Every variable that was ever named as holding a secret, also by a value that another replaced.
    Set<String> secretVariables() {
        return secretVariables;
    }

    LayerComplaints complaints() {
        return complaints;
    }

    void add(SettingsSource source, Json.Obj values) throws WorkspaceProblem {
        path.clear();
        aliases = aliases(source, values);
        tree = table(source, KeyTree.root(), tree, values);
        if (!source.layer().cameAlong()) {
            measureTools();
        }
    }

    /// What a workspace said of one tool, by what the user said of all of them after it.
    private void measureTools() throws WorkspaceProblem {
        for (var names : AllToolsRule.said(tree)) {
            var standard = AllToolsRule.standard(tree, names);
            var said = sources.get(KeyPath.text(names));
            var value = KeyPath.at(tree, names);
            var key = KeyTree.find(names);
            if (standard != null
                    && value != null
                    && key != null
                    && said != null
                    && said.layer().cameAlong()
                    && !key.fromWorkspace().allows(standard, value)) {
                complaints.untrusted(said, names, value);
                tree = KeyPath.with(tree, names, standard);
                sources.put(KeyPath.text(names), sources.getOrDefault(KeyPath.text(AllToolsRule.path(names)), said));
            }
        }
    }

    /// Those that hold while a layer is read: its own and the ones before.
    private Json.Obj aliases(SettingsSource source, Json.Obj values) {
        var all = Json.EMPTY;
        for (var each : source.layer().cameAlong() ? List.of(tree) : List.of(tree, values)) {
            if (KeyPath.at(each, OriginalKeys.ALIASES) instanceof Json.Obj(var named)) {
                for (var alias : named.entrySet()) {
                    all = all.with(alias.getKey(), OriginalKeys.alias(alias.getValue()));
                }
            }
        }
        return all;
    }

    private Json.Obj table(SettingsSource source, KeyTree node, Json.Obj below, Json.Obj values)
            throws WorkspaceProblem {
        var fields = new LinkedHashMap<>(below.fields());
        for (var field : values.fields().entrySet()) {
            path.addLast(field.getKey());
            var next = AllToolsRule.has(path) ? node.child(field.getKey()) : null;
            var before = fields.get(field.getKey());
            var after = next == null
                    ? unknown(source, node, field.getValue())
                    : value(source, next, before, field.getValue());
            if (after != null) {
                fields.put(field.getKey(), after);
            }
            path.removeLast();
        }
        return new Json.Obj(fields);
    }

    /// What the user names as holding a secret holds one, also where nothing else of it counts.
    private @Nullable Json unknown(SettingsSource source, KeyTree node, Json value) throws WorkspaceProblem {
        complaints.unknown(source, path, node);
        if (!source.layer().cameAlong()) {
            collectVariables(Json.EMPTY.with(path.getLast(), value));
        }
        return null;
    }

    /// The value from now on: the old one when the new one is refused, null when there is then none.
    private @Nullable Json value(SettingsSource source, KeyTree node, @Nullable Json before, Json wanted)
            throws WorkspaceProblem {
        var key = node.key();
        if (key == null) {
            if (OriginalKeys.understood(path, wanted, aliases) instanceof Json.Obj values) {
                var merged = table(source, node, before instanceof Json.Obj table ? table : Json.EMPTY, values);
                return before == null && merged.fields().isEmpty() ? null : merged;
            }
            complaints.wrongType(
                    source,
                    path,
                    OriginalKeys.isModel(path)
                            ? "a table, \"provider/name\", or a name that providers.llm.aliases has"
                            : "a table");
            return before;
        }
        if (!key.accepts(wanted)) {
            complaints.wrongType(source, path, key.wants());
            return before;
        }
        if (source.layer().cameAlong()
                && !key.fromWorkspace().allows(before == null ? AllToolsRule.standard(tree, path) : before, wanted)) {
            complaints.untrusted(source, path, wanted);
            return before;
        }
        return key.type() == ValueType.OPEN ? open(source, before, wanted) : leaf(source, wanted, key.secret());
    }

    private Json leaf(SettingsSource source, Json value, boolean secret) {
        sources.put(KeyPath.text(path), source);
        if (value instanceof Json.Str(var variable) && !secret && namesAVariable(path.getLast())) {
            secretVariables.add(variable);
        }
        return value;
    }

    /// Tables inside an open table merge, too.
    private Json open(SettingsSource source, @Nullable Json before, Json wanted) {
        if (wanted instanceof Json.Obj(var values) && (before == null || before instanceof Json.Obj)) {
            var fields = new LinkedHashMap<>(before instanceof Json.Obj(var old) ? old : Map.of());
            for (var field : values.entrySet()) {
                path.addLast(field.getKey());
                fields.put(field.getKey(), open(source, fields.get(field.getKey()), field.getValue()));
                path.removeLast();
            }
            return new Json.Obj(fields);
        }
        collectVariables(wanted);
        return leaf(source, wanted, false);
    }

    private void collectVariables(Json value) {
        if (value instanceof Json.Arr(var items)) {
            for (var item : items) {
                collectVariables(item);
            }
        } else if (value instanceof Json.Obj(var fields)) {
            for (var field : fields.entrySet()) {
                if (field.getValue() instanceof Json.Str(var variable) && namesAVariable(field.getKey())) {
                    secretVariables.add(variable);
                }
                collectVariables(field.getValue());
            }
        }
    }

    /// Whether the value of a key is the name of a variable that holds a secret.
    private static boolean namesAVariable(String key) {
        // Not by small letters: these bring locales along, half a millisecond of every start.
        return key.regionMatches(true, key.length() - VARIABLE.length(), VARIABLE, 0, VARIABLE.length());
    }
}
