package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.HostMark;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Sandboxes of a host that is dead. The kernel ends them with it, but for those that were just being made:
/// bubblewrap may die in the few milliseconds before its first process asks to die with it. They are known by
/// the host's mark on bubblewrap's command line.
final class OrphanedSandboxes {
    private OrphanedSandboxes() {}

    static void end(List<String> notes) {
        var names = new File("/proc").list();
        for (var name : names == null ? new String[0] : names) {
            long pid = Character.isDigit(name.charAt(0)) ? Long.parseLong(name) : -1;
            if (pid > 0 && isOrphan(pid)) {
                // The handle knows when its process was born: whoever is an orphan after it was made, is the one.
                var handle = ProcessHandle.of(pid);
                if (handle.isPresent() && isOrphan(pid) && handle.get().destroyForcibly()) {
                    notes.add("ended a sandbox that a killed host had left: process " + pid);
                }
            }
        }
    }

    private static boolean isOrphan(long pid) {
        try {
            var words = new String(
                            Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline")),
                            StandardCharsets.ISO_8859_1)
                    .split("\0");
            for (int i = 0; i + 3 < words.length; i++) {
                if (words[i].endsWith("/bwrap") && words[i + 1].equals("--setenv")) {
                    return words[i + 2].equals(Bubblewrap.HOST) && HostMark.isOfADeadHost(words[i + 3]);
                }
            }
            return false;
        } catch (IOException _) {
            // It has just ended, or is not ours to read.
            return false;
        }
    }
}
