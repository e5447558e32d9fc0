package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.watch.Violation;
import dev.outrigger.launch.watch.ViolationListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// What a watched plugin is killed for, what is told of it, and what it may do unnoticed. Each prints SURVIVED when it
/// gets to its end.
///
/// Has a `main`, and needs no test library, so that it can be run by a user who is not root.
final class Offences {
    /// `kind` empty: nothing is to be told. `what` is part of what is told; `@B` is the [SandboxFixture]'s folder.
    record Offence(String name, List<String> command, Optional<Violation.Kind> kind, String what) {}

    private static final String CALL = """
            import ctypes, os, socket, platform
            libc = ctypes.CDLL(None, use_errno=True)
            def call(x86, arm, *args):
                libc.syscall(x86 if platform.machine() == 'x86_64' else arm, *[ctypes.c_long(a) for a in args])
            """;

    static final List<Offence> ALL = List.of(
            sh("a new file", "echo x >/etc/new", Violation.Kind.WRITE, "/etc/new"),
            sh("a new file at the root", "cd / && echo x >new", Violation.Kind.WRITE, "/new"),
            sh("writing to a file to read", "echo x >>@B/open/file", Violation.Kind.WRITE, "@B/open/file"),
            sh("writing by dots", "echo x >@B/writable/../secret", Violation.Kind.WRITE, "@B/secret"),
            sh("writing by a link", "ln -sf @B/secret ~/to && echo x >~/to", Violation.Kind.WRITE, "@B/secret"),
            sh("removing", "rm -f @B/open/file", Violation.Kind.WRITE, "@B/open/file"),
            sh("renaming", "mv @B/open/file ~/mine", Violation.Kind.WRITE, "@B/open/file"),
            sh("a folder", "mkdir /folder", Violation.Kind.WRITE, "/folder"),
            sh("a link", "ln -s x /link", Violation.Kind.WRITE, "/link"),
            sh("a mode", "chmod 777 @B/open/file", Violation.Kind.WRITE, "@B/open/file"),
            sh("a time", "touch -c @B/open/file", Violation.Kind.WRITE, "@B/open/file"),
            sh("a length", "truncate -s 0 @B/open/file", Violation.Kind.WRITE, "@B/open/file"),
            py("a truncated file", "os.truncate('@B/open/file', 0)", Violation.Kind.WRITE, "@B/open/file"),
            sh("the kernel's settings", "echo x >/proc/sys/kernel/core_pattern", Violation.Kind.WRITE, "core_pattern"),
            sh("a program", "/usr/bin/bwrap --version", Violation.Kind.EXEC, "/usr/bin/bwrap"),
            sh("a program by its other name", "/bin/bwrap --version", Violation.Kind.EXEC, "/bin/bwrap"),
            sh("a program along the path", "env bwrap --version", Violation.Kind.EXEC, "/usr/bin/bwrap"),
            py("a program by a search", "os.execvp('bwrap', ['bwrap'])", Violation.Kind.EXEC, "/usr/bin/bwrap"),
            py("a connection", "socket.create_connection(('192.0.2.1', 9), 5)", Violation.Kind.CONNECT, "192.0.2.1:9"),
            py(
                    "a connection of the new kind",
                    "socket.socket(socket.AF_INET6).connect(('2001:db8::1', 9))",
                    Violation.Kind.CONNECT,
                    "[2001:db8:0:0:0:0:0:1]:9"),
            py(
                    "a datagram",
                    "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 9))",
                    Violation.Kind.CONNECT,
                    "192.0.2.1:9"),
            py(
                    "a datagram by a message",
                    "socket.socket(type=socket.SOCK_DGRAM).sendmsg([b'x'], [], 0, ('192.0.2.1', 9))",
                    Violation.Kind.CONNECT,
                    "192.0.2.1:9"),
            py(
                    "a socket of the host",
                    "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].connect('/run/x')",
                    Violation.Kind.CONNECT,
                    "/run/x"),
            py("tracing", "call(101, 117, 0, 0, 0, 0)", Violation.Kind.CALL, ""),
            py("a namespace", "call(272, 97, 0x10000000)", Violation.Kind.CALL, ""),
            py("a namespace by clone", "call(56, 220, 0x10000011, 0, 0, 0, 0)", Violation.Kind.CALL, "0x10000011"),
            py("mounting", "call(165, 40, 0, 0, 0, 0, 0)", Violation.Kind.CALL, ""),
            py("keyrings", "call(250, 219, 0, -3, 1)", Violation.Kind.CALL, ""),
            py("the kernel's programs", "call(321, 280, 99999, 0, 0)", Violation.Kind.CALL, ""),
            py("another family", "socket.socket(40, 1)", Violation.Kind.CALL, "0x28"),
            py(
                    "typing into a terminal",
                    "import fcntl, pty\nfcntl.ioctl(pty.openpty()[1], 0x5412, b'x')",
                    Violation.Kind.CALL,
                    "0x5412"),
            py("another personality", "call(135, 92, 0x40000)", Violation.Kind.CALL, "0x40000"),
            // Told, and no more.
            sh("reading a secret", "cat @B/secret", Violation.Kind.READ, "@B/secret"),
            sh("reading by a link", "ln -sf @B/secret ~/to; cat ~/to", Violation.Kind.READ, "to"),
            py("listing", "try: os.listdir('@B/home')\nexcept OSError: pass", Violation.Kind.READ, "@B/home"),
            sh("looking for users", "cat /etc/shadow", Violation.Kind.READ, "/etc/shadow"),
            // Not told.
            sh("its own places", "echo x >~/a; mkdir -p ~/b/c /tmp/d/e; mv ~/a ~/b; touch @B/writable/f; mktemp"),
            sh("its own folder", "echo x >@B/plugin/new; touch /opt/kaged/plugins/probe/new; cat file; ./run"),
            sh("devices", "echo x >/dev/null; : >/dev/tty; echo x >/dev/full; head -c 1 /dev/urandom >/dev/shm/r"),
            sh(
                    "programs that nobody has",
                    "PATH=/usr/local/bin:/usr/sbin:/usr/bin; nosuch; env nosuch; command -v bwrap"),
            sh("tools", "ls / /usr /etc @B/open; id; date; sort </dev/null; jq -n 1; find / -maxdepth 1; df ~"),
            py("python", """
                    import json, ssl, sqlite3, subprocess, tempfile, uuid, ctypes.util, multiprocessing, threading
                    ssl.create_default_context()
                    subprocess.run(['ls', '/'], check=True, capture_output=True)
                    subprocess.run('echo x | tr x y', shell=True, check=True)
                    tempfile.NamedTemporaryFile().write(b'x')
                    uuid.uuid1(), platform.platform(), ctypes.util.find_library('c')
                    os.makedirs(os.path.expanduser('~/p/q'), exist_ok=True)
                    sqlite3.connect(os.path.expanduser('~/db')).execute('create table if not exists t(x)')
                    socket.getaddrinfo('localhost', 80)
                    l = socket.create_server(('127.0.0.1', 0))
                    socket.create_connection(l.getsockname())
                    try: socket.socket(socket.AF_UNIX)
                    except OSError: pass
                    try: socket.if_nameindex()
                    except OSError: pass
                    """),
            runtime("node", "node", "-e", """
                    const fs = require('fs'), os = require('os');
                    fs.mkdirSync(os.homedir() + '/n/m', {recursive: true});
                    fs.writeFileSync(os.tmpdir() + '/x', JSON.stringify(os.cpus().length));
                    fs.promises.readFile('/etc/passwd').then(() => require('child_process').execSync('ls /'));
                    require('crypto').randomBytes(8); require('https'); require('zlib').gzipSync('x');
                    require('net').createServer().listen(0, '127.0.0.1', function () {
                      require('net').connect(this.address().port, '127.0.0.1', () => {
                        console.log('SURVIVED');
                        process.exit(0);
                      });
                    });
                    """),
            runtime("java", "sh", "-c", "java --version && java -XshowSettings:all -version && echo SURVIVED"));

    private Offences() {}

    private static Offence sh(String name, String script, Violation.Kind kind, String what) {
        return new Offence(name, List.of("bash", "-c", script + "; echo SURVIVED"), Optional.of(kind), what);
    }

    private static Offence sh(String name, String script) {
        return runtime(name, "bash", "-c", script + "; echo SURVIVED");
    }

    private static Offence py(String name, String code, Violation.Kind kind, String what) {
        return new Offence(
                name, List.of("python3", "-c", CALL + code + "\nprint('SURVIVED')"), Optional.of(kind), what);
    }

    private static Offence py(String name, String code) {
        return runtime(name, "python3", "-c", CALL + code + "\nprint('SURVIVED')");
    }

    private static Offence runtime(String name, String... command) {
        return new Offence(name, List.of(command), Optional.empty(), "");
    }

    /// What is told, in the order in which it is.
    static final class Heard implements ViolationListener {
        final List<Violation> violations = new CopyOnWriteArrayList<>();
        private long untold = -1;
        private String blind = "";

        @Override
        public void seen(Violation violation) {
            violations.add(violation);
        }

        @Override
        public synchronized void untold(long count) {
            untold = count;
            notifyAll();
        }

        @Override
        public synchronized void blind(String why) {
            blind = why;
        }

        synchronized String blind() {
            return blind;
        }

        /// Waits until all has been told.
        synchronized long untold() throws InterruptedException {
            long start = System.nanoTime();
            while (untold < 0 && System.nanoTime() - start < SandboxFixture.LONG.toNanos()) {
                wait(100);
            }
            return untold;
        }
    }

    /// Java is in no base set; the others are declared as a plugin would.
    static final List<String> CAPABILITIES =
            List.of("read:fs:@B/open", "write:fs:@B/writable", "exec:python3:@B/open", "exec:java:@B/open");

    /// Empty, or what went wrong.
    static String verdict(Offence offence, SandboxFixture place)
            throws ConfinementRefused, IOException, InterruptedException {
        var heard = new Heard();
        var oversight = SandboxOversight.telling(heard);
        var command = offence.command().stream()
                .map(word -> word.replace("@B", place.base().toString()))
                .toList();
        var confinement = place.confinement(CAPABILITIES, command, SandboxLimits.DEFAULT);
        try (var child = new Sandbox(place.at("state"))
                .start(confinement, HostIdentity.here(), SandboxFixture.DEAF, oversight)) {
            child.stdin().close();
            var stdout = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
            var ending = child.end(SandboxFixture.LONG);
            long untold = heard.untold();
            var problem = problem(offence, place, heard, oversight, stdout, ending);
            return problem.isEmpty()
                    ? ""
                    : problem + ": " + heard.violations + " untold " + untold + " " + heard.blind() + ending.words()
                            + " " + stdout + child.stderrTail();
        }
    }

    private static String problem(
            Offence offence,
            SandboxFixture place,
            Heard heard,
            SandboxOversight oversight,
            String stdout,
            ProgramEnding ending) {
        boolean survived = stdout.contains("SURVIVED");
        if (offence.kind().isEmpty()) {
            return heard.violations.isEmpty() && survived ? "" : "not left alone";
        }
        var kind = offence.kind().get();
        var what = offence.what().replace("@B", place.base().toString());
        var told = heard.violations.stream()
                .filter(violation ->
                        violation.kind() == kind && violation.what().contains(what))
                .toList();
        if (told.isEmpty()) {
            return "not told";
        }
        if (kind == Violation.Kind.READ) {
            return survived && oversight.killedFor().isEmpty() ? "" : "killed for reading";
        }
        boolean killed = ending instanceof ProgramEnding.Signalled(int number, var _) && number == 9;
        return killed && !survived && oversight.killedFor().equals(Optional.of(told.getFirst())) ? "" : "not killed";
    }
}
