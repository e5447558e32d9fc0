package dev.outrigger.launch;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Finds and ends what belongs to a run, wherever it went: what has the run's cookie in its environment, and what is in
/// the child's session or process group.
public final class Strays {
    private static final long LIMIT_NANOS = 5_000_000_000L;

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
                var alive = end(run, 0);
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
    static List<Long> end(Run run, long leader) {
        long start = System.nanoTime();
        while (true) {
            var found = find(run, leader);
            if (found.isEmpty() || System.nanoTime() - start > LIMIT_NANOS) {
                return found;
            }
        }
    }

    private static List<Long> find(Run run, long leader) {
        var found = new ArrayList<Long>();
        var cookie = run.cookie().getBytes(StandardCharsets.ISO_8859_1);
        var names = new File("/proc").list();
        for (var name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0))) {
                long pid = Long.parseLong(name);
                if (killIfOurs(pid, cookie, leader)) {
                    found.add(pid);
                }
            }
        }
        return found;
    }

    private static boolean killIfOurs(long pid, byte[] cookie, long leader) {
        var stat = Proc.stat(pid);
        if (stat.isEmpty()
                || stat.get().dead()
                || pid == ProcessHandle.current().pid()) {
            return false;
        }
        boolean grouped =
                leader != 0 && (stat.get().session() == leader || stat.get().group() == leader);
        if (!grouped && !contains(Proc.environment(pid), cookie)) {
            return false;
        }
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        return true;
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
