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

/// The tools of a plugin that is an MCP server, for the operator: shown, and agreed to. One that runs once for each
/// project has its own in each.
public final class ServerTools {
    private static final Duration FIRST_START = Duration.ofSeconds(90);

    private final DaemonServices grounds;
    private final PluginServices services;

    public ServerTools(DaemonServices grounds, PluginServices services) {
        this.grounds = grounds;
        this.services = services;
    }

    /// As far as they are known. One that never ran is started to find out; one that runs, and has said that they are
    /// others by now, is asked.
    ///
    /// @param project an id or a folder; empty for none
    public Json.Obj show(String plugin, String project) throws ServiceRefusal, StoreProblem {
        var manifest = server(plugin);
        var run = services.runOf(plugin, project);
        if (grounds.store().tools(plugin).isKnown(run)) {
            services.lookAtTools(plugin, project, FIRST_START);
        } else {
            var why = services.awaitReady(plugin, project, FIRST_START);
            if (why.isPresent()) {
                throw new ServiceRefusal("the tools of " + plugin + " are found when it is started: " + why.get());
            }
        }
        return told(manifest, run, grounds.store().tools(plugin));
    }

    /// What the server defines now is what was looked at, as its digest says, or nothing is agreed to.
    public Json.Obj accept(String plugin, String project, String digest, String operator)
            throws ServiceRefusal, StoreProblem, AuditFailure {
        var manifest = server(plugin);
        var run = services.runOf(plugin, project);
        var before = grounds.store().tools(plugin);
        KnownTools agreed;
        try {
            agreed = grounds.store()
                    .<Unaccepted>changeTools(plugin, known -> agreed(plugin, run, known, digest, operator));
        } catch (Unaccepted e) {
            if (e.getCause() instanceof AuditFailure failure) {
                throw failure;
            }
            throw new ServiceRefusal(String.valueOf(e.getMessage()));
        }
        services.renewTools(plugin);
        return told(manifest, run, agreed).with("accepted", Json.texts(before.waiting(run)));
    }

    /// Why nothing was agreed to.
    private static final class Unaccepted extends Exception {
        Unaccepted(String what) {
            super(what);
        }

        Unaccepted(AuditFailure cause) {
            super(cause);
        }
    }

    private KnownTools agreed(String plugin, String run, KnownTools known, String digest, String operator)
            throws Unaccepted {
        if (!known.digest(run).equals(digest)) {
            throw new Unaccepted("the tools of " + plugin + " are others by now: look at them again");
        }
        try {
            grounds.audit()
                    .append(AuditEntry.event(
                            AuditEntry.Kind.INSTALL,
                            grounds.clock().instant(),
                            operator,
                            plugin,
                            "tools accepted",
                            Json.object()
                                    .put("project", run)
                                    .put("tools", ServerToolsLook.names(known.waiting(run)))
                                    .put("digest", digest)
                                    .build()));
        } catch (AuditFailure e) {
            throw new Unaccepted(e);
        }
        return known.agreedToAll(run);
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

    private static Json.Obj told(Manifest manifest, String run, KnownTools known) {
        List<Json> tools = known.tools(run).stream()
                .<Json>map(tool -> tool(manifest, tool))
                .toList();
        return Json.object()
                .put("plugin", manifest.name())
                .put("project", run)
                .put("era", known.era())
                .put("digest", known.digest(run))
                .put("waiting", Json.texts(known.waiting(run)))
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
