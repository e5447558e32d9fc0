package dev.outrigger.kaged.service;

import dev.outrigger.assistant.mcp.client.McpListener;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.wire.Json;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What an MCP server says beside its answers: kept where its stderr is, within the same limits. What it asked for and
/// may not have is in the audit, once for each run.
final class McpServerWords implements McpListener {
    private static final int MOST_REFUSALS = 20;

    private final DaemonServices grounds;
    private final String plugin;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    McpServerWords(DaemonServices grounds, String plugin) {
        this.grounds = grounds;
        this.plugin = plugin;
    }

    @Override
    public void note(String line) {
        log("(kaged) " + line);
    }

    @Override
    public void log(String line) {
        try {
            grounds.audit().stderr(plugin, line);
        } catch (AuditFailure e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void refused(String method) {
        if (refused.size() >= MOST_REFUSALS || !refused.add(method)) {
            return;
        }
        try {
            grounds.audit()
                    .append(AuditEntry.event(
                            AuditEntry.Kind.LIFE,
                            grounds.clock().instant(),
                            "",
                            plugin,
                            "refused",
                            Json.object()
                                    .put("asked", method)
                                    .put("why", "this host does not do that for an MCP server")
                                    .build()));
        } catch (AuditFailure e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
    }
}
