package dev.outrigger.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The rules for what a child finds in its environment.
public final class ChildEnvironment {
    /// The terminal the host was started at. A child has no controlling terminal and cannot open /dev/tty, but this.
    public static final String TERMINAL = "JP_TTY";

    private ChildEnvironment() {}

    /// A copy without the variables that hold secrets.
    public static Map<String, String> without(Map<String, String> environment, Set<String> secretNames) {
        var rest = new LinkedHashMap<String, String>();
        for (var entry : environment.entrySet()) {
            if (!secretNames.contains(entry.getKey())) {
                rest.put(entry.getKey(), entry.getValue());
            }
        }
        return rest;
    }

    /// Whether a POSIX shell can hold it. The shell that every start goes through drops other names (exported bash
    /// functions, names with dots), or not, depending on its make: so that every child sees the same, we drop them.
    static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            if (!letter && (i == 0 || c < '0' || c > '9')) {
                return false;
            }
        }
        return !name.isEmpty();
    }

    /// The path of the terminal behind our stdin, stdout or stderr; empty when none of them is one.
    static String terminal() {
        for (int fd = 0; fd <= 2; fd++) {
            var target = target(Path.of("/proc/self/fd/" + fd));
            if (isTerminal(target)) {
                return target;
            }
        }
        return "";
    }

    static boolean isTerminal(String path) {
        int from = path.startsWith("/dev/pts/") ? 9 : path.startsWith("/dev/tty") ? 8 : path.length();
        for (int i = from; i < path.length(); i++) {
            if (!Character.isLetterOrDigit(path.charAt(i))) {
                return false;
            }
        }
        return from < path.length() && !path.equals("/dev/pts/ptmx");
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException _) {
            // Closed, or there is no /proc: no terminal that we could name.
            return "";
        }
    }
}
