package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.tunnel.HostResolver;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// What sandboxed programs reach through tunnels, and what not: real programs, real servers, names of our own.
///
/// Has a `main`, and needs no test library, so that it can be run by a user who is not root.
final class TunnelProbes {
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    /// `problem` returns what went wrong, or nothing.
    record Probe(String name, Attempt attempt) {}

    interface Attempt {
        String problem(World world) throws Exception;
    }

    /// A host with a resolver that knows only what it is told, and the connections it refused.
    static final class World implements ProgramListener {
        final SandboxFixture place;
        final InetAddress here = ofThisMachine();
        final Map<String, List<InetAddress>> names = new ConcurrentHashMap<>();
        final List<String> lookups = new CopyOnWriteArrayList<>();
        final List<String> refused = new CopyOnWriteArrayList<>();
        final List<String> warnings = new CopyOnWriteArrayList<>();

        World(SandboxFixture place) {
            this.place = place;
            names.put("far.example", List.of(here));
        }

        @Override
        public void warning(String message) {
            warnings.add(message);
        }

        @Override
        public void refused(String host, int port, String why, String allowed) {
            var remedy = ViolationRemedy.ofConnection(allowed, port).map(Capability::text);
            refused.add(host + ":" + port + " " + why + "; " + remedy.orElse("nothing"));
        }

        ConfinedProgram start(List<String> capabilities, String... command) throws ConfinementRefused {
            var sandbox = new Sandbox(place.at("state"), resolver(), new Cgroups.Missing("not asked for"));
            return sandbox.start(
                    place.confinement(capabilities, List.of(command), SandboxLimits.DEFAULT),
                    HostIdentity.here(),
                    this);
        }

        HostResolver resolver() {
            return host -> {
                lookups.add(host);
                var answer = names.get(host);
                if (answer == null) {
                    throw new UnknownHostException(host);
                }
                return answer;
            };
        }

        /// What it wrote to stdout and stderr.
        String run(List<String> capabilities, String... command) throws ConfinementRefused, IOException {
            try (var child = start(capabilities, command)) {
                child.stdin().close();
                var said = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
                var ending = child.end(SandboxFixture.LONG);
                return said
                        + String.join("\n", child.stderrTail())
                        + (ending instanceof ProgramEnding.NotStarted(var why) ? why : "");
            }
        }

        String python(List<String> capabilities, String code) throws ConfinementRefused, IOException {
            return run(capabilities, "python3", "-c", "import socket\nconnect = socket.create_connection\n" + code);
        }

        FarEnd far(FarEnd.Manners manners) throws IOException {
            return new FarEnd(here, 0, manners);
        }

        private static InetAddress ofThisMachine() {
            try {
                return NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(a -> a instanceof Inet4Address && !a.isLoopbackAddress() && !a.isLinkLocalAddress())
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("this machine has no address but loopback's"));
            } catch (java.net.SocketException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    static final List<Probe> ALL = List.of(
            new Probe("bash reaches a declared name", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    var said = world.run(
                            to(far),
                            "bash",
                            "-c",
                            "exec 3<>/dev/tcp/far.example/" + far.port() + "; echo REACHED >&3; head -1 <&3");
                    return is("REACHED\n", said);
                }
            }),
            new Probe("python's urllib reaches a declared name", world -> {
                try (var far = world.far(FarEnd.HTTP)) {
                    var code = "import urllib.request as u\nprint(u.urlopen('http://far.example:" + far.port()
                            + "/x').read().decode())";
                    return has("REACHED GET /x HTTP/1.1|", world.python(to(far), code));
                }
            }),
            new Probe("curl reaches a declared name", world -> {
                try (var far = world.far(FarEnd.HTTP)) {
                    var capabilities = List.of("net:far.example:" + far.port(), "exec:curl:@B/open");
                    return has(
                            "REACHED GET /x HTTP/1.1|",
                            world.run(capabilities, "bash", "-c", "curl -s http://far.example:" + far.port() + "/x"));
                }
            }),
            new Probe("a port below 1024", world -> {
                var code = "c = connect(('far.example', 443))\nc.send(b'REACHED')\nprint(c.recv(99))";
                try (var _ = new FarEnd(world.here, 443, FarEnd.ECHO)) {
                    return is("b'REACHED'\n", world.python(List.of("net:far.example:443"), code));
                } catch (BindException _) {
                    // Nobody but root can be the far end here; that the door was passed shows in the lookup.
                    return has("b''", world.python(List.of("net:far.example:443"), code))
                            + is("[far.example]", world.lookups.toString());
                }
            }),
            new Probe("no other port of a declared name", world -> {
                try (var far = world.far(FarEnd.ECHO);
                        var other = world.far(FarEnd.ECHO)) {
                    var said = world.python(to(far), "connect(('far.example', " + other.port() + "))");
                    return has("ConnectionRefusedError", said) + never(other);
                }
            }),
            new Probe("no other name, and no waiting for it", world -> {
                world.names.put("other.example", List.of(world.here));
                try (var far = world.far(FarEnd.ECHO)) {
                    var said = world.python(to(far), "connect(('other.example', " + far.port() + "))");
                    return has("socket.gaierror", said) + never(far) + is("[]", world.lookups.toString());
                }
            }),
            new Probe("no address of the machine, nor its loopback", world -> {
                try (var far = world.far(FarEnd.ECHO);
                        var local = new FarEnd(LOOPBACK, 0, FarEnd.ECHO)) {
                    var address = world.here.getHostAddress();
                    var direct = world.python(to(far), "connect(('" + address + "', " + far.port() + "))");
                    var loopback = world.python(to(far), "connect(('127.0.0.1', " + local.port() + "))");
                    return has("Network is unreachable", direct)
                            + has("ConnectionRefusedError", loopback)
                            + never(far)
                            + never(local);
                }
            }),
            new Probe("a declared name that turns out to be loopback or metadata", world -> {
                try (var local = new FarEnd(LOOPBACK, 0, FarEnd.ECHO)) {
                    var problems = "";
                    for (var address : List.of("127.0.0.1", "169.254.169.254", "::1", "0.0.0.0", "fd00:ec2::254")) {
                        world.refused.clear();
                        world.names.put("evil.example", List.of(InetAddress.ofLiteral(address)));
                        var code = "print(connect(('evil.example', " + local.port() + ")).recv(9))";
                        var said = world.python(List.of("net:evil.example:" + local.port()), code);
                        var refused = world.refused.toString();
                        // The name is declared already: what could be is the address, where one can be meant.
                        var line = address.indexOf(':') >= 0 ? "[" : address.equals("0.0.0.0") ? "*" : address;
                        problems += has("b''", said)
                                + has("[evil.example:" + local.port(), refused)
                                + has("; net:" + line, refused);
                    }
                    return problems + never(local);
                }
            }),
            new Probe("a declared name with a good answer beside a bad one", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    world.names.put("far.example", List.of(InetAddress.ofLiteral("169.254.169.254"), world.here));
                    return is("b'REACHED'\n", world.python(to(far), echo("far.example", far.port())))
                            + is("[]", world.refused.toString());
                }
            }),
            new Probe("localhost, where it is declared", world -> {
                world.names.put("localhost", List.of(InetAddress.ofLiteral("::1"), LOOPBACK));
                try (var local = new FarEnd(LOOPBACK, 0, FarEnd.ECHO)) {
                    return is(
                            "b'REACHED'\n",
                            world.python(List.of("net:localhost:" + local.port()), echo("localhost", local.port())));
                }
            }),
            new Probe("addresses of the loopback, where they are declared", world -> {
                try (var four = new FarEnd(LOOPBACK, 0, FarEnd.ECHO);
                        var six = new FarEnd(InetAddress.ofLiteral("::1"), 0, FarEnd.ECHO)) {
                    var capabilities = List.of("net:127.0.0.1:" + four.port(), "net:[::1]:" + six.port());
                    var said =
                            world.python(capabilities, echo("127.0.0.1", four.port()) + "\n" + echo("::1", six.port()));
                    return is("b'REACHED'\nb'REACHED'\n", said) + is("[]", world.lookups.toString());
                }
            }),
            new Probe("an end of one direction that leaves the other open", world -> {
                try (var far = world.far(FarEnd.SUM)) {
                    var code = "c = connect(('far.example', " + far.port() + "))\nc.send(b'x' * 1000)\n"
                            + "c.shutdown(socket.SHUT_WR)\nprint(c.makefile().read().split()[0])";
                    return is("1000\n", world.python(to(far), code));
                }
            }),
            new Probe("a hundred connections at once", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    var code = "a = [connect(('far.example', " + far.port() + ")) for _ in range(100)]\n"
                            + "for i, c in enumerate(a): c.send(b'%d\\n' % i)\n"
                            + "print(sum(int(c.makefile().readline()) == i for i, c in enumerate(a)))";
                    return is("100\n", world.python(to(far), code));
                }
            }),
            new Probe("50 MB, intact, both ways", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    var code = """
                            import random, threading, zlib
                            data = random.Random(4).randbytes(50_000_000)
                            c = connect(('far.example', %d))
                            def send():
                                c.sendall(data)
                                c.shutdown(socket.SHUT_WR)
                            threading.Thread(target=send).start()
                            print(c.makefile('rb').read() == data)
                            """.formatted(far.port());
                    return is("True\n", world.python(to(far), code));
                }
            }),
            new Probe("a far end that is not there, or leaves, is no breach", world -> {
                var dies = world.far(FarEnd.DIES);
                var gone = world.far(FarEnd.ECHO);
                gone.close();
                try (dies) {
                    var nowhere =
                            world.python(to(gone), "print(connect(('far.example', " + gone.port() + ")).recv(9))");
                    var half = world.python(
                            to(dies),
                            "c = connect(('far.example', " + dies.port()
                                    + "))\nc.send(b'x')\nprint(c.makefile().read())");
                    var unknown = world.python(
                            List.of("net:unknown.example:80"), "print(connect(('unknown.example', 80)).recv(9))");
                    return is("b''\n", nowhere)
                            + is("half of a sen\n", half)
                            + is("b''\n", unknown)
                            + is("[]", world.refused.toString());
                }
            }),
            new Probe("nothing of the tunnel can be seen inside", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    var code = """
                            import os
                            try:
                                socket.socket(socket.AF_UNIX)
                                print('a unix socket')
                            except OSError:
                                pass
                            print([p for p in os.listdir('/proc') if p.isdigit()].__len__(),
                                  os.path.exists('/usr/bin/socat'), os.path.exists('/ends'))
                            """;
                    return is("2 False False\n", world.python(to(far), code));
                }
            }),
            new Probe("the program cannot take a door", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    var code = "s = socket.socket()\ns.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)\n"
                            + "s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)\n"
                            + "s.bind((socket.gethostbyname('far.example'), " + far.port() + "))\ns.listen()";
                    return has("Address already in use", world.python(to(far), code));
                }
            }),
            new Probe("the proxy connects to any port of a declared host", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    var said = world.python(
                            List.of("net:far.example:*"),
                            proxied("CONNECT far.example:" + far.port() + " HTTP/1.1\\r\\n\\r\\nREACHED", 99));
                    return has("200 Connection established\\r\\n\\r\\nREACHED", said);
                }
            }),
            new Probe("urllib and curl find the proxy by themselves", world -> {
                try (var far = world.far(FarEnd.HTTP)) {
                    var address = world.here.getHostAddress();
                    var url = "http://far.example:" + far.port() + "/x?y";
                    var literal = "http://" + address + ":" + far.port() + "/z";
                    var code = "import urllib.request as u\nprint(u.urlopen('" + url
                            + "').read().decode())\nprint(u.urlopen('" + literal + "').read().decode())";
                    var capabilities =
                            List.of("net:far.example:*", "net:" + address + ":" + far.port(), "exec:curl:@B/open");
                    var python = world.python(capabilities, code);
                    var curl = world.run(capabilities, "bash", "-c", "curl -s " + url + "; curl -sp " + literal);
                    var problems = "";
                    for (var said : List.of(python, curl)) {
                        problems += has("REACHED GET /x?y HTTP/1.1|Host: far.example:" + far.port() + "|", said)
                                + has("REACHED GET /z HTTP/1.1|", said)
                                + (said.toLowerCase(java.util.Locale.ROOT).contains("proxy")
                                        ? " a trace: " + said
                                        : "");
                    }
                    return problems;
                }
            }),
            new Probe("the proxy refuses what was not declared, and says so", world -> {
                world.names.put("other.example", List.of(world.here));
                world.names.put("evil.example", List.of(LOOPBACK));
                try (var far = world.far(FarEnd.ECHO)) {
                    var capabilities = List.of("net:far.example:*", "net:evil.example:*", "net:far.example:1");
                    var problems = "";
                    for (var host :
                            List.of("other.example", "evil.example", "127.0.0.1", "[::1]", "127.1", "localhost")) {
                        world.refused.clear();
                        var said = world.python(
                                capabilities,
                                proxied("CONNECT " + host + ":" + far.port() + " HTTP/1.1\\r\\n\\r\\n", 99999));
                        var named = host.replace("[", "").replace("]", "");
                        problems += has("HTTP/1.1 403", said)
                                + has("[" + named + ":" + far.port() + " ", world.refused.toString());
                    }
                    return problems + never(far);
                }
            }),
            new Probe("the proxy refuses requests that can be read in two ways", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    var to = "far.example:" + far.port();
                    var problems = "";
                    for (var head : List.of(
                            "CONNECT " + to + " HTTP/1.1\\n\\n\\r\\n\\r\\n",
                            "CONNECT  " + to + " HTTP/1.1\\r\\n\\r\\n",
                            "CONNECT " + to + " HTTP/2.0\\r\\n\\r\\n",
                            "CONNECT " + to + "\\r\\n\\r\\n",
                            "CONNECT user@" + to + " HTTP/1.1\\r\\n\\r\\n",
                            "CONNECT " + to + "9999 HTTP/1.1\\r\\n\\r\\n",
                            "CONNECT far.example HTTP/1.1\\r\\n\\r\\n",
                            "CONNECT [zz::]:80 HTTP/1.1\\r\\n\\r\\n",
                            "CONNECT " + to + " HTTP/1.1\\r\\n folded: x\\r\\n\\r\\n",
                            "CONNECT " + to + " HTTP/1.1\\r\\nX: a\\0b\\r\\n\\r\\n",
                            "CONNECT " + to + " HTTP/1.1\\r\\nX : y\\r\\n\\r\\n",
                            "CONNECT " + to + " HTTP/1.1\\r\\n" + "X: y\\r\\n".repeat(101) + "\\r\\n",
                            "CONNECT " + to + " HTTP/1.1\\r\\nX: " + "y".repeat(9000) + "\\r\\n\\r\\n",
                            "GET / HTTP/1.1\\r\\nHost: " + to + "\\r\\n\\r\\n",
                            "GET https://" + to + "/ HTTP/1.1\\r\\n\\r\\n",
                            "GET http://user@" + to + "/ HTTP/1.1\\r\\n\\r\\n",
                            "POST http://" + to
                                    + "/ HTTP/1.1\\r\\nContent-Length: 1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n",
                            "POST http://" + to
                                    + "/ HTTP/1.1\\r\\nContent-Length: 1\\r\\nContent-Length: 2\\r\\n\\r\\n",
                            "\\x16\\x03\\x01\\r\\n\\r\\n")) {
                        var said = world.python(List.of("net:far.example:*"), proxied(head, 99999));
                        problems += said.contains("HTTP/1.1 400") ? "" : " for " + head + ": " + said;
                    }
                    return problems + never(far) + is("[]", world.refused.toString());
                }
            }),
            new Probe("a far end that the proxy cannot reach is no breach", world -> {
                var gone = world.far(FarEnd.ECHO);
                gone.close();
                var said = world.python(
                        List.of("net:far.example:*"),
                        proxied("CONNECT far.example:" + gone.port() + " HTTP/1.1\\r\\n\\r\\n", 99999));
                return has("HTTP/1.1 502", said) + is("[]", world.refused.toString());
            }),
            new Probe("nothing is left of a program that is killed amid its connections", world -> {
                try (var far = world.far(FarEnd.ECHO)) {
                    // The first one loads classes and opens what stays.
                    world.python(to(far), echo("far.example", far.port()));
                    int before = descriptors();
                    long children = ProcessHandle.current().descendants().count();
                    var code = "a = [connect(('far.example', " + far.port() + ")) for _ in range(30)]\n"
                            + "for c in a: c.send(b'x'); c.recv(1)\nprint('ready', flush=True)\nsocket.socket().close()\n"
                            + "import signal; signal.pause()";
                    var capabilities = List.of("net:far.example:" + far.port(), "net:far.example:*");
                    try (var child = world.start(
                            capabilities,
                            "python3",
                            "-c",
                            "import socket\nconnect = socket.create_connection\n" + code)) {
                        child.stdout().readNBytes("ready\n".length());
                        if (descriptors() < before + 30) {
                            return "the count of descriptors shows nothing";
                        }
                        child.kill();
                    }
                    // The far end notices by itself, a moment later.
                    long start = System.nanoTime();
                    while (descriptors() > before && System.nanoTime() - start < 10_000_000_000L) {
                        Thread.onSpinWait();
                    }
                    int after = descriptors();
                    try (var files = Files.list(world.place.at("state/tunnels"))) {
                        return (after > before ? " descriptors: " + before + " → " + after : "")
                                + is(
                                        "" + children,
                                        ""
                                                + ProcessHandle.current()
                                                        .descendants()
                                                        .count())
                                + is("[]", files.toList().toString())
                                + is("[]", world.warnings.toString());
                    }
                }
            }));

    private TunnelProbes() {}

    private static List<String> to(FarEnd far) {
        return List.of("net:far.example:" + far.port());
    }

    private static String echo(String host, int port) {
        return "c = connect(('" + host + "', " + port + "))\nc.send(b'REACHED')\nprint(c.recv(99))";
    }

    /// Says this to the proxy, and prints what comes back: up to a number of bytes that ends the waiting, or all.
    private static String proxied(String request, int atLeast) {
        return "import os\nhost, port = os.environ['https_proxy'][7:].split(':')\nc = connect((host, int(port)))\n"
                + "c.sendall(b'" + request + "')\nsaid = b''\n"
                + "while len(said) < " + atLeast + " and b'REACHED' not in said:\n"
                + "  more = c.recv(9999)\n  if not more: break\n  said += more\nprint(said)";
    }

    /// Without those by which the JVM waits for others: it opens more of them as it likes.
    private static int descriptors() throws IOException {
        int open = 0;
        for (var name : Objects.requireNonNull(new java.io.File("/proc/self/fd").list())) {
            var file = Path.of("/proc/self/fd", name);
            boolean counts = Files.isSymbolicLink(file)
                    && !Files.readSymbolicLink(file).toString().startsWith("anon_inode:");
            open += counts ? 1 : 0;
        }
        return open;
    }

    private static String is(String expected, String actual) {
        return expected.equals(actual) ? "" : " not " + expected.strip() + " but: " + actual;
    }

    private static String has(String part, String actual) {
        return actual.contains(part) ? "" : " no " + part + " in: " + actual;
    }

    private static String never(FarEnd far) {
        return far.visits() == 0 ? "" : " reached";
    }

    static String verdict(Probe probe, SandboxFixture place) throws Exception {
        return probe.attempt().problem(new World(place)).strip();
    }
}
