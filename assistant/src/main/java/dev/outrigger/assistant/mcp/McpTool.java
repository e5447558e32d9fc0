package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.assistant.mcp.client.McpProblem;
import dev.outrigger.assistant.mcp.client.McpToolDefinition;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import org.jspecify.annotations.Nullable;

/// A tool of an MCP server. Always asked about: what a server says of its tools' harmlessness is only its own word.
public final class McpTool implements Tool {
    private final ManagedServer server;
    private final McpToolDefinition definition;
    private final ToolDefinition shown;
    /// The last look at the server's tools that found it unchanged.
    private volatile ManagedServer.@Nullable Look unchanged;

    McpTool(ManagedServer server, McpToolDefinition definition) {
        this.server = server;
        this.definition = definition;
        this.shown = new ToolDefinition(definition.name(), definition.description(), definition.parameters());
    }

    /// As its server calls it.
    String remoteName() {
        return definition.name();
    }

    /// As the settings call its server.
    public String server() {
        return server.settings().name();
    }

    @Override
    public ToolDefinition definition() {
        return shown;
    }

    @Override
    public String source() {
        return server.settings().source();
    }

    @Override
    public Consent consent() {
        return Consent.ASK;
    }

    @Override
    public String fingerprint() {
        return source() + " " + JsonText.text(ServerCache.command(server.settings())) + " "
                + JsonText.text(definition.json());
    }

    @Override
    public String definedAs() {
        return JsonText.text(definition.json());
    }

    @Override
    public ToolResult run(Json.Obj arguments, ToolRun run) {
        try {
            var live = server.live(run.cancellation());
            check(live.look());
            return live.running.call(remoteName(), arguments, run);
        } catch (McpProblem e) {
            return failed(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return failed(new McpProblem(McpProblem.Code.CANCELLED, "cancelled"));
        }
    }

    /// What runs now must be what was offered to the model and approved by the user.
    private void check(ManagedServer.Look now) throws McpProblem {
        if (now == unchanged) {
            return;
        }
        var found = now.tools.named(remoteName()).orElse(null);
        if (found == null) {
            throw new McpProblem(McpProblem.Code.CHANGED, "it no longer has the tool `" + shown.name() + "`");
        }
        if (!found.json().equals(definition.json())) {
            throw new McpProblem(
                    McpProblem.Code.CHANGED,
                    "its tool `" + shown.name() + "` is no longer the one that was offered and approved, and was not"
                            + " called; in the next turn it is offered as it is now");
        }
        unchanged = now;
    }

    private ToolResult failed(McpProblem problem) {
        var metadata = Json.object().put("code", problem.code().word()).put("server", server());
        if (!problem.stderr().isEmpty()) {
            metadata.put("stderr", Json.texts(problem.stderr()));
        }
        return new ToolResult("the MCP server `" + server() + "`: " + problem.words(), true, metadata.build());
    }
}
