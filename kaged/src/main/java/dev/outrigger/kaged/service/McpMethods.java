package dev.outrigger.kaged.service;

import dev.outrigger.assistant.mcp.client.HarmlessWords;
import dev.outrigger.assistant.mcp.client.McpToolDefinition;
import dev.outrigger.assistant.mcp.client.McpToolList;
import dev.outrigger.kaged.audit.Redaction;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.service.StartContract.Method;
import dev.outrigger.kaged.store.KnownTools;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Which methods the tools of an MCP server are: each by its own name, and as the plugin's tool, `<plugin>.<tool>`.
///
/// @param outputs by tool, what its `structuredContent` must be
record McpMethods(Map<String, Method> methods, Map<String, Schema> outputs) {
    static final McpMethods NONE = new McpMethods(Map.of(), Map.of());

    private static final Schema ANYTHING = Schema.of(Json.EMPTY);
    /// What can be typed, and shown in a prompt without a doubt about what it is.
    private static final String NAME = "[A-Za-z0-9_./-]{1,128}";

    /// The definitions of a list, by name; without the tools that cannot be methods, which are told of.
    static Map<String, Json.Obj> fit(String plugin, McpToolList list, Consumer<String> note) {
        var fit = new LinkedHashMap<String, Json.Obj>();
        list.tools().forEach((name, definition) -> {
            if (!name.matches(NAME)) {
                note.accept("the tool `" + HarmlessWords.line(name)
                        + "` is left out: its name must be 1 to 128 letters, digits and _./-");
            } else if (name.startsWith(plugin + ".")) {
                note.accept("the tool `" + name + "` is left out: it looks like the name of another as a method");
            } else {
                fit.put(name, definition.json());
            }
        });
        return fit;
    }

    /// Of what the server defines: what was agreed to, and the manifest's own list, if it has one, does not leave out.
    static McpMethods of(Manifest manifest, Map<String, Json.Obj> defined, KnownTools known) {
        var methods = new HashMap<String, Method>();
        var outputs = new HashMap<String, Schema>();
        for (var tool : defined.entrySet()) {
            var redaction = redaction(manifest, tool.getKey());
            var definition = known.isOffered(tool.getValue()) ? definition(tool.getValue()) : null;
            if (redaction.isPresent() && definition != null) {
                var method = new Method(tool.getKey(), usable(definition.parameters()), ANYTHING, redaction.get());
                methods.put(tool.getKey(), method);
                methods.put(manifest.name() + "." + tool.getKey(), method);
                if (!definition.output().fields().isEmpty()) {
                    outputs.put(tool.getKey(), usable(definition.output()));
                }
            }
        }
        return new McpMethods(Map.copyOf(methods), Map.copyOf(outputs));
    }

    /// What is wrong with what the tool gave back.
    Optional<String> misfit(String tool, Json.Obj result) {
        var schema = outputs.get(tool);
        if (schema == null) {
            return Optional.empty();
        }
        var structured = result.get("structuredContent");
        if (structured.isEmpty()) {
            return Optional.of("its answer has no `structuredContent`, and the tool's `outputSchema` promises one");
        }
        return schema.check(structured.get()) instanceof Schema.Verdict.Misfit(var path, var what)
                ? Optional.of("its answer does not fit the tool's `outputSchema`: "
                        + (path.isEmpty() ? "" : String.join(".", path) + ": ") + what)
                : Optional.empty();
    }

    /// Nothing for a tool that the manifest leaves out.
    static Optional<Redaction> redaction(Manifest manifest, String tool) {
        var declared = manifest.offer().methods();
        if (declared.isEmpty()) {
            return Optional.of(Redaction.NONE);
        }
        for (var method : declared) {
            if (method.name().equals(tool)) {
                try {
                    return Optional.of(Redaction.of(method.sensitive()));
                } catch (Redaction.BadPath _) {
                    // It was read well when the process was started; nothing of it is kept, should that change.
                    return Optional.of(Redaction.ALL);
                }
            }
        }
        return Optional.empty();
    }

    private static @Nullable McpToolDefinition definition(Json.Obj json) {
        try {
            return McpToolDefinition.of(json);
        } catch (FieldReader.Mistake _) {
            // Written by somebody else: no definition of a tool.
            return null;
        }
    }

    /// One that cannot be used checks nothing: the server does.
    private static Schema usable(Json.Obj said) {
        var schema = Schema.of(said);
        return schema.check(Json.EMPTY) instanceof Schema.Verdict.Unusable ? ANYTHING : schema;
    }
}
