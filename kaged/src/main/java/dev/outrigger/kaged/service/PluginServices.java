package dev.outrigger.kaged.service;

import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// All plugins of this daemon. None is started before somebody needs it.
public final class PluginServices implements AutoCloseable {
    private final DaemonServices grounds;
    private final ServiceTimes bounds;
    private final ProjectReach reach;
    private final Map<Key, PluginService> services = new ConcurrentHashMap<>();
    private final Map<String, TappedPipes> taps = new ConcurrentHashMap<>();
    private final List<NotificationSubscriber> subscribers = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("supervision").factory());
    /// Waits for disks, so that the clock does not.
    private final ScheduledThreadPoolExecutor looks = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("looks at data").factory());

    private volatile boolean closed;

    /// A run of a plugin: for every project, or, with the id of one, for that alone.
    private record Key(String plugin, String project) {}

    public PluginServices(DaemonServices grounds, ProjectReach reach) {
        this(grounds, reach, ServiceTimes.USUAL);
    }

    PluginServices(DaemonServices grounds, ProjectReach reach, ServiceTimes bounds) {
        this.grounds = grounds;
        this.reach = reach;
        this.bounds = bounds;
        // A call's alarm would keep the call, and what it said, until its time were over.
        clock.setRemoveOnCancelPolicy(true);
        long pause = bounds.rhythm().toNanos();
        var _ = looks.scheduleWithFixedDelay(this::measure, pause, pause, TimeUnit.NANOSECONDS);
    }

    /// All that run, one after the other: however many there are and whatever they keep, no more than one disk is busy.
    private void measure() {
        try {
            services.values().forEach(PluginService::measure);
        } catch (RuntimeException e) {
            grounds.log().bug("while looking at what plugins keep", e);
        }
    }

    /// Never waits. The caller hears the end exactly once, from any thread, and progress before it.
    public AcceptedCall call(MethodCall ask, CallWaiter caller) {
        return switch (reach.of(ask.plugin(), ask.context().project())) {
            case ProjectReach.Reach.Denied(var why) -> refused(ask, caller, RpcErrorCode.DENIED, why);
            case ProjectReach.Reach.Granted(var share, boolean apart) -> call(ask.within(share), apart, caller);
        };
    }

    private AcceptedCall call(MethodCall ask, boolean apart, CallWaiter caller) {
        var projects = apart
                ? new PluginProjects.Apart(ask.context().share())
                : new PluginProjects.Shared(reach, ask.plugin());
        var service = services.get(key(ask.plugin(), projects));
        if (service == null) {
            try {
                service = service(ask.plugin(), projects);
            } catch (ServiceRefusal e) {
                return refused(ask, caller, RpcErrorCode.PLUGIN_UNAVAILABLE, String.valueOf(e.getMessage()));
            }
        }
        return service.call(ask, caller);
    }

    private AcceptedCall refused(MethodCall ask, CallWaiter caller, RpcErrorCode code, String why) {
        var pending = new PendingCall(ask, caller, grounds, new CallTally());
        pending.end(CallOutcome.lost(code, why));
        return pending;
    }

    private static Key key(String plugin, PluginProjects projects) {
        return new Key(plugin, projects.only().id());
    }

    /// None has been started yet.
    public boolean isUnused() {
        return services.values().stream().allMatch(PluginService::isUnused);
    }

    /// Every installed plugin, by name.
    public List<PluginCondition> conditions() throws ServiceRefusal {
        var conditions = new ArrayList<PluginCondition>();
        try {
            for (var standing : grounds.store().list()) {
                var here = condition(standing);
                var apart = apart(here.name());
                if (apart.isEmpty() || here.state() != PluginCondition.State.IDLE) {
                    conditions.add(here);
                }
                apart.forEach(run -> conditions.add(run.condition().ofVersion(here.version())));
            }
        } catch (StoreProblem e) {
            throw new ServiceRefusal(e);
        }
        return conditions;
    }

    /// The runs for one project each, in the order of the projects.
    private List<PluginService> apart(String plugin) {
        return services.entrySet().stream()
                .filter(one -> one.getKey().plugin().equals(plugin)
                        && !one.getKey().project().isEmpty())
                .sorted(Comparator.comparing(one -> one.getKey().project()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /// All of its runs: the one that is always there first.
    private List<PluginService> all(String plugin) throws ServiceRefusal {
        var all = new ArrayList<>(List.of(service(plugin)));
        all.addAll(apart(plugin));
        return all;
    }

    public PluginCondition condition(String plugin) throws ServiceRefusal {
        return condition(grounds.store().standing(plugin));
    }

    private PluginCondition condition(StoreStanding standing) throws ServiceRefusal {
        return switch (standing) {
            case StoreStanding.Absent(var name) -> throw absent(name);
            case StoreStanding.Broken(var name, var _, var problem) ->
                service(name).condition().broken(problem);
            case StoreStanding.Installed(var name, var _, var manifest) ->
                service(name).condition().ofVersion(manifest.version());
        };
    }

    private static ServiceRefusal absent(String name) {
        return new ServiceRefusal("there is no plugin " + name + ": kaged plugin list");
    }

    /// Brings back what was switched off, by the operator or because it kept failing. One that could not be started all
    /// the same is said to be broken now, and not by the next call.
    public void enable(String plugin) throws ServiceRefusal {
        var runs = all(plugin);
        for (var run : runs) {
            run.enable();
        }
        var problem = problem(plugin);
        runs.forEach(run -> problem.ifPresent(run::unusable));
    }

    /// Until [#enable], also after a restart of the daemon. Waits until the process has gone.
    public void disable(String plugin) throws ServiceRefusal {
        for (var service : all(plugin)) {
            service.disable("by the operator");
        }
    }

    /// Ends its process and starts a new one, if there was one. Waits for the end.
    public void restart(String plugin) throws ServiceRefusal {
        for (var service : all(plugin)) {
            service.restart();
        }
    }

    /// The same, resting on what its files and its configuration say now. One that could not be started from them is
    /// left as it is.
    public void renew(String plugin) throws ServiceRefusal {
        var service = service(plugin);
        service.refuseIfOff();
        var problem = problem(plugin);
        if (problem.isPresent()) {
            throw service.unusable(problem.get());
        }
        for (var each : all(plugin)) {
            each.restart();
        }
    }

    /// Why it could not be started now; also when to find out takes too long.
    private Optional<String> problem(String plugin) {
        var look = new FutureTask<Optional<String>>(() -> {
            try {
                var _ = StartContract.load(grounds, plugin);
                return Optional.empty();
            } catch (ServiceRefusal e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        });
        if (!grounds.steps().unlessLeft(bounds.end(), "a look at what " + plugin + " is started from", look)) {
            return Optional.of("its files, or its configuration, cannot be read in time");
        }
        try {
            return look.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of("nobody waits for it any more");
        } catch (ExecutionException e) {
            throw new IllegalStateException("while looking at " + plugin, e);
        }
    }

    /// Ends its process until the next call. Waits for the end.
    public void stop(String plugin, String why) throws ServiceRefusal {
        for (var service : all(plugin)) {
            service.stop(why);
        }
    }

    /// Ends the process of a plugin that is about to be removed or replaced, if it has one, and forgets it.
    public void forget(String plugin, String why) {
        for (var key : List.copyOf(services.keySet())) {
            if (key.plugin().equals(plugin)) {
                forget(key, why);
            }
        }
    }

    /// The same for the run of one project that has gone, if there is such a run.
    public void forget(String plugin, String project, String why) {
        forget(new Key(plugin, project), why);
    }

    private void forget(Key key, String why) {
        var service = services.remove(key);
        if (service != null) {
            service.retire(why);
            if (service.hangs()) {
                // Whatever comes in its place is not started beside it.
                services.putIfAbsent(key, service);
            }
        }
    }

    /// After the projects of a plugin have changed.
    public void tellProjects(String plugin) {
        var shared = services.get(new Key(plugin, ""));
        if (shared != null) {
            shared.tellProjects();
        }
    }

    /// Starts it unless it runs, and waits until it is ready. Why it is not, if so.
    Optional<String> awaitReady(String plugin, String project, Duration patience) throws ServiceRefusal {
        try {
            return service(plugin, projects(plugin, project)).awaitReady(patience);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of("nobody waits for it any more");
        }
    }

    /// By which of its runs the plugin serves this project, or, with none, the operator: the id of a project, or "" for
    /// the run of all.
    String runOf(String plugin, String project) throws ServiceRefusal {
        return projects(plugin, project).only().id();
    }

    private PluginProjects projects(String plugin, String project) throws ServiceRefusal {
        return switch (reach.of(plugin, project)) {
            case ProjectReach.Reach.Denied(var why) -> throw new ServiceRefusal(why);
            case ProjectReach.Reach.Granted(var share, boolean apart) ->
                apart ? new PluginProjects.Apart(share) : new PluginProjects.Shared(reach, plugin);
        };
    }

    /// Waits until a run that has said that its tools are others by now has told them.
    void lookAtTools(String plugin, String project, Duration patience) throws ServiceRefusal {
        var run = services.get(key(plugin, projects(plugin, project)));
        if (run != null) {
            run.lookAtTools(patience);
        }
    }

    void renewTools(String plugin) throws ServiceRefusal {
        for (var run : all(plugin)) {
            run.renewTools();
        }
    }

    /// Hears every line on the plugin's pipes, until closed.
    public Watch watch(String plugin, PipeListener tap) throws ServiceRefusal {
        var service = service(plugin);
        // All of its runs share what is watched.
        service.watch(tap);
        return () -> service.unwatch(tap);
    }

    /// Hears what all plugins tell, until closed.
    public Watch subscribe(NotificationSubscriber subscriber) {
        subscribers.add(subscriber);
        return () -> subscribers.remove(subscriber);
    }

    /// The plugins of which something has not ended. For a daemon that is about to.
    public List<String> unended() {
        return services.entrySet().stream()
                .filter(one -> one.getValue().hasProcess())
                .map(one -> "plugin " + one.getKey().plugin())
                .sorted()
                .toList();
    }

    @FunctionalInterface
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    private PluginService service(String plugin) throws ServiceRefusal {
        return service(plugin, new PluginProjects.Shared(reach, plugin));
    }

    private PluginService service(String plugin, PluginProjects projects) throws ServiceRefusal {
        if (closed) {
            throw new ServiceRefusal("kaged is about to end");
        }
        var key = key(plugin, projects);
        var known = services.get(key);
        if (known != null) {
            return known;
        }
        if (grounds.store().standing(plugin) instanceof StoreStanding.Absent) {
            throw absent(plugin);
        }
        var tapped = taps.computeIfAbsent(plugin, _ -> new TappedPipes());
        var made = new PluginService(plugin, grounds, bounds, clock, subscribers, tapped, projects);
        var first = services.putIfAbsent(key, made);
        return first == null ? made : first;
    }

    /// Stops all of them, side by side, and waits; not for what hangs.
    @Override
    public void close() {
        closed = true;
        looks.shutdownNow();
        var ends = new ArrayList<Thread>();
        for (var service : services.values()) {
            ends.add(Thread.ofPlatform().daemon().start(() -> service.retire("kaged ends")));
        }
        long end = System.nanoTime() + bounds.endOfAll().toNanos();
        for (var one : ends) {
            try {
                one.join(Duration.ofNanos(Math.max(end - System.nanoTime(), 1)));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        clock.shutdownNow();
    }
}
