package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.RunningProgram;
import dev.outrigger.launch.sandbox.DataFolderSize;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.ViolationListener;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Sees a replay's process and ends it when it does what it may not, keeps too much, or takes too long: the first
/// reason counts. A violation is in the audit as one of a plugin that is served, and names the replay.
final class ReplayWitness implements ProgramListener, ViolationListener, AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(10);
    /// Twice of what is copied.
    private static final long MOST_DATA = 512L << 20;

    private final DaemonServices grounds;
    private final String plugin;
    private final long replay;
    /// What its manifest lets it write to, and a replay does not.
    private final List<Path> withheld;

    private final AtomicReference<@Nullable String> reason = new AtomicReference<>();
    private final CompletableFuture<RunningProgram> watched = new CompletableFuture<>();

    /// Ends the process: never the thread that notices, for that may be one that the process's end waits for. Two,
    /// since one may be looking at a folder that does not answer.
    private final ScheduledThreadPoolExecutor ender = new ScheduledThreadPoolExecutor(2, work -> {
        var thread = new Thread(null, work, "end of a replay");
        thread.setDaemon(true);
        return thread;
    });

    ReplayWitness(DaemonServices grounds, String plugin, long replay, List<Path> withheld) {
        this.grounds = grounds;
        this.plugin = plugin;
        this.replay = replay;
        this.withheld = withheld;
    }

    /// From now on, also at what it keeps in this folder: as often as we like, whatever the plugin does.
    void watch(RunningProgram process, Path data) {
        watched.complete(process);
        var _ = ender.scheduleWithFixedDelay(() -> look(data), 1, 1, TimeUnit.SECONDS);
    }

    private void look(Path data) {
        try {
            DataFolderSize.excess(data, MOST_DATA, LOOK).ifPresent(excess -> end("it keeps " + excess));
        } catch (IOException e) {
            end("nobody can tell what it keeps: " + e);
        }
    }

    /// Ends the process for this reason, unless the future is cancelled before.
    Future<?> endAfter(Duration patience, String why) {
        return ender.schedule(() -> end(why), patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    void end(String why) {
        reason.compareAndSet(null, why);
        var _ = watched.thenAcceptAsync(RunningProgram::kill, ender);
    }

    /// Why the process was ended before its time, if it was.
    Optional<String> reason() {
        return Optional.ofNullable(reason.get());
    }

    @Override
    public void warning(String message) {
        grounds.log().note("replay of " + plugin + ": " + message);
    }

    @Override
    public void refused(String host, int port, String why, String allowed) {
        var target = host + ":" + port;
        violated("connect", Json.object().put("what", target).put("why", why));
        end("it tried to connect to " + target + ", which is refused: " + why);
    }

    /// What a plugin may do otherwise is no violation.
    private boolean isWithheld(Violation violation) {
        return violation.kind() == Violation.Kind.WRITE
                && withheld.stream().anyMatch(path -> (violation.what() + "/").startsWith(path + "/"));
    }

    String words(Violation violation) {
        return violation.words()
                + (isWithheld(violation) ? ": a replay only reads what write:fs: names, for those files are real" : "");
    }

    /// Where one kills, the watcher has killed already.
    @Override
    public void seen(Violation violation) {
        if (violation.kills()) {
            reason.compareAndSet(null, words(violation));
        }
        if (isWithheld(violation)) {
            return;
        }
        violated(
                violation.kind().name().toLowerCase(Locale.ROOT),
                Json.object()
                        .put("call", violation.call())
                        .put("what", violation.what())
                        .put("killed", violation.kills()));
    }

    @Override
    public void untold(long count) {
        if (count > 0) {
            violated("more", Json.object().put("count", count));
        }
    }

    @Override
    public void blind(String why) {
        warning("what it does cannot be seen: " + why);
    }

    private void violated(String kind, Json.Builder what) {
        try {
            grounds.audit()
                    .append(AuditEntry.event(
                            AuditEntry.Kind.VIOLATION,
                            grounds.clock().instant(),
                            "",
                            plugin,
                            kind,
                            what.put("replay", replay).build()));
        } catch (AuditFailure e) {
            grounds.log().note(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        ender.shutdownNow();
    }
}
