package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.AuditLog;
import dev.outrigger.kaged.audit.DaemonRows;
import dev.outrigger.kaged.control.ControlDoorway;
import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.kaged.project.ProjectRecordFiles;
import dev.outrigger.kaged.service.BoundedSteps;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.service.PluginServices;
import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.kaged.storage.SqliteStorage;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.storage.StorageLimits;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.PluginStore;
import dev.outrigger.kaged.store.ReplayFolder;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.kaged.store.SwitchFiles;
import dev.outrigger.kaged.store.WrapFolder;
import dev.outrigger.launch.UninterruptedWait;
import dev.outrigger.launch.sandbox.Cgroups;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.launch.sandbox.SandboxReadiness;
import dev.outrigger.launch.tunnel.HostResolver;
import dev.outrigger.system.EndingSignals;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.wire.rpc.DeadlineTicker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// The daemon's whole life, on the thread that calls [#run].
public final class Daemon {
    /// From the word to end until the process is gone, whatever hangs: less than `kaged stop` and the service manager
    /// wait. Plugins have up to 30 s of it, and what it takes to end them.
    private static final Duration END = Duration.ofSeconds(55);

    private static final int LEFT_SOMETHING = 1;

    private final KagedHome home;
    private final Map<String, String> environment;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);

    private Daemon(KagedHome home, Map<String, String> environment) {
        this.home = home;
        this.environment = environment;
    }

    /// Returns when the daemon has ended as it was asked to. `ready` is called once, when it answers; `echo` gets a
    /// copy of the log.
    public static void run(KagedHome home, Map<String, String> environment, Runnable ready, @Nullable OutputStream echo)
            throws Problem {
        int uid;
        try {
            uid = KagedHome.uid();
        } catch (StoreProblem e) {
            throw new Problem(String.valueOf(e.getMessage()), "");
        }
        HomeFolders.prepare(home, uid);
        var daemon = new Daemon(home, environment);
        try (var _ = lock(home);
                var log = new LogFile(home.logs().resolve("kaged.log"), echo, Clock.systemUTC())) {
            daemon.live(uid, log, ready);
        } catch (IOException | StoreProblem | AuditFailure | StorageFailure e) {
            throw new Problem("kaged cannot run: " + e.getMessage(), "");
        } finally {
            daemon.gone.countDown();
        }
    }

    private static PidLock lock(KagedHome home) throws IOException, Problem {
        return PidLock.take(home.pid()).orElseThrow(() -> running(home));
    }

    /// What a second start is told.
    public static Problem running(KagedHome home) {
        var pid = PidLock.pid(home.pid());
        return new Problem(
                "kaged is running already" + (pid.isPresent() ? ", pid " + pid.getAsLong() : ""),
                "Its home is " + home.root() + "; `kaged stop` ends it.");
    }

    private void live(int uid, LogFile log, Runnable ready)
            throws IOException, StoreProblem, AuditFailure, StorageFailure {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> log.bug("in thread " + thread.getName(), e));
        var steps = new BoundedSteps(log);
        Sqlite.library(home.root().resolve("lib"));
        var store = new PluginStore(home);
        store.recover().forEach(log::note);
        var traces = HomeFolders.tracesOfPlugins(home);
        try (var ticker = DeadlineTicker.start();
                var audit = AuditLog.open(home.database(), Clock.systemUTC());
                var storage = SqliteStorage.open(home.storage(), StorageLimits.USUAL);
                var rows = started(audit, traces.orElse(null), uid);
                var _ = EndingSignals.beforeEnd(name -> rows.endsBecause("by " + name))) {
            for (var standing : store.list()) {
                switch (standing) {
                    case StoreStanding.Installed(var name, var _, var _) -> HomeFolders.dataOf(home, name);
                    case StoreStanding.Broken(var name, var _, var problem) ->
                        log.note("the plugin " + name + " cannot be used: " + problem);
                    case StoreStanding.Absent _ -> {}
                }
            }
            var groups = Cgroups.here();
            var sandbox = new Sandbox(home.sandboxes(), HostResolver.SYSTEM, groups);
            sandbox.tidy().forEach(log::note);
            ReplayFolder.sweep(home).forEach(log::note);
            WrapFolder.sweep(home).forEach(log::note);
            var grounds = new DaemonServices(
                    home,
                    store,
                    new SwitchFiles(home.disabled()),
                    sandbox,
                    audit,
                    storage,
                    ticker,
                    log,
                    steps,
                    Clock.systemUTC(),
                    environment.getOrDefault("PATH", "/usr/bin:/bin"),
                    ProgramVersion.NUMBER);
            serve(
                    uid,
                    grounds,
                    new OperatorServices(audit, store, new ProjectRecordFiles(home.projects())),
                    groups,
                    rows,
                    log,
                    ready);
        }
        log.note("kaged has ended");
    }

    /// Where plugins were served before, there was an audit.
    private DaemonRows started(AuditLog audit, @Nullable Path traces, int uid) throws AuditFailure {
        if (traces != null) {
            audit.expectRows(traces.toString());
        }
        var about = new DaemonRows.About(
                ProgramVersion.NUMBER,
                ProcessHandle.current().pid(),
                uid,
                home.root().toString());
        return DaemonRows.started(audit, Clock.systemUTC(), about);
    }

    private void serve(
            int uid,
            DaemonServices grounds,
            OperatorServices operator,
            Cgroups groups,
            DaemonRows rows,
            LogFile log,
            Runnable ready)
            throws IOException {
        var systemd = new SystemdNotify(environment, log);
        var ending = Thread.ofPlatform().unstarted(this::asked);
        var active = new ActivePlugins();
        var services = new PluginServices(grounds, active);
        var guests = new Guests();
        var desk = new DaemonDesk(
                grounds,
                operator,
                services,
                active,
                groups,
                who -> {
                    rows.endsBecause(who);
                    stop.countDown();
                },
                guests);
        desk.begin();
        // Before anybody can know that it runs: a signal that comes right then ends it in order, too.
        Runtime.getRuntime().addShutdownHook(ending);
        try (var doorway = ControlDoorway.open(home.socket(), uid, desk, grounds.ticker(), log)) {
            guests.doorway = doorway;
            // Before the doorway is closed: while the plugins end, clients can still see how that goes.
            try (services) {
                SandboxReadiness.missing().ifPresent(why -> log.note("no plugin can be started: " + why));
                log.note("kaged " + ProgramVersion.NUMBER + " is ready, pid "
                        + ProcessHandle.current().pid() + ", home " + home.root());
                ready.run();
                var rehearsal = rehearse(grounds, services);
                systemd.ready(() -> look(services, log));
                awaitStop();
                // First of all: everything behind it can hang.
                lastResort(grounds, services);
                log.note("kaged ends");
                systemd.ends();
                UninterruptedWait.keep(() -> rehearsal.join(END));
            }
        } finally {
            forget(ending);
        }
    }

    /// What the first start of a plugin would have to wait for is done now, while nobody waits; no longer than until
    /// somebody does.
    private Thread rehearse(DaemonServices grounds, PluginServices services) {
        return Thread.ofPlatform().daemon().name("rehearses").start(() -> {
            if (SandboxReadiness.missing().isPresent()) {
                return;
            }
            try {
                grounds.sandbox().rehearse(() -> services.isUnused() && stop.getCount() > 0);
            } catch (ConfinementRefused | IOException e) {
                grounds.log()
                        .note("the first start of a plugin will take longer, if it can be started at all: "
                                + e.getMessage());
            }
        });
    }

    private void lastResort(DaemonServices grounds, PluginServices services) {
        ForcedShutdown.arm(
                END,
                gone,
                () -> grounds.log()
                        .note("kaged was to end " + END.toSeconds()
                                + " s ago, and ends now as it is; it leaves behind: "
                                + left(grounds.steps(), services)),
                () -> Runtime.getRuntime().halt(LEFT_SOMETHING));
    }

    private static String left(BoundedSteps steps, PluginServices services) {
        var left = new ArrayList<>(steps.left());
        left.addAll(services.unended());
        return left.isEmpty() ? "nothing that it knows of" : String.join("; ", left);
    }

    private static void forget(Thread ending) {
        try {
            Runtime.getRuntime().removeShutdownHook(ending);
        } catch (IllegalStateException _) {
            // It is at work: a signal ends us.
        }
    }

    private static final class Guests implements IntSupplier {
        private volatile @Nullable ControlDoorway doorway;

        @Override
        public int getAsInt() {
            var known = doorway;
            return known == null ? 0 : known.guests();
        }
    }

    private static void look(PluginServices services, LogFile log) {
        try {
            services.conditions();
        } catch (ServiceRefusal e) {
            log.note(String.valueOf(e.getMessage()));
        }
    }

    private void awaitStop() {
        while (true) {
            try {
                stop.await();
                return;
            } catch (InterruptedException _) {
                // Nobody has a reason to: the daemon ends when it is asked to.
            }
        }
    }

    /// By a signal: the JVM ends when this returns, so it does not before all is in order. Then the main thread ends
    /// the process, with a better exit code than the signal's.
    private void asked() {
        stop.countDown();
        try {
            if (gone.await(END.plus(ForcedShutdown.WORDS).plusSeconds(1).toNanos(), TimeUnit.NANOSECONDS)) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
            }
        } catch (InterruptedException _) {
            // Then it ends as it is: the audit's journals keep what is left.
        }
    }
}
