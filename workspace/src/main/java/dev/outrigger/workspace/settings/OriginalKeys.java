package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/// What the configuration of the original jp has and ours has not. A file with such keys is no mistake: it was written
/// for the other program, which may be in use beside this one.
final class OriginalKeys {
    private static final Set<String> UNUSED = Set.of(
            "aliases",
            "config_load_paths",
            "extends",
            "inherit",
            "interrupt",
            "template",
            "user",
            "assistant.instructions",
            "assistant.request",
            "assistant.system_prompt_sections",
            "assistant.tool_choice",
            "conversation.attachments",
            "conversation.compaction",
            "conversation.default_id",
            "conversation.inquiry",
            "conversation.labels",
            "conversation.start_local",
            "conversation.title",
            "editor.env_vars",
            "editor.envs",
            "plugins.attachment",
            "style");

    /// Of any tool. Not `access`, which restricts one: what protects somebody and does nothing here is a mistake, and
    /// said each time. For the same reason not the `checksum` of a server.
    private static final Set<String> OF_A_TOOL =
            Set.of("cancellation_response", "examples", "format", "options", "questions", "result", "style", "summary");

    private static final Set<String> OF_A_SERVER = Set.of("optional", "variables");

    static final List<String> ALIASES = List.of("providers", "llm", "aliases");

    private OriginalKeys() {}

    static boolean has(List<String> path) {
        if (path.size() == 3 && path.subList(0, 2).equals(ALIASES.subList(0, 2))) {
            return true;
        }
        return switch (place(path)) {
            case "conversation.tools" -> OF_A_TOOL.contains(path.getLast());
            case "providers.mcp" -> OF_A_SERVER.contains(path.getLast());
            default -> UNUSED.contains(String.join(".", path));
        };
    }

    /// Whether a path is one of these, or inside of one.
    static boolean cover(List<String> path) {
        for (int length = 1; length <= path.size(); length++) {
            if (has(path.subList(0, length))) {
                return true;
            }
        }
        return false;
    }

    /// Whose own names a path goes through to one of its keys: `conversation.tools` for `conversation.tools.x.style`.
    private static String place(List<String> path) {
        return path.size() == 4 ? path.get(0) + "." + path.get(1) : "";
    }

    /// A table, or what the original writes in its place, as we write it.
    static Json understood(List<String> path, Json value, Json.Obj aliases) {
        var parent = path.size() == 3 ? path.get(0) + "." + path.get(1) : "";
        return switch (value) {
            case Json.Str(var text)
            when isModel(path) -> model(aliases.text(text).orElse(text), value);
            case Json.Obj table when path.equals(ALIASES) -> each(table);
            case Json.Obj table when parent.equals("providers.mcp") -> server(table);
            case Json.Obj table when parent.equals("conversation.tools") -> tool(table);
            case Json.Obj table when String.join(".", path).equals("assistant.model.parameters") -> parameters(table);
            case Json.Obj table when path.equals(List.of("editor")) -> renamed(table, "cmd", "command");
            default -> value;
        };
    }

    /// `provider/name`, or a table of both.
    static Json alias(Json value) {
        return value instanceof Json.Obj table
                        && table.get("provider").orElse(Json.Null.NULL) instanceof Json.Str(var provider)
                        && table.get("name").orElse(Json.Null.NULL) instanceof Json.Str(var name)
                ? Json.of(provider + "/" + name)
                : value;
    }

    private static Json.Obj each(Json.Obj aliases) {
        var each = new LinkedHashMap<String, Json>();
        aliases.fields().forEach((name, value) -> each.put(name, alias(value)));
        return new Json.Obj(each);
    }

    static boolean isModel(List<String> path) {
        return String.join(".", path).equals("assistant.model.id");
    }

    /// `provider/name`.
    private static Json model(String text, Json otherwise) {
        int slash = text.indexOf('/');
        return slash < 1
                ? otherwise
                : Json.object()
                        .put("provider", text.substring(0, slash))
                        .put("name", text.substring(slash + 1))
                        .build();
    }

    /// There is one `type`, and it is what we have.
    private static Json.Obj server(Json.Obj table) {
        var named = renamed(renamed(table, "arguments", "args"), "startup_timeout_secs", "start_timeout_secs");
        return named.text("type").orElse("").equals("stdio") ? without(named, "type") : named;
    }

    /// `edit` asks, and one may edit then; `explicit` is off until somebody asks for it by name.
    private static Json.Obj tool(Json.Obj table) {
        var enable = table.get("enable").orElse(Json.Null.NULL);
        var state = enable instanceof Json.Obj detailed ? detailed.get("state").orElse(enable) : enable;
        var understood = switch (state) {
            case Json.Bool known -> table.with("enable", known);
            case Json.Str(var word)
            when word.equals("on") || word.equals("always") -> table.with("enable", Json.Bool.TRUE);
            case Json.Str(var word)
            when word.equals("off") || word.equals("explicit") -> table.with("enable", Json.Bool.FALSE);
            default -> table;
        };
        return understood.text("run").orElse("").equals("edit") ? understood.with("run", Json.of("ask")) : understood;
    }

    private static Json.Obj parameters(Json.Obj table) {
        return table.get("reasoning").orElse(Json.Null.NULL) instanceof Json.Obj reasoning
                        && reasoning.get("effort").orElse(Json.Null.NULL) instanceof Json.Str effort
                ? table.with("reasoning", effort)
                : table;
    }

    private static Json.Obj renamed(Json.Obj table, String theirs, String ours) {
        var value = table.get(theirs);
        if (value.isEmpty() || table.get(ours).isPresent()) {
            return table;
        }
        return without(table, theirs).with(ours, value.get());
    }

    private static Json.Obj without(Json.Obj table, String name) {
        var fields = new LinkedHashMap<>(table.fields());
        fields.remove(name);
        return new Json.Obj(fields);
    }
}
