package dev.outrigger.launch.watch;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/// Who waits for connections in the network of a process, as the kernel lists it.
final class Listeners {
    private static final String LISTENING = "0A";

    private Listeners() {}

    /// Where the list cannot be read, somebody may.
    static boolean on(int port, long pid) {
        var end = String.format(Locale.ROOT, ":%04X", port);
        for (var list : List.of("tcp", "tcp6")) {
            try (var lines =
                    new BufferedReader(new FileReader("/proc/" + pid + "/net/" + list, StandardCharsets.US_ASCII))) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    // number, own address, the other's, state
                    var fields = line.strip().split("\\s+");
                    if (fields.length > 3 && fields[1].endsWith(end) && fields[3].equals(LISTENING)) {
                        return true;
                    }
                }
            } catch (IOException _) {
                return true;
            }
        }
        return false;
    }
}
