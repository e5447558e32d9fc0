package dev.outrigger.launch.tunnel;

import dev.outrigger.launch.UninterruptedWait;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/// An empty network, and in it a socat behind each door, which passes every connection on to a unix socket of ours.
///
/// It is a small sandbox of its own, made before the program's, which then joins its network and nothing else of it:
/// so the program sees no unix socket, no socat, and none of its processes; it pays for none of them; and a door may
/// have a port below 1024, which the program itself may not bind.
final class DoorForwarder implements AutoCloseable {
    /// The kernel ends what was started with the thread that started it: this one stays.
    private static final ExecutorService PARENT = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("starts forwarders").factory());

    private static final Pattern FIRST_PROCESS = Pattern.compile("\"child-pid\": *([0-9]+)");
    private static final int FEWEST_CONNECTIONS = 16;
    private static final long READY_NANOS = 10_000_000_000L;
    private static final long PAUSE_NANOS = 200_000L;

    private final Tunnels.Tools tools;
    private final Process process;
    private final long first;

    private DoorForwarder(Tunnels.Tools tools, Process process, long first) {
        this.tools = tools;
        this.process = process;
        this.first = first;
    }

    /// Returns when every door is open. The sockets are `folder`/0, 1, … in the order of the doors.
    static DoorForwarder start(List<TunnelDoors.Door> doors, Path folder, Tunnels.Tools tools) throws IOException {
        var process = spawn(argv(doors, folder, tools));
        boolean ready = false;
        try {
            var forwarder = new DoorForwarder(tools, process, firstProcess(process));
            forwarder.awaitOpen(doors);
            // Nobody in it has anything to say from now on.
            process.getInputStream().close();
            process.getErrorStream().close();
            ready = true;
            return forwarder;
        } finally {
            if (!ready) {
                end(process);
            }
        }
    }

    /// Begins the argv of what is to see this network.
    List<String> prefix() {
        var at = "/proc/" + first + "/ns/";
        return List.of(tools.nsenter(), "--preserve-credentials", "--user=" + at + "user", "--net=" + at + "net", "--");
    }

    private static List<String> argv(List<TunnelDoors.Door> doors, Path folder, Tunnels.Tools tools) {
        var argv = new ArrayList<>(tools.asUser());
        argv.addAll(List.of(tools.bwrap(), "--unshare-user", "--unshare-all", "--die-with-parent", "--new-session"));
        argv.addAll(List.of("--cap-drop", "ALL", "--cap-add", "CAP_NET_BIND_SERVICE", "--clearenv"));
        for (var name : List.of("/usr", "/bin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache")) {
            argv.addAll(List.of("--ro-bind-try", name, name));
        }
        argv.addAll(List.of("--dev-bind", "/dev/null", "/dev/null", "--ro-bind", folder.toString(), "/ends"));
        argv.addAll(List.of("--remount-ro", "/", "--chdir", "/", "--info-fd", "1", "--", "/bin/sh", "-c"));
        argv.add(script(doors, tools.socat()));
        return argv;
    }

    /// Only what we made up ourselves goes into this text: numbers, and addresses of the loopback.
    private static String script(List<TunnelDoors.Door> doors, String socat) {
        var script = new StringBuilder("exec >/dev/null 2>/dev/null\n");
        // A process for each connection, which no limit of the program counts.
        int most = Math.max(FEWEST_CONNECTIONS, Tunnels.MOST_CONNECTIONS / doors.size());
        for (int i = 0; i < doors.size(); i++) {
            boolean last = i == doors.size() - 1;
            script.append(last ? "exec " : "")
                    .append(socat)
                    // An end of one direction leaves the other open for an hour of silence.
                    .append(" -t 3600 -b 65536 ")
                    .append(listen(doors.get(i)))
                    .append(",nodelay,reuseaddr,fork,backlog=256,max-children=")
                    .append(most)
                    .append(" UNIX-CONNECT:/ends/")
                    .append(i)
                    .append(last ? "\n" : " &\n");
        }
        return script.toString();
    }

    private static String listen(TunnelDoors.Door door) {
        return door.address().indexOf(':') < 0
                ? "TCP4-LISTEN:" + door.port() + ",bind=" + door.address()
                : "TCP6-LISTEN:" + door.port() + ",bind=[" + door.address() + "],ipv6-v6only";
    }

    private static Process spawn(List<String> argv) throws IOException {
        var builder = new ProcessBuilder(argv).directory(new java.io.File("/"));
        builder.environment().clear();
        builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
        var task = PARENT.submit(builder::start);
        try {
            return UninterruptedWait.keep(() -> task.get());
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        }
    }

    private static long firstProcess(Process process) throws IOException {
        var said = new StringBuilder();
        var from = process.getInputStream();
        for (int c = from.read(); c >= 0 && c != '}'; c = from.read()) {
            said.append((char) c);
        }
        var found = FIRST_PROCESS.matcher(said);
        if (!found.find()) {
            throw new IOException(why(process));
        }
        return Long.parseLong(found.group(1));
    }

    /// Ends it by its handle, since a process that is destroyed by itself closes what it said.
    private static String why(Process process) throws IOException {
        process.toHandle().destroyForcibly();
        var said = new String(process.getErrorStream().readNBytes(4096), StandardCharsets.UTF_8);
        return said.isBlank() ? "it ended without a word" : said.strip().replace('\n', ' ');
    }

    /// The kernel lists what listens in the network of a process; nobody else can look from outside.
    private void awaitOpen(List<TunnelDoors.Door> doors) throws IOException {
        var awaited = new HashSet<String>();
        doors.forEach(door -> awaited.add(inKernelsList(door)));
        long start = System.nanoTime();
        while (true) {
            for (var list : List.of("tcp", "tcp6")) {
                var file = Path.of("/proc", Long.toString(first), "net", list);
                if (Files.exists(file)) {
                    Files.readString(file).lines().forEach(line -> {
                        var fields = line.strip().split(" +");
                        if (fields.length > 3 && fields[3].equals("0A")) {
                            awaited.remove(fields[1]);
                        }
                    });
                }
            }
            if (awaited.isEmpty()) {
                return;
            }
            if (!process.isAlive() || System.nanoTime() - start > READY_NANOS) {
                throw new IOException("its doors do not open: " + why(process));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /// Words of 32 bits in the machine's byte order, then the port.
    private static String inKernelsList(TunnelDoors.Door door) {
        var bytes = InetAddress.ofLiteral(door.address()).getAddress();
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            for (int word = 0; word < bytes.length; word += 4) {
                swap(bytes, word, word + 3);
                swap(bytes, word + 1, word + 2);
            }
        }
        return HexFormat.of().formatHex(bytes).toUpperCase(Locale.ROOT) + ":"
                + String.format(Locale.ROOT, "%04X", door.port());
    }

    private static void swap(byte[] bytes, int a, int b) {
        byte kept = bytes[a];
        bytes[a] = bytes[b];
        bytes[b] = kept;
    }

    /// Its processes are all in one namespace, whose first one is gone only when all others are.
    @Override
    public void close() {
        end(process);
        long start = System.nanoTime();
        while (isAlive(first) && System.nanoTime() - start < READY_NANOS) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /// Not when it is dead, and only not buried yet by whoever inherited it.
    private static boolean isAlive(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return state != 'Z' && state != 'X';
        } catch (IOException _) {
            // It is gone, and its folder in /proc with it.
            return false;
        }
    }

    private static void end(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
