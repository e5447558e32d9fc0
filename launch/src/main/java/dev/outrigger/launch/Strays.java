package dev.outrigger.launch;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Finds and ends what belongs to a run, wherever it went: what has the run's cookie in its environment, and what is in
/// the child's session or process group.
public final class Strays {
    private static final long LIMIT_NANOS = 5_000_000_000L;
    private static final long PAUSE_NANOS = 500_000L;

    /// Beyond so many numbers, a listing is quicker than asking for each.
    private static final long MOST_PROBES = 100;

    private Strays() {}

    /// Ends what killed hosts left behind; to be called once by every new host. Nothing is killed for its pid alone,
    /// which may belong to another process by now, only for the cookie. Returns what was done, a line each, for the
    /// log.
    public static List<String> endLeftovers(Path stateDir) {
        var names = RunRecord.folder(stateDir).toFile().list();
        if (names == null || names.length == 0) {
            return List.of();
        }
        var notes = new ArrayList<String>();
        for (var name : names) {
            var run = Run.parse(name);
            if (run.isPresent()) {
                endLeftover(run.get(), RunRecord.folder(stateDir).resolve(name), notes);
            }
        }
        return notes;
    }

    private static void endLeftover(Run run, Path file, List<String> notes) {
        try {
            var text = Files.readString(file);
            if (text.startsWith(RunRecord.bootId() + "\n")) {
                boolean elsewhere = !text.startsWith(RunRecord.here());
                boolean ourOwn = System.getenv().getOrDefault(Run.VARIABLE, "").contains(run.cookie());
                if (elsewhere || ourOwn || run.hostAlive()) {
                    return;
                }
                var alive = end(run, 0, Births.ALL);
                if (!alive.isEmpty()) {
                    notes.add("left by a killed host and not to be ended: process " + alive);
                    return;
                }
            }
            Files.deleteIfExists(file);
            notes.add("ended what a killed host (pid " + run.hostPid() + ") left of "
                    + text.substring(text.strip().lastIndexOf('\n') + 1).strip());
        } catch (IOException e) {
            notes.add("cannot read " + file + ": " + e.getMessage());
        }
    }

    /// Kills until a look finds none, since what is killed may have forked a moment before. Returns who would not die.
    /// `leader` is the child's pid, while no other process can have it, else 0.
    static List<Long> end(Run run, long leader, Births births) {
        var cookie = run.cookie().getBytes(StandardCharsets.ISO_8859_1);
        long start = System.nanoTime();
        while (true) {
            var found = killAll(cookie, leader, births);
            if (found.isEmpty() || System.nanoTime() - start > LIMIT_NANOS) {
                return found;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /// Those born while we look are looked at, too, until we have caught up with them: nobody runs ahead of us by
    /// forking and leaving.
    private static List<Long> killAll(byte[] cookie, long leader, Births births) {
        var found = new ArrayList<Long>();
        long last = Births.lastPid();
        boolean ascending = births.ascending(last);
        long next = births.first();
        if (!ascending || last - next > MOST_PROBES) {
            var names = new File("/proc").list();
            for (var name : names == null ? new String[0] : names) {
                long pid = Character.isDigit(name.charAt(0)) ? Long.parseLong(name) : -1;
                if (pid > 0 && (!ascending || pid >= next) && killIfOurs(pid, cookie, leader)) {
                    found.add(pid);
                }
            }
            next = last + 1;
        }
        while (next <= last || next <= (last = Births.lastPid())) {
            if (killIfOurs(next, cookie, leader)) {
                found.add(next);
            }
            next++;
        }
        return found;
    }

    /// /proc also answers for the numbers of threads, our own among them.
    private static boolean killIfOurs(long pid, byte[] cookie, long leader) {
        if (!isOurs(pid, cookie, leader) || new File("/proc/self/task/" + pid).exists()) {
            return false;
        }
        // The handle knows when its process was born. Whoever is ours after it was made, is the one it kills.
        var handle = ProcessHandle.of(pid);
        if (handle.isPresent() && isOurs(pid, cookie, leader)) {
            handle.get().destroyForcibly();
        }
        return true;
    }

    private static boolean isOurs(long pid, byte[] cookie, long leader) {
        var stat = Proc.stat(pid);
        if (stat.isEmpty() || stat.get().dead()) {
            return false;
        }
        boolean grouped =
                leader != 0 && (stat.get().session() == leader || stat.get().group() == leader);
        return grouped || contains(Proc.environment(pid), cookie);
    }

    private static boolean contains(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            int k = 0;
            while (k < wanted.length && bytes[i + k] == wanted[k]) {
                k++;
            }
            if (k == wanted.length) {
                return true;
            }
        }
        return false;
    }
}
