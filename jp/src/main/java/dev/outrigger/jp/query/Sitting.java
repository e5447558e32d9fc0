package dev.outrigger.jp.query;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Somebody at a terminal, from login to logout: known by the terminal and by the process that leads the session. That
/// process's number may be given to another one day, so the time at which it began belongs to it, and the boot it
/// began in.
///
/// @param leader 0 when nobody leads the session any more; then the terminal alone stands for it
record Sitting(String terminal, long leader, long began, String boot) {
    private static final Path PROC = Path.of("/proc");
    private static final int LONGEST = 8192;

    /// Counted as in proc(5).
    private static final int SESSION = 6;

    private static final int BEGAN = 22;

    /// Nothing without a terminal: then nobody sits there.
    static Optional<Sitting> here() {
        var ours = stat("self");
        var terminal = terminalNow();
        if (ours.isEmpty() || terminal.isEmpty()) {
            return Optional.empty();
        }
        return ledBy(number(ours, SESSION), terminal.get())
                .or(() -> Optional.of(new Sitting(terminal.get(), 0, 0, bootNow())));
    }

    /// Nothing when there is no such process.
    static Optional<Sitting> ledBy(long process, String terminal) {
        var leader = stat(Long.toString(process));
        return leader.isEmpty()
                ? Optional.empty()
                : Optional.of(new Sitting(terminal, process, number(leader, BEGAN), bootNow()));
    }

    /// Whether it may still go on.
    boolean lives() {
        if (!boot.equals(bootNow())) {
            return false;
        }
        if (leader == 0) {
            return terminal.startsWith("/dev/") && new File(terminal).exists();
        }
        var stat = stat(Long.toString(leader));
        return !stat.isEmpty() && number(stat, BEGAN) == began;
    }

    /// What follows the name of the process, since that may hold anything; empty when there is none.
    private static List<String> stat(String process) {
        var text = read(PROC.resolve(process).resolve("stat"));
        int name = text.lastIndexOf(')');
        return name < 0 ? List.of() : List.of(text.substring(name + 1).strip().split(" ", -1));
    }

    private static long number(List<String> stat, int field) {
        // The state, which is the third field, is the first that is left.
        return field - 3 < stat.size() ? Long.parseLong(stat.get(field - 3)) : 0;
    }

    private static String bootNow() {
        // Containers share a boot, but number their processes each for itself.
        try {
            return read(PROC.resolve("sys/kernel/random/boot_id")).strip() + " "
                    + Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
        } catch (IOException _) {
            return "";
        }
    }

    private static Optional<String> terminalNow() {
        for (int fd = 0; fd <= 2; fd++) {
            try {
                var name = Files.readSymbolicLink(PROC.resolve("self/fd/" + fd)).toString();
                if (name.startsWith("/dev/pts/") || name.startsWith("/dev/tty")) {
                    return Optional.of(name);
                }
            } catch (IOException _) {
                // Closed; another may be one.
            }
        }
        return Optional.empty();
    }

    private static String read(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (IOException _) {
            return "";
        }
    }
}
