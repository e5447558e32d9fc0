package dev.outrigger.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Names this process as a host, for whoever finds the name later on something it started: in which process
/// namespace its pid counts, the pid, and when it began, which no later process of that number has in common.
public final class HostMark {
    private static final AtomicReference<@Nullable String> HERE = new AtomicReference<>();

    private HostMark() {}

    public static String here() throws IOException {
        var known = HERE.get();
        if (known == null) {
            long pid = ProcessHandle.current().pid();
            long ticks = ProcFiles.stat(pid).map(ProcFiles.Stat::startTicks).orElse(0L);
            known = namespace() + "-" + pid + "-" + ticks;
            HERE.set(known);
        }
        return known;
    }

    /// Whether this is the mark of a host that is dead. Of one in another process namespace we cannot know.
    public static boolean isOfADeadHost(String mark) throws IOException {
        var parts = mark.split("-", -1);
        if (parts.length != 3 || !parts[0].equals(namespace())) {
            return false;
        }
        try {
            var host = ProcFiles.stat(Long.parseLong(parts[1]));
            return host.isEmpty() || host.get().dead() || host.get().startTicks() != Long.parseLong(parts[2]);
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static String namespace() throws IOException {
        var link = Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        return link.replaceAll("[^0-9]", "");
    }
}
