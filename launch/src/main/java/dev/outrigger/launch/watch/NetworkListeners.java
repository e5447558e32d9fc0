package dev.outrigger.launch.watch;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/// Who waits for connections or messages in the network of a process, as the kernel lists it.
final class NetworkListeners {
    /// The state of a socket that waits: of TCP, and of UDP without a peer.
    private static final Map<String, String> WAITING = Map.of("tcp", "0A", "tcp6", "0A", "udp", "07", "udp6", "07");

    private static final List<String> MESSAGES = List.of("udp", "udp6");

    private NetworkListeners() {}

    static boolean at(WaitingCall.Internet address, long pid) {
        var own = address.host();
        return isAny(WAITING.keySet(), address.port(), pid, host -> host.equals(own) || takesAll(host, own));
    }

    /// Whether anybody waits for messages to this port, at whatever address.
    static boolean hear(int port, long pid) {
        return isAny(MESSAGES, port, pid, _ -> true);
    }

    /// Who waits at all addresses of the new kind may take what comes to one of the old; the kernel's list does not
    /// say.
    private static boolean takesAll(String host, String own) {
        return host.equals(WaitingCall.Internet.NOBODY_SIX)
                || (host.equals(WaitingCall.Internet.NOBODY) && own.indexOf(':') < 0);
    }

    /// Where a list cannot be read, somebody may.
    private static boolean isAny(Iterable<String> lists, int port, long pid, Predicate<String> host) {
        var end = String.format(Locale.ROOT, ":%04X", port);
        for (var list : lists) {
            var file = "/proc/" + pid + "/net/" + list;
            try (var lines = new BufferedReader(new FileReader(file, StandardCharsets.US_ASCII))) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    // number, own address, the other's, state
                    var fields = line.strip().split("\\s+");
                    if (fields.length > 3
                            && fields[1].endsWith(end)
                            && fields[3].equals(WAITING.get(list))
                            && host.test(host(fields[1].substring(0, fields[1].length() - end.length())))) {
                        return true;
                    }
                }
            } catch (IOException _) {
                // The list cannot be read: somebody may be there.
                return true;
            }
        }
        return false;
    }

    /// As [SocketAddresses] writes it: the kernel lists its bytes as numbers of four, the machine's way round.
    static String host(String listed) {
        var bytes = ByteBuffer.allocate(listed.length() / 2).order(ByteOrder.nativeOrder());
        for (int at = 0; at < listed.length(); at += 8) {
            bytes.putInt(Integer.parseUnsignedInt(listed, at, at + 8, 16));
        }
        return SocketAddresses.host(bytes.array());
    }
}
