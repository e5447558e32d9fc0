package dev.outrigger.kaged.service;

import dev.outrigger.assistant.mcp.client.McpToolDefinition;
import dev.outrigger.kaged.audit.Redaction;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.service.StartContract.Method;
import dev.outrigger.kaged.store.KnownTools;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Which methods the tools of an MCP server are: each by its own name, and as the plugin's tool, `<plugin>.<tool>`.
final class McpMethods {
    private static final Schema ANYTHING = Schema.of(Json.EMPTY);

    private McpMethods() {}

    /// Those that were agreed to, and that the manifest's own list, if it has one, does not leave out.
    static Map<String, Method> of(Manifest manifest, KnownTools tools) {
        var methods = new HashMap<String, Method>();
        for (var tool : tools.seen().entrySet()) {
            var redaction = redaction(manifest, tool.getKey());
            if (redaction.isPresent() && tools.isOffered(tool.getKey())) {
                schema(tool.getValue()).ifPresent(params -> {
                    var method = new Method(tool.getKey(), params, ANYTHING, redaction.get());
                    methods.put(tool.getKey(), method);
                    methods.putIfAbsent(manifest.name() + "." + tool.getKey(), method);
                });
            }
        }
        return Map.copyOf(methods);
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

    /// One that cannot be used checks nothing: the server does.
    private static Optional<Schema> schema(Json.Obj definition) {
        try {
            var schema = Schema.of(McpToolDefinition.of(definition).parameters());
            return Optional.of(schema.check(Json.EMPTY) instanceof Schema.Verdict.Unusable ? ANYTHING : schema);
        } catch (FieldReader.Mistake _) {
            // Written by somebody else: no definition of a tool.
            return Optional.empty();
        }
    }
}
