package dev.outrigger.launch.watch;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/// Who waits for connections or messages in the network of a process, as the kernel lists it.
final class Listeners {
    /// The state of a socket that waits: of TCP, and of UDP without a peer.
    private static final Map<String, String> WAITING = Map.of("tcp", "0A", "tcp6", "0A", "udp", "07", "udp6", "07");

    private Listeners() {}

    /// Where the list cannot be read, somebody may.
    static boolean on(int port, long pid) {
        var end = String.format(Locale.ROOT, ":%04X", port);
        for (var list : WAITING.entrySet()) {
            var file = "/proc/" + pid + "/net/" + list.getKey();
            try (var lines = new BufferedReader(new FileReader(file, StandardCharsets.US_ASCII))) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    // number, own address, the other's, state
                    var fields = line.strip().split("\\s+");
                    if (fields.length > 3 && fields[1].endsWith(end) && fields[3].equals(list.getValue())) {
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
