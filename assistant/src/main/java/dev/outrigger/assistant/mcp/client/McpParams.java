package dev.outrigger.assistant.mcp.client;

import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;

/// What we say to servers.
final class McpParams {
    private static final String PREFIX = "io.modelcontextprotocol/";

    /// We answer forms and tell our roots; sampling is not for a server to use up.
    private static final Json.Obj CAPABILITIES = Json.object()
            .put("roots", Json.EMPTY)
            .put("elicitation", Json.object().put("form", Json.EMPTY).build())
            .build();

    private final Json.Obj client;
    private final Json.Obj meta;

    McpParams(String version) {
        client = Json.object()
                .put("name", "outrigger")
                .put("version", version.isEmpty() ? "0" : version)
                .build();
        meta = Json.object()
                .put(PREFIX + "protocolVersion", McpEra.STATELESS_VERSION)
                .put(PREFIX + "clientInfo", client)
                .put(PREFIX + "clientCapabilities", CAPABILITIES)
                .build();
    }

    Json.Obj initialize() {
        return Json.object()
                .put("protocolVersion", McpEra.INITIALIZE_VERSIONS.getFirst())
                .put("capabilities", CAPABILITIES)
                .put("clientInfo", client)
                .build();
    }

    Json.Obj discover() {
        return Json.object().put("_meta", meta).build();
    }

    /// An empty cursor for the first page.
    Json.Obj list(McpEra era, String cursor) {
        var params = Json.object();
        if (!cursor.isEmpty()) {
            params.put("cursor", cursor);
        }
        if (era == McpEra.STATELESS) {
            params.put("_meta", meta);
        }
        return params.build();
    }

    Json.Obj listen() {
        return Json.object()
                .put("_meta", meta)
                .put(
                        "notifications",
                        Json.object().put("toolsListChanged", true).build())
                .build();
    }

    /// `more` is what a server wants back when it asked for something before.
    Json.Obj call(McpEra era, long token, String tool, Json.Obj arguments, Json.Obj more) {
        var params = new LinkedHashMap<String, Json>();
        params.put("name", Json.of(tool));
        params.put("arguments", arguments);
        params.putAll(more.fields());
        params.put(
                "_meta",
                era == McpEra.STATELESS
                        ? meta.with("progressToken", Json.of(token))
                        : Json.object().put("progressToken", token).build());
        return new Json.Obj(params);
    }

    static Json.Obj roots(List<Path> roots) {
        return Json.object()
                .put(
                        "roots",
                        new Json.Arr(roots.stream()
                                .<Json>map(root -> Json.object()
                                        .put("uri", root.toUri().toString())
                                        .put("name", name(root))
                                        .build())
                                .toList()))
                .build();
    }

    private static String name(Path root) {
        var last = root.getFileName();
        return last == null ? root.toString() : last.toString();
    }
}
