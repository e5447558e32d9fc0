package dev.outrigger.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// Finds and ends what belongs to a run, wherever it went: what has the run's cookie in its environment, and what is
/// in the child's session or process group.
public final class StrayProcesses {
    private static final long LIMIT_NANOS = 5_000_000_000L;
    private static final long PAUSE_NANOS = 500_000L;

    /// Beyond so many numbers, a listing is quicker than asking for each.
    private static final long MOST_PROBES = 100;

    private final Set<String> cookies;
    private final long leader;
    private final YoungerProcesses births;
    private boolean unsure;

    private StrayProcesses(Set<String> cookies, long leader, YoungerProcesses births) {
        this.cookies = cookies;
        this.leader = leader;
        this.births = births;
    }

    /// Ends what killed hosts left behind; to be called once by every new host. Nothing is killed for its pid alone,
    /// which may belong to another process by now, only for the cookie. Returns lines for the log: what was done.
    public static List<String> endLeftovers(Path stateDir) {
        var names = RunRecord.folder(stateDir).toFile().list();
        if (names == null || names.length == 0) {
            return List.of();
        }
        var notes = new ArrayList<String>();
        var left = new LinkedHashMap<String, Path>();
        for (var name : names) {
            var file = RunRecord.folder(stateDir).resolve(name);
            var run = ProgramRun.parse(name);
            try {
                if (run.isPresent() && RunRecord.isLeftover(run.get(), Files.readString(file))) {
                    left.put(name, file);
                }
            } catch (NoSuchFileException _) {
                // Its run has just ended.
            } catch (IOException e) {
                notes.add("cannot read " + file + ": " + e.getMessage());
            }
        }
        if (!left.isEmpty()) {
            endAll(left, notes);
        }
        return notes;
    }

    private static void endAll(Map<String, Path> left, List<String> notes) {
        var alive = new StrayProcesses(left.keySet(), 0, YoungerProcesses.ALL).end();
        if (!alive.isEmpty()) {
            notes.add("left by a killed host, and cannot be ended: process " + alive);
            return;
        }
        for (var file : left.values()) {
            try {
                var program = RunRecord.program(Files.readString(file));
                Files.deleteIfExists(file);
                notes.add("ended what a killed host had left of " + program);
            } catch (IOException e) {
                notes.add("cannot remove " + file + ": " + e.getMessage());
            }
        }
    }

    /// Kills until a look finds none, since what is killed may have forked a moment before. Returns who would not die.
    /// `leader` is the child's pid, while no other process can have it, else 0.
    static List<Long> end(ProgramRun run, long leader, YoungerProcesses births) {
        return new StrayProcesses(Set.of(run.cookie()), leader, births).end();
    }

    private List<Long> end() {
        long start = System.nanoTime();
        while (true) {
            unsure = false;
            var found = killAll();
            long waited = System.nanoTime() - start;
            if ((found.isEmpty() && !unsure) || waited > LIMIT_NANOS) {
                return found;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /// Those born while we look are looked at, too, until we have caught up with them: nobody runs ahead of us by
    /// forking and leaving.
    private List<Long> killAll() {
        var found = new ArrayList<Long>();
        long last = YoungerProcesses.lastPid();
        boolean ascending = births.ascending(last);
        long next = births.first();
        if (!ascending || last - next > MOST_PROBES) {
            var names = new File("/proc").list();
            for (var name : names == null ? new String[0] : names) {
                long pid = Character.isDigit(name.charAt(0)) ? Long.parseLong(name) : -1;
                if (pid > 0 && (!ascending || pid >= next) && killIfOurs(pid)) {
                    found.add(pid);
                }
            }
            next = last + 1;
        }
        while (next <= last || next <= (last = YoungerProcesses.lastPid())) {
            if (killIfOurs(next)) {
                found.add(next);
            }
            next++;
        }
        return found;
    }

    /// /proc also answers for the numbers of threads, our own among them.
    private boolean killIfOurs(long pid) {
        if (!isOurs(pid) || new File("/proc/self/task/" + pid).exists()) {
            return false;
        }
        // The handle knows when its process was born. Whoever is ours after it was made, is the one it kills.
        var handle = ProcessHandle.of(pid);
        if (handle.isPresent() && isOurs(pid)) {
            handle.get().destroyForcibly();
        }
        return true;
    }

    private boolean isOurs(long pid) {
        var stat = ProcFiles.stat(pid);
        if (stat.isEmpty() || stat.get().dead()) {
            return false;
        }
        if (leader != 0 && (stat.get().session() == leader || stat.get().group() == leader)) {
            return true;
        }
        var environment = ProcFiles.environment(pid);
        if (environment.isPresent() && environment.get().length > 0) {
            return ProgramRun.belongs(environment.get(), cookies);
        }
        // A process shows no environment in the middle of an exec, and while it dies. So we have to come back.
        var now = ProcFiles.stat(pid);
        unsure |= now.isPresent() && !now.get().dead() && now.get().changing();
        return false;
    }
}
