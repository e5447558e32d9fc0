package dev.outrigger.kaged.service;

import dev.outrigger.assistant.mcp.client.HarmlessWords;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.store.KnownTools;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.wire.Json;
import java.time.Duration;
import java.util.List;

/// The tools of a plugin that is an MCP server, for the operator: shown, and agreed to.
public final class ServerTools {
    private static final Duration FIRST_START = Duration.ofSeconds(90);

    private final DaemonServices grounds;
    private final PluginServices services;

    public ServerTools(DaemonServices grounds, PluginServices services) {
        this.grounds = grounds;
        this.services = services;
    }

    /// As far as they are known. One that never ran is started to find out.
    public Json.Obj show(String plugin) throws ServiceRefusal, StoreProblem {
        var manifest = server(plugin);
        var known = grounds.store().tools(plugin);
        if (known.isFirst()) {
            var why = services.awaitReady(plugin, FIRST_START);
            if (why.isPresent()) {
                throw new ServiceRefusal("the tools of " + plugin + " are found when it is started: " + why.get());
            }
            known = grounds.store().tools(plugin);
        }
        return told(manifest, known);
    }

    /// What the server defines now is what was looked at, as its digest says, or nothing is agreed to.
    public Json.Obj accept(String plugin, String digest, String operator)
            throws ServiceRefusal, StoreProblem, AuditFailure {
        var manifest = server(plugin);
        var known = grounds.store().tools(plugin);
        if (!known.digest().equals(digest)) {
            throw new ServiceRefusal("the tools of " + plugin + " are others by now: look at them again");
        }
        var waiting = known.waiting();
        var agreed = known.agreedToAll();
        grounds.audit()
                .append(AuditEntry.event(
                        AuditEntry.Kind.INSTALL,
                        grounds.clock().instant(),
                        operator,
                        plugin,
                        "tools accepted",
                        Json.object()
                                .put("tools", Json.texts(waiting))
                                .put("digest", digest)
                                .build()));
        grounds.store().keepTools(plugin, agreed);
        services.renewTools(plugin);
        return told(manifest, agreed).with("accepted", Json.texts(waiting));
    }

    private Manifest server(String plugin) throws ServiceRefusal {
        return switch (grounds.store().standing(plugin)) {
            case StoreStanding.Absent _ ->
                throw new ServiceRefusal("there is no plugin " + plugin + ": kaged plugin list");
            case StoreStanding.Broken broken -> throw new ServiceRefusal(broken.problem());
            case StoreStanding.Installed(var _, var _, var manifest) ->
                switch (manifest.protocol()) {
                    case MCP -> manifest;
                    case KAGED ->
                        throw new ServiceRefusal(plugin + " is no MCP server: its manifest says which methods it has:"
                                + " kaged plugin explain " + plugin);
                };
        };
    }

    private static Json.Obj told(Manifest manifest, KnownTools known) {
        List<Json> tools =
                known.tools().stream().<Json>map(tool -> tool(manifest, tool)).toList();
        return Json.object()
                .put("plugin", manifest.name())
                .put("era", known.era())
                .put("digest", known.digest())
                .put("waiting", Json.texts(known.waiting()))
                .put("tools", new Json.Arr(tools))
                .build();
    }

    private static Json tool(Manifest manifest, KnownTools.Tool tool) {
        boolean leftOut = McpMethods.redaction(manifest, tool.name()).isEmpty();
        var json = Json.object()
                .put("name", tool.name())
                .put("state", tool.standing().word())
                .put("left_out", leftOut)
                .put(
                        "description",
                        HarmlessWords.text(tool.definition().text("description").orElse(""), 4000))
                .put("definition", tool.definition());
        tool.before().ifPresent(before -> json.put("before", before));
        return json.build();
    }
}
