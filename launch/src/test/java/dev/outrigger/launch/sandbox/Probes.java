package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ProgramEnding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// What a hostile plugin tries. Each probe prints REACHED when it gets what it wants; it does so without the
/// sandbox (so it could show a leak), and not within. Its control, the allowed thing next to it, prints
/// REACHED within.
///
/// Has a `main`, and needs no test library, so that it can be run by a user who is not root.
final class Probes {
    static final List<String> CAPABILITIES = List.of("read:fs:@B/open", "write:fs:@B/writable", "exec:python3:@B/open");

    /// `bare`: the attack works on this host without a sandbox, for anybody. `@B` is the [SandboxFixture]'s folder.
    record Probe(String name, List<String> attack, List<String> control, boolean bare) {
        Probe notBare() {
            return new Probe(name, attack, control, false);
        }
    }

    private static final String CALL = """
            import ctypes, os, sys, platform
            libc = ctypes.CDLL(None, use_errno=True)
            x86 = platform.machine() == 'x86_64'
            def call(name, *args):
                n = {'ptrace': (101,117), 'unshare': (272,97), 'setns': (308,268), 'mount': (165,40), 'bpf': (321,280),
                     'keyctl': (250,219), 'perf': (298,241), 'userfaultfd': (323,282), 'readv': (310,270),
                     'handle': (303,264), 'io_uring': (425,425), 'clone3': (435,435), 'memfd': (319,279),
                     'getpid': (39,172), 'fsopen': (430,430), 'open_tree': (428,428), 'personality': (135,92),
                     'kcmp': (312,272), 'clone': (56,220), 'pidfd_open': (434,434), 'pidfd_getfd': (438,438),
                     'inotify_init1': (294,26), 'mknodat': (259,33)}[name]
                r = libc.syscall(n[0] if x86 else n[1], *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
                return r if r >= 0 else -ctypes.get_errno()
            def reached(ok):
                print('REACHED' if ok else 'refused')
            """;

    private static final String GETPID = "reached(call('getpid') > 0)";

    static final List<Probe> ALL = List.of(
            // files
            sh("a file of the host", "cat @B/secret", "cat @B/open/file"),
            sh("the daemon's database", "cat @B/home/database", "cat ~/../plugin/x 2>/dev/null || echo REACHED"),
            sh(
                    "a listing of the host's root",
                    "ls /root /var/log /srv /mnt >/dev/null 2>&1; [ -e /var ] && echo REACHED",
                    "[ -e /usr ] && echo REACHED"),
            sh(
                    "the host's users",
                    "grep -q ^root: /etc/passwd && echo REACHED",
                    "grep -q ^plugin: /etc/passwd && echo REACHED"),
            sh(
                            "writing to a folder to read",
                            "touch @B/open/new && echo REACHED",
                            "touch @B/writable/new && echo REACHED")
                    .notBare(),
            sh("writing to its own folder", "touch @B/plugin/new && echo REACHED", "touch ~/new && echo REACHED")
                    .notBare(),
            sh("writing to the root", "touch /new && echo REACHED", "touch /tmp/new && echo REACHED")
                    .notBare(),
            sh(
                            "writing to the programs",
                            "cp /usr/bin/true /usr/bin/evil && echo REACHED",
                            "cp /usr/bin/true /tmp/good && echo REACHED")
                    .notBare(),
            sh("writing to /dev", "touch /dev/new && echo REACHED", "echo x >/dev/null && echo REACHED")
                    .notBare(),
            sh(
                    "a link out of the folder to write",
                    "ln -sf @B/secret @B/writable/link && cat @B/writable/link",
                    "ln -sf @B/open/file @B/writable/link2 && cat @B/writable/link2"),
            sh("a path with dots", "cat @B/open/../secret", "cat @B/open/../open/file"),
            sh(
                            "a hard link out of a folder",
                            "ln @B/open/file @B/writable/hard && echo REACHED",
                            "echo x >~/a && ln -f ~/a ~/b && echo REACHED")
                    .notBare(),
            sh(
                    "the root of another process",
                    "cat /proc/*/root@B/secret 2>/dev/null | head -1",
                    "ls /proc/self/root/usr >/dev/null && echo REACHED"),
            sh("a device", "mknod /tmp/sda b 8 0 && echo REACHED", "mkfifo /tmp/f && echo REACHED")
                    .notBare(),
            sh(
                            "filling the memory with files",
                            "head -c 200000000 /dev/zero >/tmp/big && echo REACHED",
                            "head -c 20000000 /dev/zero >/tmp/big && echo REACHED")
                    .notBare(),
            sh(
                            "filling shared memory",
                            "head -c 200000000 /dev/zero >/dev/shm/sandbox-probe && rm /dev/shm/sandbox-probe && echo REACHED",
                            "head -c 20000000 /dev/zero >/dev/shm/x && echo REACHED")
                    .notBare(),
            sh(
                            "a file beyond the limit",
                            "truncate -s 2G ~/big && rm ~/big && echo REACHED",
                            "truncate -s 200M ~/big && rm ~/big && echo REACHED")
                    .notBare(),
            sh(
                    "a program that runs as its owner",
                    "cp /usr/bin/true @B/writable/owners && chmod u+s @B/writable/owners && echo REACHED",
                    "cp /usr/bin/true @B/writable/plain && chmod 755 @B/writable/plain && echo REACHED"),
            sh(
                    "a program that runs as its group",
                    "cp /usr/bin/true @B/writable/groups && chmod g+s @B/writable/groups && echo REACHED",
                    "cp -p /usr/bin/true @B/writable/kept && echo REACHED"),
            sh(
                            "a mount where such programs have an effect",
                            "grep -qv nosuid /proc/self/mountinfo && echo REACHED",
                            "grep -q nosuid /proc/self/mountinfo && echo REACHED")
                    .notBare(),
            made("opened", "os.open(p, os.O_CREAT | os.O_RDWR, 0o%o)"),
            made("without a name", "f = os.open('@B/writable', os.O_TMPFILE | os.O_RDWR, 0o%o)", "f"),
            made("made", "call('mknodat', -100, p.encode(), stat.S_IFREG | 0o%o, 0)"),
            // programs
            sh(
                    "a program nobody declared",
                    "curl --version >/dev/null && echo REACHED",
                    "jq -n 1 >/dev/null && echo REACHED"),
            sh(
                    "git, by its other name",
                    "/usr/lib/git-core/git --version >/dev/null && echo REACHED",
                    "python3 -c 'print(\"REACHED\")'"),
            sh(
                    "a program with more rights",
                    "find /usr/bin /bin -perm -4000 2>/dev/null | grep -q . && echo REACHED",
                    "find /usr/bin -name sh | grep -q . && echo REACHED"),
            // the kernel's files
            sh(
                            "setting the kernel",
                            "[ -w /proc/sys/kernel/hostname ] && echo REACHED",
                            "cat /proc/sys/kernel/ostype >/dev/null && echo REACHED")
                    .notBare(),
            sh(
                    "the processes of the host",
                    "cat /proc/[0-9]*/comm | grep -q java && echo REACHED",
                    "[ -d /proc/self ] && echo REACHED"),
            sh(
                    "the devices of the host",
                    "[ -e /sys/class ] || [ -e /dev/kmsg ] && echo REACHED",
                    "[ -c /dev/null ] && echo REACHED"),
            sh("the sockets of the host", "[ -e /run ] && echo REACHED", "[ -e /tmp ] && echo REACHED"),
            sh(
                            "the environment of bubblewrap",
                            "cat /proc/1/environ | tr '\\0' '\\n' | grep -q = && echo REACHED",
                            "cat /proc/self/environ | tr '\\0' '\\n' | grep -q GIVEN=yes && echo REACHED")
                    .notBare(),
            sh(
                            "the options of bubblewrap",
                            "cat /proc/1/cmdline | tr '\\0' '\\n' | grep -q -- --ro-b[i]nd && echo REACHED",
                            "cat /proc/1/cmdline | tr '\\0' '\\n' | grep -q bwrap && echo REACHED")
                    .notBare(),
            sh(
                    "the environment of the host",
                    "[ -n \"$PROBE_SECRET\" ] && echo REACHED",
                    "[ \"$GIVEN\" = yes ] && echo REACHED"),
            sh(
                            "descriptors of the host",
                            "for f in /proc/self/fd/*; do case ${f##*/} in 0|1|2|255) ;; *) [ -e $f ] && echo REACHED; esac; done",
                            "[ -e /proc/self/fd/1 ] && echo REACHED")
                    .notBare(),
            sh(
                    "the name of the host",
                    "[ $(uname -n) != plugin ] && echo REACHED",
                    "[ $(uname -n) = plugin ] && echo REACHED"),
            sh("being root", "[ $(id -u) = 0 ] && echo REACHED", "[ $(id -u) = 1000 ] && echo REACHED")
                    .notBare(),
            sh(
                    "a capability of the kernel",
                    "grep -q 'CapBnd:.*[1-9a-f]' /proc/self/status && echo REACHED",
                    "grep -q 'CapEff:\\s*0*$' /proc/self/status && echo REACHED"),
            sh(
                    "new rights",
                    "grep -q 'NoNewPrivs:.0' /proc/self/status && echo REACHED",
                    "grep -q 'Seccomp:.2' /proc/self/status && echo REACHED"),
            // system calls
            sh(
                            "the keys of the user",
                            // The kernel's own files, and open; a user who has no key yet finds nothing in them.
                            "for f in keys key-users; do cat /proc/$f >/dev/null && stat -f -c %T /proc/$f | grep -q proc && echo REACHED; done",
                            "cat /proc/version >/dev/null && echo REACHED")
                    .notBare(),
            py("tracing", "reached(call('ptrace', 0, 0, 0, 0) == 0)", GETPID),
            py(
                    "reading another's memory",
                    "b = ctypes.create_string_buffer(8)\nv = (ctypes.c_uint64 * 2)(ctypes.addressof(b), 8)\nreached(call('readv', os.getpid(), v, 1, v, 1, 0) == 8)",
                    GETPID),
            py("a namespace by unshare", "reached(call('unshare', 0x10000000) == 0)", GETPID),
            py(
                    "a namespace by clone",
                    "r = call('clone', 0x10000000 | 17, 0, 0, 0, 0)\nif r == 0: os._exit(0)\nreached(r > 0)",
                    "r = call('clone', 17, 0, 0, 0, 0)\nif r == 0: os._exit(0)\nreached(r > 0)"),
            py("a namespace by clone3", "reached(call('clone3', 0, 0) == -22)", GETPID),
            py("entering a namespace", "reached(call('setns', -1, 0) == -9)", GETPID),
            py(
                    "mounting",
                    "reached(call('open_tree', -100, b'/tmp', 0) >= 0)",
                    "reached(os.open('/tmp', os.O_PATH) >= 0)"),
            py("a file system", "reached(call('fsopen', b'nosuchfs', 0) == -19)", GETPID)
                    .notBare(),
            py("the kernel's programs", "reached(call('bpf', 99999, 0, 0) in (-22, 0))", GETPID)
                    .notBare(),
            py("keyrings", "reached(call('keyctl', 0, -3, 1) > 0)", GETPID),
            py("the kernel's counters", "reached(call('perf', 0, 0, -1, -1, 0) == -14)", GETPID),
            py("page faults", "reached(call('userfaultfd', 1) >= 0)", GETPID),
            py(
                    "file handles",
                    "h = ctypes.create_string_buffer(256)\nh[0] = 128\nm = ctypes.c_int()\nreached(call('handle', -100, b'/tmp', h, ctypes.byref(m), 0) in (0, -95))",
                    GETPID),
            py("io_uring", "p = ctypes.create_string_buffer(256)\nreached(call('io_uring', 1, p) >= 0)", GETPID)
                    .notBare(),
            py(
                    "a file without a name to execute",
                    "reached(call('memfd', b'x', 0) >= 0)",
                    "reached(os.open('/tmp', os.O_TMPFILE | os.O_RDWR) >= 0)"),
            py(
                    "the watches of the user",
                    "reached(call('inotify_init1', 0) >= 0)",
                    "import select\nreached(select.epoll().fileno() >= 0)"),
            py(
                    "memory without protection",
                    "reached(call('personality', 0x0040000) >= 0)",
                    "reached(call('personality', 0xffffffff) >= 0)"),
            py(
                    "descriptors of another process",
                    "f = call('pidfd_open', os.getpid(), 0)\nreached(call('pidfd_getfd', f, 1, 0) >= 0)",
                    "reached(call('pidfd_open', os.getpid(), 0) >= 0)"),
            py(
                            "typing into the terminal",
                            "import fcntl, pty\na, b = pty.openpty()\ntry:\n  fcntl.ioctl(b, 0x5412, b'x')\n  print('REACHED')\nexcept OSError as e:\n  print('REACHED' if e.errno != 1 else 'refused')",
                            "import termios, pty\na, b = pty.openpty()\nreached(len(termios.tcgetattr(b)) == 7)")
                    .notBare(),
            // sockets
            socket("unix sockets", 1, 1, 0),
            socket("netlink", 16, 3, 0),
            socket("raw packets", 17, 3, 0).notBare(),
            socket("the kernel's ciphers", 38, 5, 0).notBare(),
            socket("the virtual machine's host", 40, 1, 0).notBare(),
            socket("bluetooth", 31, 3, 1).notBare(),
            py(
                    "pairs of another family",
                    "import socket\ntry:\n  socket.socketpair(socket.AF_INET)\nexcept OSError as e:\n  reached(e.errno == 95)",
                    "import socket\nreached(len(socket.socketpair()) == 2)"),
            py(
                            "the network",
                            "import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ntry:\n  s.connect(('192.0.2.1', 9))\n  print('REACHED')\nexcept OSError as e:\n  print(e)",
                            "import socket\nl = socket.create_server(('127.0.0.1', 0))\nc = socket.create_connection(l.getsockname())\nprint('REACHED')")
                    .notBare(),
            py(
                            "the interfaces of the host",
                            "import socket\nreached(len(socket.if_nameindex()) > 1)",
                            "print('REACHED')")
                    .notBare(),
            // limits
            py(
                            "memory without end",
                            "b = bytearray(5 << 30)\nprint('REACHED')",
                            "b = bytearray(64 << 20)\nprint('REACHED')")
                    .notBare(),
            py(
                            "processes without end",
                            "n = 0\ntry:\n  while n < 400:\n    if os.fork() == 0:\n      import signal; signal.pause()\n    n += 1\n  print('REACHED')\nexcept OSError:\n  print('refused after', n)",
                            "if os.fork() == 0: os._exit(0)\nos.wait()\nprint('REACHED')")
                    .notBare(),
            py(
                            "files without end",
                            "f = [os.open('/dev/null', 0) for _ in range(1100)]\nprint('REACHED')",
                            "f = [os.open('/dev/null', 0) for _ in range(500)]\nprint('REACHED')")
                    .notBare(),
            py(
                            "a higher limit",
                            "import resource\nresource.setrlimit(resource.RLIMIT_NPROC, (4000, 4000))\nprint('REACHED')",
                            "import resource\nresource.setrlimit(resource.RLIMIT_NPROC, (10, 10))\nprint('REACHED')")
                    .notBare());

    private Probes() {}

    private static Probe sh(String name, String attack, String control) {
        return new Probe(name, List.of("bash", "-c", attack), List.of("bash", "-c", control), true);
    }

    private static Probe py(String name, String attack, String control) {
        return new Probe(name, python(attack), python(control), true);
    }

    private static Probe made(String how, String code) {
        return made(how, code, "p");
    }

    /// A file that has the bits from the beginning.
    private static Probe made(String how, String code, String what) {
        var path = "import stat\nos.umask(0)\np = '@B/writable/" + how + "' + str(os.getpid())\n";
        return py(
                "a file " + how + " with an owner's rights",
                path + code.formatted(06755) + "\nreached(os.stat(" + what + ").st_mode & 0o6000)",
                path + code.formatted(0755) + "\nreached(os.stat(" + what + ").st_mode & 0o777 == 0o755)");
    }

    private static List<String> python(String code) {
        return List.of("python3", "-c", CALL + code);
    }

    private static Probe socket(String name, int family, int type, int protocol) {
        var numbers = family + ", " + type + ", " + protocol;
        var attack = "import socket\ntry:\n  socket.socket(" + numbers
                + ")\n  print('REACHED')\nexcept OSError as e:\n  print(e)";
        var control = "import socket\nsocket.socket(socket.AF_INET6)\nsocket.socket(socket.AF_INET)\nprint('REACHED')";
        return py(name, attack, control);
    }

    /// Empty, or what went wrong.
    static String verdict(Probe probe, SandboxFixture place)
            throws ConfinementRefused, IOException, InterruptedException {
        var problems = new ArrayList<String>();
        if (probe.bare()) {
            var bare = bare(place, probe.attack());
            if (!bare.contains("REACHED")) {
                problems.add("shows nothing without a sandbox: " + bare.strip());
            }
        }
        var attack = place.run(CAPABILITIES, filled(place, probe.attack()), SandboxLimits.DEFAULT);
        if (attack.stdout().contains("REACHED") || attack.ending() instanceof ProgramEnding.NotStarted) {
            problems.add("the attack: " + attack);
        }
        var control = place.run(CAPABILITIES, filled(place, probe.control()), SandboxLimits.DEFAULT);
        if (!control.stdout().contains("REACHED")) {
            problems.add("the control: " + control);
        }
        return String.join("; ", problems);
    }

    static List<String> filled(SandboxFixture place, List<String> command) {
        return command.stream()
                .map(word -> word.replace("@B", place.base().toString()))
                .toList();
    }

    private static String bare(SandboxFixture place, List<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(filled(place, command)).redirectErrorStream(true);
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().put("PROBE_SECRET", "x");
        builder.environment().put("HOME", place.base().toString());
        var process = builder.start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor(30, TimeUnit.SECONDS);
        return said;
    }
}
