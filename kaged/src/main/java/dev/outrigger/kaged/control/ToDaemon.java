package dev.outrigger.kaged.control;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What may be asked of the daemon over its socket: the methods of JSON-RPC, one record each. What is absent on the
/// wire is an empty text, a zero or `false` here.
public sealed interface ToDaemon {
    /// The daemon's own error beside those of JSON-RPC: what was asked makes no sense as things stand. Its message is
    /// one line for people.
    int REFUSED = -32010;

    /// Answered by whoever reads it, at once.
    sealed interface Quick extends ToDaemon permits Hello {}

    /// May have to wait for a disk or a process: answered by a thread of the client's own, one after the other.
    sealed interface Slow extends ToDaemon
            permits Status,
                    Stop,
                    Metrics,
                    PluginList,
                    PlanInstall,
                    Install,
                    Remove,
                    Switch,
                    Share,
                    LoadProject,
                    UnloadProject,
                    ProjectList,
                    ProjectStatus,
                    PlanConsent,
                    Decide,
                    PluginTools,
                    AcceptTools,
                    PlanReplay,
                    Replay,
                    AuditRows,
                    AuditAnchoring,
                    AuditVerify,
                    AuditRetain {}

    /// Answered when there is no more to tell; until then each thing is told as a `$/progress`.
    sealed interface Follow extends ToDaemon permits Logs, Trace, Fetch {}

    /// `hello`: which version the client is; the answer says the daemon's. Nobody has to say it.
    record Hello(String version) implements Quick {}

    /// `status`
    record Status() implements Slow {}

    /// `stop`: answered before the daemon ends.
    record Stop() implements Slow {}

    /// `metrics`: a text in Prometheus' format.
    record Metrics() implements Slow {}

    /// `plugin.list`
    record PluginList() implements Slow {}

    /// `plugin.plan`: what installing this folder would do.
    record PlanInstall(String folder) implements Slow {}

    /// `plugin.install`: the operator's word on a plan, known again by its digest. Only with `accepted` is anything
    /// changed; the word is kept either way. `upgrade` wants something there to replace, and
    /// without it wants nothing there.
    record Install(String folder, String digest, boolean accepted, boolean upgrade) implements Slow {}

    /// `plugin.remove`: with `purge` its data, storage and configuration, too.
    record Remove(String plugin, boolean purge) implements Slow {}

    enum Turn {
        ENABLE,
        DISABLE,
        RESTART,
        STOP,
        RELOAD;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// `plugin.enable`, `plugin.disable`, `plugin.restart`, `plugin.stop`, `plugin.reload`
    record Switch(Turn turn, String plugin) implements Slow {}

    /// `plugin.promote`, `plugin.demote`: whether every project that declares it may use the plugin, and the operator
    /// without one.
    record Share(String plugin, boolean local) implements Slow {}

    /// `project.load`: what its plugins are is looked at; nothing is fetched, installed or started.
    record LoadProject(String folder) implements Slow {}

    /// `project.unload`: its plugins are not there for it any more. With `forget`, what was decided and its id go, too.
    /// A project is named by its id or by its folder.
    record UnloadProject(String project, boolean forget) implements Slow {}

    /// `project.list`
    record ProjectList() implements Slow {}

    /// `project.status`
    record ProjectStatus(String project) implements Slow {}

    /// `project.plan`: what saying yes to a plugin of the project would mean.
    record PlanConsent(String project, String plugin) implements Slow {}

    /// `project.fetch`: brings a plugin from its repository, to be looked at. Nothing of it is run.
    record Fetch(String project, String plugin) implements Follow {}

    /// `project.decide`: the operator's word on what was shown, known again by its hash; that is empty for a no to
    /// something that was not there to be shown.
    record Decide(String project, String plugin, String sha256, boolean accepted) implements Slow {}

    /// `plugin.tools`: those of an MCP server, with what became of each since the operator agreed to them. One that
    /// never ran is started to find out.
    record PluginTools(String plugin, String project) implements Slow {}

    /// `plugin.accept_tools`: the operator's word on what an MCP server defines now, known by its digest.
    record AcceptTools(String plugin, String project, String digest) implements Slow {}

    /// `plugin.call`: `millis` is its deadline, and how long it may go without a sign of life; 0 for the daemon's own.
    /// The answer is the plugin's result. An error of the plugin's own has the code -32000, and under `data.error`
    /// what it said.
    ///
    /// @param project for which it is made, by id or by folder; without one it reaches the operator's own plugins
    record Call(String plugin, String method, Json.Obj params, long millis, String project) implements ToDaemon {}

    /// `plugin.logs`: what it wrote to stderr, and what became of it; the last `lines`, and with `follow` all that
    /// comes.
    record Logs(String plugin, int lines, boolean follow) implements Follow {}

    /// `plugin.trace`: every line on its pipes from now on; only with `secrets` as it is.
    record Trace(String plugin, boolean secrets) implements Follow {}

    /// `plugin.replay_plan`: what a replay of the plugin would reach for real, as its manifest says it.
    record PlanReplay(String plugin) implements Slow {}

    /// `plugin.replay`: plays what a trace recorded, the whole text, to a fresh run of the plugin, and compares what
    /// it answers. `accepted` is what the operator said yes to of that which the run reaches for real; with
    /// `withoutData` it has no copy of the plugin's data.
    record Replay(String plugin, String recorded, List<String> accepted, boolean withoutData) implements Slow {
        public Replay {
            accepted = List.copyOf(accepted);
        }
    }

    /// `audit.rows`: `since` is a time in ISO 8601, or empty.
    record AuditRows(String plugin, String method, List<String> kinds, String since, long after, int limit)
            implements Slow {}

    /// `audit.anchor`: the last row, to be noted elsewhere.
    record AuditAnchoring() implements Slow {}

    /// `audit.verify`: `against` are lines that `audit.anchor` gave, or none.
    record AuditVerify(List<String> against) implements Slow {
        public AuditVerify {
            against = List.copyOf(against);
        }
    }

    /// `audit.retain`: keeps the last so many days.
    record AuditRetain(int days) implements Slow {}

    int MOST_ROWS = 100_000;
    long LONGEST_CALL_MILLIS = 24 * 3600 * 1000L;

    /// Nothing for a method that is not here.
    static Optional<ToDaemon> decode(String method, @Nullable Json params) throws FieldReader.Mistake {
        if (params != null && !(params instanceof Json.Obj)) {
            throw new FieldReader.Mistake("params must be an object");
        }
        var fields = new FieldReader(params instanceof Json.Obj object ? object : Json.EMPTY);
        var known = DaemonMethod.of(method);
        return known == null ? Optional.empty() : Optional.of(decode(known, fields));
    }

    private static ToDaemon decode(DaemonMethod method, FieldReader fields) throws FieldReader.Mistake {
        return switch (method) {
            case PLUGIN_CALL -> call(fields);
            case HELLO -> new Hello(fields.text("version"));
            case STATUS -> new Status();
            case STOP -> new Stop();
            case METRICS -> new Metrics();
            case PLUGIN_LIST -> new PluginList();
            case PLUGIN_PLAN -> new PlanInstall(fields.text("folder"));
            case PLUGIN_INSTALL ->
                new Install(
                        fields.text("folder"),
                        fields.text("digest"),
                        fields.truth("accepted"),
                        fields.truth("upgrade"));
            case PLUGIN_REMOVE -> new Remove(fields.text("plugin"), fields.truth("purge"));
            case PLUGIN_ENABLE -> new Switch(Turn.ENABLE, fields.text("plugin"));
            case PLUGIN_DISABLE -> new Switch(Turn.DISABLE, fields.text("plugin"));
            case PLUGIN_RESTART -> new Switch(Turn.RESTART, fields.text("plugin"));
            case PLUGIN_STOP -> new Switch(Turn.STOP, fields.text("plugin"));
            case PLUGIN_RELOAD -> new Switch(Turn.RELOAD, fields.text("plugin"));
            case PLUGIN_PROMOTE -> new Share(fields.text("plugin"), true);
            case PLUGIN_DEMOTE -> new Share(fields.text("plugin"), false);
            case PROJECT_LOAD -> new LoadProject(fields.text("folder"));
            case PROJECT_UNLOAD -> new UnloadProject(fields.text("project"), fields.truth("forget"));
            case PROJECT_LIST -> new ProjectList();
            case PROJECT_STATUS -> new ProjectStatus(fields.text("project"));
            case PROJECT_PLAN -> new PlanConsent(fields.text("project"), fields.text("plugin"));
            case PROJECT_FETCH -> new Fetch(fields.text("project"), fields.text("plugin"));
            case PROJECT_DECIDE ->
                new Decide(
                        fields.text("project"), fields.text("plugin"), fields.text("sha256"), fields.truth("accepted"));
            case PLUGIN_TOOLS -> new PluginTools(fields.text("plugin"), fields.textOrEmpty("project"));
            case PLUGIN_ACCEPT_TOOLS ->
                new AcceptTools(fields.text("plugin"), fields.textOrEmpty("project"), fields.text("digest"));
            case PLUGIN_LOGS ->
                new Logs(
                        fields.text("plugin"),
                        (int) fields.wholeIfAny("lines", 0, MOST_ROWS).orElse(100),
                        fields.truth("follow"));
            case PLUGIN_TRACE -> new Trace(fields.text("plugin"), fields.truth("secrets"));
            case PLUGIN_REPLAY_PLAN -> new PlanReplay(fields.text("plugin"));
            case PLUGIN_REPLAY ->
                new Replay(
                        fields.text("plugin"),
                        fields.text("recorded"),
                        fields.texts("accepted"),
                        fields.truth("without_data"));
            case AUDIT_ROWS ->
                new AuditRows(
                        fields.textOrEmpty("plugin"),
                        fields.textOrEmpty("method"),
                        fields.texts("kinds"),
                        fields.textOrEmpty("since"),
                        fields.wholeIfAny("after", 0, Long.MAX_VALUE).orElse(0),
                        (int) fields.wholeIfAny("limit", 1, MOST_ROWS).orElse(1000));
            case AUDIT_ANCHOR -> new AuditAnchoring();
            case AUDIT_VERIFY -> new AuditVerify(fields.texts("against"));
            case AUDIT_RETAIN -> new AuditRetain((int) fields.whole("days", 1, 100_000));
        };
    }

    private static Call call(FieldReader fields) throws FieldReader.Mistake {
        var params = fields.objectOrNull("params");
        return new Call(
                fields.text("plugin"),
                fields.text("method"),
                params == null ? Json.EMPTY : params,
                fields.wholeIfAny("timeout_ms", 1, LONGEST_CALL_MILLIS).orElse(0),
                fields.textOrEmpty("project"));
    }

    /// Its name on the wire.
    default String rpcMethod() {
        return rpcName().word();
    }

    private DaemonMethod rpcName() {
        return switch (this) {
            case Hello _ -> DaemonMethod.HELLO;
            case Status _ -> DaemonMethod.STATUS;
            case Stop _ -> DaemonMethod.STOP;
            case Metrics _ -> DaemonMethod.METRICS;
            case PluginList _ -> DaemonMethod.PLUGIN_LIST;
            case PlanInstall _ -> DaemonMethod.PLUGIN_PLAN;
            case Install _ -> DaemonMethod.PLUGIN_INSTALL;
            case Remove _ -> DaemonMethod.PLUGIN_REMOVE;
            case Switch(var turn, var _) ->
                switch (turn) {
                    case ENABLE -> DaemonMethod.PLUGIN_ENABLE;
                    case DISABLE -> DaemonMethod.PLUGIN_DISABLE;
                    case RESTART -> DaemonMethod.PLUGIN_RESTART;
                    case STOP -> DaemonMethod.PLUGIN_STOP;
                    case RELOAD -> DaemonMethod.PLUGIN_RELOAD;
                };
            case Share(var _, var local) -> local ? DaemonMethod.PLUGIN_PROMOTE : DaemonMethod.PLUGIN_DEMOTE;
            case LoadProject _ -> DaemonMethod.PROJECT_LOAD;
            case UnloadProject _ -> DaemonMethod.PROJECT_UNLOAD;
            case ProjectList _ -> DaemonMethod.PROJECT_LIST;
            case ProjectStatus _ -> DaemonMethod.PROJECT_STATUS;
            case PlanConsent _ -> DaemonMethod.PROJECT_PLAN;
            case Fetch _ -> DaemonMethod.PROJECT_FETCH;
            case Decide _ -> DaemonMethod.PROJECT_DECIDE;
            case PluginTools _ -> DaemonMethod.PLUGIN_TOOLS;
            case AcceptTools _ -> DaemonMethod.PLUGIN_ACCEPT_TOOLS;
            case Call _ -> DaemonMethod.PLUGIN_CALL;
            case Logs _ -> DaemonMethod.PLUGIN_LOGS;
            case Trace _ -> DaemonMethod.PLUGIN_TRACE;
            case PlanReplay _ -> DaemonMethod.PLUGIN_REPLAY_PLAN;
            case Replay _ -> DaemonMethod.PLUGIN_REPLAY;
            case AuditRows _ -> DaemonMethod.AUDIT_ROWS;
            case AuditAnchoring _ -> DaemonMethod.AUDIT_ANCHOR;
            case AuditVerify _ -> DaemonMethod.AUDIT_VERIFY;
            case AuditRetain _ -> DaemonMethod.AUDIT_RETAIN;
        };
    }

    default Json.Obj rpcParams() {
        var params = Json.object();
        switch (this) {
            case Hello(var version) -> params.put("version", version);
            case Status _, Stop _, Metrics _, PluginList _, ProjectList _, AuditAnchoring _ -> {}
            case PlanInstall(var folder) -> params.put("folder", folder);
            case Install(var folder, var digest, var accepted, var upgrade) ->
                params.put("folder", folder)
                        .put("digest", digest)
                        .put("accepted", accepted)
                        .put("upgrade", upgrade);
            case Remove(var plugin, var purge) -> params.put("plugin", plugin).put("purge", purge);
            case Switch(var _, var plugin) -> params.put("plugin", plugin);
            case Share(var plugin, var _) -> params.put("plugin", plugin);
            case LoadProject(var folder) -> params.put("folder", folder);
            case UnloadProject(var project, var forget) ->
                params.put("project", project).put("forget", forget);
            case ProjectStatus(var project) -> params.put("project", project);
            case PlanConsent(var project, var plugin) ->
                params.put("project", project).put("plugin", plugin);
            case Fetch(var project, var plugin) ->
                params.put("project", project).put("plugin", plugin);
            case Decide(var project, var plugin, var sha256, var accepted) ->
                params.put("project", project)
                        .put("plugin", plugin)
                        .put("sha256", sha256)
                        .put("accepted", accepted);
            case PluginTools(var plugin, var project) ->
                params.put("plugin", plugin).put("project", project);
            case AcceptTools(var plugin, var project, var digest) ->
                params.put("plugin", plugin).put("project", project).put("digest", digest);
            case Call(var plugin, var method, var of, var millis, var project) -> {
                params.put("plugin", plugin).put("method", method).put("params", of);
                if (!project.isEmpty()) {
                    params.put("project", project);
                }
                if (millis > 0) {
                    params.put("timeout_ms", millis);
                }
            }
            case Logs(var plugin, var lines, var follow) ->
                params.put("plugin", plugin).put("lines", lines).put("follow", follow);
            case Trace(var plugin, var secrets) -> params.put("plugin", plugin).put("secrets", secrets);
            case PlanReplay(var plugin) -> params.put("plugin", plugin);
            case Replay(var plugin, var recorded, var accepted, var withoutData) ->
                params.put("plugin", plugin)
                        .put("recorded", recorded)
                        .put("accepted", Json.texts(accepted))
                        .put("without_data", withoutData);
            case AuditRows(var plugin, var method, var kinds, var since, var after, var limit) ->
                params.put("plugin", plugin)
                        .put("method", method)
                        .put("kinds", Json.texts(kinds))
                        .put("since", since)
                        .put("after", after)
                        .put("limit", limit);
            case AuditVerify(var against) -> params.put("against", Json.texts(against));
            case AuditRetain(var days) -> params.put("days", days);
        }
        return params.build();
    }
}
