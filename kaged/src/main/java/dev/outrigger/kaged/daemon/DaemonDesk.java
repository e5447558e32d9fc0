package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditAnchor;
import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.AuditFilter;
import dev.outrigger.kaged.control.ControlDesk;
import dev.outrigger.kaged.control.SocketPeer;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.service.CallContext;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.service.MethodCall;
import dev.outrigger.kaged.service.PluginServices;
import dev.outrigger.kaged.service.ServerTools;
import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.launch.sandbox.Cgroups;
import dev.outrigger.launch.sandbox.Detection;
import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.rpc.CallDeadlines;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcError;
import dev.outrigger.wire.rpc.RpcErrorCode;
import dev.outrigger.wire.rpc.RpcReply;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/// Answers what clients ask of the daemon: a request in, its answer out.
final class DaemonDesk implements ControlDesk {
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(60);

    private final DaemonServices grounds;
    private final OperatorServices operator;
    private final PluginServices services;
    private final PluginInstallation installing;
    private final ProjectDesk projects;
    private final ProjectConsents consents;
    private final ProjectFetches fetches;
    private final ServerTools tools;
    private final TraceReplays replays;
    private final ClientSubscriptions.Of following;
    private final Cgroups groups;
    private final Consumer<String> stop;
    private final IntSupplier clients;
    private final Instant since;
    private final String series = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    private final AtomicLong requests = new AtomicLong();

    DaemonDesk(
            DaemonServices grounds,
            OperatorServices operator,
            PluginServices services,
            ActivePlugins active,
            Cgroups groups,
            Consumer<String> stop,
            IntSupplier clients) {
        this.grounds = grounds;
        this.operator = operator;
        this.services = services;
        this.installing = new PluginInstallation(grounds, operator.packages(), services);
        this.projects = new ProjectDesk(grounds, operator, services, active);
        this.consents = new ProjectConsents(grounds, projects, installing);
        this.fetches = new ProjectFetches(grounds, projects, groups);
        this.tools = new ServerTools(grounds, services);
        this.replays = new TraceReplays(grounds, services);
        this.following = new ClientSubscriptions.Of(grounds, operator.audit(), services);
        this.groups = groups;
        this.stop = stop;
        this.clients = clients;
        this.since = grounds.clock().instant();
    }

    /// Before anybody is let in: the projects as they stand.
    void begin() {
        projects.begin();
        consents.finish();
    }

    @Override
    public Json quick(ToDaemon.Quick asked, SocketPeer peer) {
        return switch (asked) {
            case ToDaemon.Hello _ ->
                Json.object()
                        .put("version", ProgramVersion.NUMBER)
                        .put("pid", ProcessHandle.current().pid())
                        .build();
        };
    }

    /// Everything here is on the way of every call: no thread is changed, and nothing waits.
    @Override
    public void call(ToDaemon.Call asked, SocketPeer peer, RpcReply reply) {
        var patience = asked.millis() == 0 ? USUAL_PATIENCE : Duration.ofMillis(asked.millis());
        var request = series + "-" + requests.incrementAndGet();
        var context = new CallContext(Integer.toString(peer.uid()), asked.project(), "", request);
        var ask = new MethodCall(asked.plugin(), asked.method(), asked.params(), context, CallDeadlines.of(patience));
        var taken = services.call(ask, new CallWaiter() {
            @Override
            public void ended(CallOutcome outcome) {
                answer(outcome, reply);
            }

            @Override
            public void progress(Json.Obj said) {
                reply.progress(said);
            }
        });
        reply.onCancel(taken::takeBack);
    }

    /// No plugin's error can be taken for one of ours: whatever code it chose, it comes as `PLUGIN`.
    private static void answer(CallOutcome outcome, RpcReply reply) {
        switch (outcome) {
            case CallOutcome.Answered(var result) -> reply.result(result);
            case CallOutcome.Lost(var error) -> reply.error(error);
            case CallOutcome.Refused(var error) -> {
                var own = Json.object().put("code", error.code()).put("message", error.message());
                var data = error.data();
                if (data != null) {
                    own.put("data", data);
                }
                reply.error(new RpcError(
                        RpcErrorCode.PLUGIN.number(),
                        error.message(),
                        Json.object().put("error", own.build()).build()));
            }
        }
    }

    @Override
    public Json slow(ToDaemon.Slow asked, SocketPeer peer) throws Declined {
        try {
            return switch (asked) {
                case ToDaemon.Status _ -> status();
                case ToDaemon.Stop _ -> stopping(peer);
                case ToDaemon.Metrics _ -> metrics();
                case ToDaemon.PluginList _ -> DaemonFacts.of(services.conditions());
                case ToDaemon.PlanInstall(var folder) -> installing.plan(folder);
                case ToDaemon.Install install -> changed(installing.install(install, peer));
                case ToDaemon.Remove remove -> changed(installing.remove(remove, peer));
                case ToDaemon.Switch(var turn, var plugin) -> seenAnew(turned(turn, plugin));
                case ToDaemon.Share share -> projects.share(share, peer);
                case ToDaemon.LoadProject(var folder) -> projects.load(folder, peer);
                case ToDaemon.UnloadProject unload -> projects.unload(unload, peer);
                case ToDaemon.ProjectList _ -> projects.list();
                case ToDaemon.ProjectStatus(var project) -> projects.status(project);
                case ToDaemon.PlanConsent plan -> consents.plan(plan);
                case ToDaemon.Decide decide -> consents.decide(decide, peer);
                case ToDaemon.PluginTools(var plugin, var project) -> tools.show(plugin, project);
                case ToDaemon.AcceptTools(var plugin, var project, var digest) ->
                    tools.accept(plugin, project, digest, Integer.toString(peer.uid()));
                case ToDaemon.PlanReplay(var plugin) -> replays.plan(plugin);
                case ToDaemon.Replay replay -> replays.play(replay, peer);
                case ToDaemon.AuditRows rows ->
                    DaemonFacts.rows(operator.audit().rows(filter(rows)));
                case ToDaemon.AuditAnchoring _ -> operator.audit().anchor().json();
                case ToDaemon.AuditVerify(var against) -> verified(against);
                case ToDaemon.AuditRetain(var days) ->
                    Json.object().put("removed", operator.audit().retain(days)).build();
            };
        } catch (ServiceRefusal | StoreProblem | AuditFailure | StorageFailure | IOException e) {
            throw new Declined(e);
        }
    }

    /// What is there, or what local.toml says of it, may be other than before: the projects are looked at again.
    private Json changed(Json answer) throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        if (answer instanceof Json.Obj said && said.text("name").isPresent()) {
            var plugin = said.text("name").get();
            var _ = projects.inTurn(() -> {
                projects.pluginChanged(plugin);
                return Json.EMPTY;
            });
        }
        return answer;
    }

    /// A plugin can be stopped and switched off whatever local.toml has become: the projects stay as they were seen.
    private Json seenAnew(Json answer) throws AuditFailure, StorageFailure, Declined, IOException {
        try {
            return changed(answer);
        } catch (StoreProblem e) {
            grounds.log().note("the projects are as they were: " + e.getMessage());
            return answer;
        }
    }

    @Override
    public ControlDesk.Telling follow(ToDaemon.Follow asked, SocketPeer peer, Teller teller) throws Declined {
        try {
            return switch (asked) {
                case ToDaemon.Logs logs -> following.logs(logs, teller);
                case ToDaemon.Trace trace -> following.trace(trace, teller);
                case ToDaemon.Fetch fetch -> fetches.fetch(fetch, peer, teller);
            };
        } catch (ServiceRefusal | StoreProblem | AuditFailure | StorageFailure | IOException e) {
            throw new Declined(e);
        }
    }

    private Json status() throws ServiceRefusal {
        var home = grounds.home();
        var missing = SandboxReadiness.missing();
        var sandbox = Json.object().put("ready", missing.isEmpty());
        missing.ifPresent(why -> sandbox.put("problem", why));
        sandbox.put("detection", Detection.here().words());
        sandbox.put(
                "cgroups",
                switch (groups) {
                    case Cgroups.Usable(var folder) -> "limits hold for each plugin as a whole, in " + folder;
                    case Cgroups.Missing(var why) -> "limits hold for each process of a plugin: " + why;
                });
        return Json.object()
                .put("running", true)
                .put("version", ProgramVersion.NUMBER)
                .put("pid", ProcessHandle.current().pid())
                .put("home", home.root().toString())
                .put("config", home.localConfig().toString())
                .put("since", since.toString())
                .put("clients", clients.getAsInt())
                .put("sandbox", sandbox.build())
                .put("plugins", DaemonFacts.of(services.conditions()))
                .build();
    }

    private Json stopping(SocketPeer peer) {
        stop.accept("by `kaged stop`, user " + peer.uid());
        return Json.object().put("pid", ProcessHandle.current().pid()).build();
    }

    private Json metrics() throws ServiceRefusal {
        var uptime = Duration.between(since, grounds.clock().instant()).toMillis() / 1000.0;
        return Json.of(
                PrometheusMetrics.text(ProgramVersion.NUMBER, uptime, clients.getAsInt(), services.conditions()));
    }

    private Json turned(ToDaemon.Turn turn, String plugin) throws ServiceRefusal {
        switch (turn) {
            case ENABLE -> services.enable(plugin);
            case DISABLE -> services.disable(plugin);
            // What is read at every start is read at this one, too.
            case RESTART, RELOAD -> services.renew(plugin);
            case STOP -> services.stop(plugin, "by the operator");
        }
        return DaemonFacts.of(services.condition(plugin));
    }

    private Json verified(List<String> against) throws AuditFailure, Declined {
        if (against.isEmpty()) {
            return DaemonFacts.of(operator.audit().verify());
        }
        if (against.size() > AuditAnchor.MOST) {
            throw new Declined("an audit is held against at most " + AuditAnchor.MOST + " anchors at once");
        }
        var anchors = new ArrayList<AuditAnchor>();
        for (var line : against) {
            anchors.add(AuditAnchor.of(line).orElseThrow(() -> new Declined("no anchor: " + Excerpt.of(line))));
        }
        return DaemonFacts.of(operator.audit().compare(anchors));
    }

    private static AuditFilter filter(ToDaemon.AuditRows asked) throws Declined {
        Set<AuditEntry.Kind> kinds = EnumSet.noneOf(AuditEntry.Kind.class);
        Instant since;
        try {
            for (var kind : asked.kinds()) {
                kinds.add(AuditEntry.Kind.of(kind));
            }
            since = asked.since().isEmpty() ? Instant.EPOCH : Instant.parse(asked.since());
        } catch (IllegalArgumentException | DateTimeParseException e) {
            throw new Declined("the audit cannot be asked like this: " + e.getMessage());
        }
        return new AuditFilter(asked.plugin(), asked.method(), kinds, since, asked.after(), asked.limit());
    }
}
