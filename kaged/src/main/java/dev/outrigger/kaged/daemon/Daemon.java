package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Version;
import dev.outrigger.kaged.audit.Audit;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.audit.DaemonRows;
import dev.outrigger.kaged.control.Doorway;
import dev.outrigger.kaged.control.PidLock;
import dev.outrigger.kaged.service.Grounds;
import dev.outrigger.kaged.service.Refusal;
import dev.outrigger.kaged.service.Services;
import dev.outrigger.kaged.service.Steps;
import dev.outrigger.kaged.sqlite.Sqlite;
import dev.outrigger.kaged.storage.Storage;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.storage.StorageLimits;
import dev.outrigger.kaged.store.Home;
import dev.outrigger.kaged.store.ReplayFolder;
import dev.outrigger.kaged.store.Standing;
import dev.outrigger.kaged.store.Store;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.launch.sandbox.Cgroups;
import dev.outrigger.launch.sandbox.Readiness;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.launch.tunnel.Resolver;
import dev.outrigger.wire.rpc.Ticker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
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

    private final Home home;
    private final Map<String, String> environment;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);

    private Daemon(Home home, Map<String, String> environment) {
        this.home = home;
        this.environment = environment;
    }

    /// Returns when the daemon has ended as it was asked to. `ready` is called once, when it answers; `echo` gets a
    /// copy of the log.
    public static void run(Home home, Map<String, String> environment, Runnable ready, @Nullable OutputStream echo)
            throws Problem {
        int uid;
        try {
            uid = Home.uid();
        } catch (StoreProblem e) {
            throw new Problem(String.valueOf(e.getMessage()), "");
        }
        Premises.prepare(home, uid);
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

    private static PidLock lock(Home home) throws IOException, Problem {
        return PidLock.take(home.pid()).orElseThrow(() -> running(home));
    }

    /// What a second start is told.
    public static Problem running(Home home) {
        var pid = PidLock.pid(home.pid());
        return new Problem(
                "kaged is running already" + (pid.isPresent() ? ", pid " + pid.getAsLong() : ""),
                "Its home is " + home.root() + "; `kaged stop` ends it.");
    }

    private void live(int uid, LogFile log, Runnable ready)
            throws IOException, StoreProblem, AuditFailure, StorageFailure {
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> log.bug("in thread " + thread.getName(), e));
        var steps = new Steps(log);
        Sqlite.library(home.root().resolve("lib"));
        var store = new Store(home);
        store.recover().forEach(log::note);
        var traces = Premises.tracesOfPlugins(home);
        try (var ticker = Ticker.start();
                var audit = Audit.open(home.database(), Clock.systemUTC());
                var storage = Storage.open(home.storage(), StorageLimits.USUAL);
                var rows = started(audit, traces, uid);
                var _ = EndingSignals.heard(rows::endsBecause)) {
            for (var standing : store.list()) {
                switch (standing) {
                    case Standing.Installed(var name, var _, var _) -> Premises.dataOf(home, name);
                    case Standing.Broken(var name, var _, var problem) ->
                        log.note("the plugin " + name + " cannot be used: " + problem);
                    case Standing.Absent _ -> {}
                }
            }
            var groups = Cgroups.here();
            var sandbox = new Sandbox(home.sandboxes(), Resolver.SYSTEM, groups);
            sandbox.tidy().forEach(log::note);
            ReplayFolder.sweep(home).forEach(log::note);
            var grounds = new Grounds(
                    home,
                    store,
                    sandbox,
                    audit,
                    storage,
                    ticker,
                    log,
                    steps,
                    Clock.systemUTC(),
                    environment.getOrDefault("PATH", "/usr/bin:/bin"),
                    Version.NUMBER);
            serve(uid, grounds, groups, rows, log, ready);
        }
        log.note("kaged has ended");
    }

    /// Where plugins were served before, there was an audit.
    private DaemonRows started(Audit audit, Optional<Path> traces, int uid) throws AuditFailure {
        if (traces.isPresent()) {
            audit.expectRows(traces.get().toString());
        }
        var about = new DaemonRows.About(
                Version.NUMBER, ProcessHandle.current().pid(), uid, home.root().toString());
        return DaemonRows.started(audit, Clock.systemUTC(), about);
    }

    private void serve(int uid, Grounds grounds, Cgroups groups, DaemonRows rows, LogFile log, Runnable ready)
            throws IOException {
        var systemd = new Systemd(environment, log);
        var ending = Thread.ofPlatform().unstarted(this::asked);
        var services = new Services(grounds);
        var guests = new Guests();
        var desk = new FrontDesk(
                grounds,
                services,
                groups,
                who -> {
                    rows.endsBecause(who);
                    stop.countDown();
                },
                guests);
        try (var doorway = Doorway.open(home.socket(), uid, desk, grounds.ticker(), log)) {
            guests.doorway = doorway;
            // Before the doorway is closed: while the plugins end, clients can still see how that goes.
            try (services) {
                Runtime.getRuntime().addShutdownHook(ending);
                Readiness.missing().ifPresent(why -> log.note("no plugin can be started: " + why));
                log.note("kaged " + Version.NUMBER + " is ready, pid "
                        + ProcessHandle.current().pid() + ", home " + home.root());
                ready.run();
                systemd.ready(() -> look(services, log));
                awaitStop();
                // First of all: everything behind it can hang.
                lastResort(grounds, services);
                log.note("kaged ends");
                systemd.ends();
            }
        } finally {
            forget(ending);
        }
    }

    private void lastResort(Grounds grounds, Services services) {
        LastResort.arm(
                END,
                gone,
                () -> grounds.log()
                        .note("kaged was to end " + END.toSeconds()
                                + " s ago, and ends now as it is; it leaves behind: "
                                + left(grounds.steps(), services)),
                () -> Runtime.getRuntime().halt(LEFT_SOMETHING));
    }

    private static String left(Steps steps, Services services) {
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
        private volatile @Nullable Doorway doorway;

        @Override
        public int getAsInt() {
            var known = doorway;
            return known == null ? 0 : known.guests();
        }
    }

    private static void look(Services services, LogFile log) {
        try {
            services.conditions();
        } catch (Refusal e) {
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
            if (gone.await(END.plus(LastResort.WORDS).plusSeconds(1).toNanos(), TimeUnit.NANOSECONDS)) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
            }
        } catch (InterruptedException _) {
            // Then it ends as it is: the audit's journals keep what is left.
        }
    }
}
