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
            "conversation.tools.*",
            "editor.cmd",
            "editor.env_vars",
            "editor.envs",
            "plugins.attachment",
            "providers.llm",
            "style.code",
            "style.error",
            "style.inline_code",
            "style.markdown",
            "style.reasoning",
            "style.streaming",
            "style.tool_call",
            "style.typewriter");

    private static final List<String> MODEL = List.of("assistant", "model", "id");

    private OriginalKeys() {}

    static boolean has(List<String> path) {
        return UNUSED.contains(String.join(".", path));
    }

    /// The original also writes a model as one text, `provider/name`.
    static Json understood(List<String> path, Json value) {
        if (value instanceof Json.Str(var text) && path.equals(MODEL)) {
            int slash = text.indexOf('/');
            if (slash > 0) {
                var fields = new LinkedHashMap<String, Json>();
                fields.put("provider", Json.of(text.substring(0, slash)));
                fields.put("name", Json.of(text.substring(slash + 1)));
                return new Json.Obj(fields);
            }
        }
        return value;
    }
}
