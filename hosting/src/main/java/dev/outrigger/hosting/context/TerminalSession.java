package dev.outrigger.hosting.context;

import dev.outrigger.terminal.StreamLook;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;

/// Somebody at a terminal, from login to logout: known by the terminal and by the process that leads its session. That
/// process's number may be given to another one day, so the time at which it began belongs to it, and the boot it
/// began in. The terminal's own number is given to another shell as soon as this one ends.
///
/// @param terminal by the name that the kernel has for it, however we came to it
/// @param leader 0 when it cannot be told who leads the session; then the terminal, since it was made, stands for it
/// @param began of the leader, or of the terminal
public record TerminalSession(String terminal, long leader, long began, String boot) {
    private static final Path PROC = Path.of("/proc");
    private static final int LONGEST = 8192;

    /// Counted as in proc(5).
    private static final int SESSION = 6;

    private static final int TERMINAL = 7;
    private static final int BEGAN = 22;

    /// `/dev/tty` and `/dev/console`, which are other names for a terminal.
    private static final int OTHER_NAMES = 5;

    /// At the terminal behind any of the three descriptors, else at the one that controls our session: whoever is
    /// piped into and out of is still called from there. Nothing without a terminal: then nobody sits there.
    public static Optional<TerminalSession> here() {
        var ours = stat("self");
        if (ours.isEmpty()) {
            return Optional.empty();
        }
        long controlling = number(ours, TERMINAL) & 0xFFFFFFFFL;
        long device = device(controlling);
        if (device == 0) {
            return Optional.empty();
        }
        var name = name(device);
        return ledBy(device == controlling ? number(ours, SESSION) : leader(device, number(ours, SESSION)), name)
                .or(() -> Optional.of(new TerminalSession(name, 0, made(name), bootNow())));
    }

    /// Nothing when there is no such process.
    public static Optional<TerminalSession> ledBy(long process, String terminal) {
        var leader = stat(Long.toString(process));
        return leader.isEmpty()
                ? Optional.empty()
                : Optional.of(new TerminalSession(terminal, process, number(leader, BEGAN), bootNow()));
    }

    /// Whether it may still go on.
    public boolean lives() {
        if (!boot.equals(bootNow())) {
            return false;
        }
        if (leader == 0) {
            return terminal.startsWith("/dev/") && new File(terminal).exists() && made(terminal) == began;
        }
        var stat = stat(Long.toString(leader));
        return !stat.isEmpty() && number(stat, BEGAN) == began;
    }

    /// On one line; [#parse] reads it.
    public String text() {
        return terminal + " " + leader + " " + began + " " + boot;
    }

    /// Nothing for what [#text] did not write.
    static Optional<TerminalSession> parse(String text) {
        var parts = text.split(" ", 4);
        try {
            return parts.length < 4
                    ? Optional.empty()
                    : Optional.of(new TerminalSession(
                            parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), parts[3]));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    /// As proc(5) numbers terminals, which is how stat(2) does; 0 for none.
    private static long device(long controlling) {
        for (int descriptor = 0; descriptor <= 2; descriptor++) {
            if (StreamLook.isTerminal(descriptor)) {
                long device = attribute(PROC.resolve("self/fd/" + descriptor), "unix:rdev");
                return major(device) == OTHER_NAMES && controlling != 0 ? controlling : device;
            }
        }
        return controlling;
    }

    /// Who leads the session of a terminal that is not ours, as after `setsid`: only a look at everybody tells. Where
    /// nobody does, it is whoever leads us.
    private static long leader(long device, long ours) {
        try (var processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var process : processes) {
                var pid = process.getFileName().toString();
                var stat = stat(pid);
                if (!stat.isEmpty()
                        && (number(stat, TERMINAL) & 0xFFFFFFFFL) == device
                        && Long.toString(number(stat, SESSION)).equals(pid)) {
                    return Long.parseLong(pid);
                }
            }
        } catch (IOException _) {
            // As if nobody led it.
            return ours;
        }
        return ours;
    }

    private static String name(long device) {
        long minor = (device & 0xFF) | ((device >> 12) & 0xFFF00);
        int major = major(device);
        if (major >= 136 && major <= 143) {
            return "/dev/pts/" + minor;
        }
        if (major == 4) {
            return minor < 64 ? "/dev/tty" + minor : "/dev/ttyS" + (minor - 64);
        }
        return "/dev/char/" + major + ":" + minor;
    }

    private static int major(long device) {
        return (int) ((device >> 8) & 0xFFF);
    }

    /// A terminal of the same name that is made later has a later time; writing to one leaves it as it is.
    private static long made(String terminal) {
        try {
            return Files.getAttribute(Path.of(terminal), "unix:ctime") instanceof FileTime time ? time.toMillis() : 0;
        } catch (IOException _) {
            // It is gone; then nobody is at it.
            return 0;
        }
    }

    private static long attribute(Path path, String name) {
        try {
            return Files.getAttribute(path, name) instanceof Number number ? number.longValue() : 0;
        } catch (IOException _) {
            // It is gone; then nobody is at it.
            return 0;
        }
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
            // No /proc: sessions of two boots cannot be told apart.
            return "";
        }
    }

    private static String read(Path file) {
        // Not through a channel: 0.7 ms of every start.
        try (var in = new FileInputStream(file.toFile())) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (IOException _) {
            // The process is gone, or there is no /proc.
            return "";
        }
    }
}
