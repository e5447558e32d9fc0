package dev.outrigger.kaged.manifest;

import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What no JSON Schema says of a manifest that fits ours: the API it is made for, names that are taken, and that the
/// schemas inside it are schemas.
///
/// @param untilNanos when to give up on the schemas: each has its own limit of time, and there may be hundreds
record ManifestRules(Complaint complaint, long untilNanos) {
    private static final Set<String> TAKEN = Set.of("initialize", "initialized", "ping", "shutdown");

    private static final List<String> NOT_OF_MCP =
            List.of("tools", "hooks", "notifications", "roles", "config_schema", "system_config_schema", "knobs");

    interface Complaint {
        ManifestProblem about(List<String> path, String what);
    }

    void check(Json.Obj manifest) throws ManifestProblem {
        var api = manifest.fields().get("kaged_api");
        if (!(api instanceof Json.Num(var number) && number.equals(Integer.toString(ManifestReader.API)))) {
            throw complaint.about(
                    List.of("kaged_api"),
                    "this kaged speaks " + ManifestReader.API
                            + ": take a version of the plugin made for it, or another kaged");
        }
        if (manifest.text("protocol").filter("mcp"::equals).isPresent()) {
            ofMcpServer(manifest);
        }
        command(items(manifest, "command"));
        schema(manifest, List.of("config_schema"));
        schema(manifest, List.of("system_config_schema"));
        called(manifest);
        unique(items(manifest, "notifications"), "notifications");
        unique(items(manifest, "hooks"), "hooks");
        unique(items(manifest, "roles"), "roles");
    }

    /// What an MCP server could not be told, or would not understand.
    private void ofMcpServer(Json.Obj manifest) throws ManifestProblem {
        for (var key : NOT_OF_MCP) {
            if (manifest.fields().containsKey(key)) {
                throw complaint.about(
                        List.of(key),
                        "is for plugins that speak kaged's own protocol: an MCP server tells its tools itself, and gets"
                                + " its settings by command and env; take it out");
            }
        }
        int at = 0;
        for (var item : items(manifest, "methods")) {
            var path = List.of("methods", Integer.toString(at++));
            for (var key : List.of("params_schema", "result_schema")) {
                if (item instanceof Json.Obj method && method.fields().containsKey(key)) {
                    throw complaint.about(joined(path, key), "an MCP server has the schemas of its tools: take it out");
                }
            }
        }
    }

    /// Who starts it makes paths of them, and so does who looks for its files.
    private void command(List<Json> words) throws ManifestProblem {
        for (int i = 0; i < words.size(); i++) {
            try {
                var _ = Path.of(text(words.get(i)));
            } catch (InvalidPathException _) {
                throw complaint.about(
                        List.of("command", Integer.toString(i)),
                        "no file can have this name, at least not in this locale: try LC_ALL=C.UTF-8");
            }
        }
    }

    /// Methods and tools are called by one set of names.
    private void called(Json.Obj manifest) throws ManifestProblem {
        var names = new HashMap<String, List<String>>();
        int at = 0;
        for (var item : items(manifest, "methods")) {
            var path = new ArrayList<>(List.of("methods", Integer.toString(at++)));
            var name = item instanceof Json.Obj method ? method.text("name").orElse("") : text(item);
            if (item instanceof Json.Obj method) {
                schema(method, joined(path, "params_schema"));
                schema(method, joined(path, "result_schema"));
                path.add("name");
            }
            if (TAKEN.contains(name) || name.startsWith("kaged.") || name.startsWith("rpc.")) {
                throw complaint.about(path, "the name " + name + " is taken by the protocol: choose another");
            }
            once(names, name, path);
        }
        at = 0;
        for (var item : items(manifest, "tools")) {
            if (item instanceof Json.Obj tool) {
                var path = List.of("tools", Integer.toString(at++));
                schema(tool, joined(path, "parameters_schema"));
                once(
                        names,
                        manifest.text("name").orElse("") + "."
                                + tool.text("name").orElse(""),
                        joined(path, "name"));
            }
        }
    }

    private void unique(List<Json> items, String key) throws ManifestProblem {
        var names = new HashMap<String, List<String>>();
        int at = 0;
        for (var item : items) {
            once(names, text(item), List.of(key, Integer.toString(at++)));
        }
    }

    private void once(Map<String, List<String>> names, String name, List<String> path) throws ManifestProblem {
        if (names.putIfAbsent(name, path) != null) {
            throw complaint.about(path, "the name " + name + " stands here twice: remove one");
        }
    }

    /// Tried on an empty object, since a schema that cannot be used is told only when it is used.
    private void schema(Json.Obj holder, List<String> path) throws ManifestProblem {
        if (!(holder.fields().get(path.getLast()) instanceof Json.Obj schema)) {
            return;
        }
        if (Schema.of(schema).check(Json.EMPTY) instanceof Schema.Verdict.Unusable(var why)) {
            throw complaint.about(path, "no usable JSON Schema: " + why);
        }
        if (System.nanoTime() - untilNanos > 0) {
            throw complaint.about(path, "the schemas up to here take too long to be looked at: make them simpler");
        }
    }

    private static List<Json> items(Json.Obj manifest, String key) {
        return manifest.fields().get(key) instanceof Json.Arr(var items) ? items : List.of();
    }

    private static String text(Json value) {
        return value instanceof Json.Str(var text) ? text : "";
    }

    private static List<String> joined(List<String> path, String step) {
        var joined = new ArrayList<>(path);
        joined.add(step);
        return joined;
    }
}
