package dev.outrigger.kaged.service;

import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.wire.rpc.CallOutcome;
import dev.outrigger.wire.rpc.CallWaiter;
import dev.outrigger.wire.rpc.RpcErrorCode;
import java.time.Duration;
import java.util.ArrayList;
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
    private final Map<String, PluginService> services = new ConcurrentHashMap<>();
    private final List<NotificationSubscriber> subscribers = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("supervision").factory());
    /// Waits for disks, so that the clock does not.
    private final ScheduledThreadPoolExecutor looks = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("looks at data").factory());

    private volatile boolean closed;

    public PluginServices(DaemonServices grounds) {
        this(grounds, ServiceTimes.USUAL);
    }

    PluginServices(DaemonServices grounds, ServiceTimes bounds) {
        this.grounds = grounds;
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
        var service = services.get(ask.plugin());
        if (service == null) {
            try {
                service = service(ask.plugin());
            } catch (ServiceRefusal e) {
                var pending = new PendingCall(ask, caller, grounds, new CallTally());
                pending.end(CallOutcome.lost(RpcErrorCode.PLUGIN_UNAVAILABLE, String.valueOf(e.getMessage())));
                return pending;
            }
        }
        return service.call(ask, caller);
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
                conditions.add(condition(standing));
            }
        } catch (StoreProblem e) {
            throw new ServiceRefusal(e);
        }
        return conditions;
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
        var service = service(plugin);
        service.enable();
        problem(plugin).ifPresent(service::unusable);
    }

    /// Until [#enable], also after a restart of the daemon. Waits until the process has gone.
    public void disable(String plugin) throws ServiceRefusal {
        service(plugin).disable("by the operator");
    }

    /// Ends its process and starts a new one, if there was one. Waits for the end.
    public void restart(String plugin) throws ServiceRefusal {
        service(plugin).restart();
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
        service.restart();
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
        service(plugin).stop(why);
    }

    /// Ends the process of a plugin that is about to be removed or replaced, if it has one, and forgets it.
    public void forget(String plugin, String why) {
        var service = services.remove(plugin);
        if (service != null) {
            service.retire(why);
            if (service.hangs()) {
                // Whatever comes in its place is not started beside it.
                services.putIfAbsent(plugin, service);
            }
        }
    }

    /// Hears every line on the plugin's pipes, until closed.
    public Watch watch(String plugin, PipeListener tap) throws ServiceRefusal {
        var service = service(plugin);
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
                .map(one -> "plugin " + one.getKey())
                .sorted()
                .toList();
    }

    @FunctionalInterface
    public interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    private PluginService service(String plugin) throws ServiceRefusal {
        if (closed) {
            throw new ServiceRefusal("kaged is about to end");
        }
        var known = services.get(plugin);
        if (known != null) {
            return known;
        }
        if (grounds.store().standing(plugin) instanceof StoreStanding.Absent) {
            throw absent(plugin);
        }
        var made = new PluginService(plugin, grounds, bounds, clock, subscribers);
        var first = services.putIfAbsent(plugin, made);
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
