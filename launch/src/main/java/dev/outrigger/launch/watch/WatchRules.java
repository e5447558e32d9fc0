package dev.outrigger.launch.watch;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a sandbox allows, as far as it can be seen from outside: absolute paths as they are inside, each with all
/// below it. `shown` may be read and run, `writable` written as well; a write to `own`, the plugin's folder, fails and
/// is no violation; `links` are the sandbox's own, from a path to a path. `names` are of the hosts for which an address
/// of the sandbox's own loopback stands, by that address.
///
/// The rule is strict, or every interpreter would die: only what the sandbox denies can be a violation, and of what is
/// merely not there, only what the host has.
public record WatchRules(
        Set<String> shown,
        Set<String> writable,
        Set<String> own,
        Map<String, String> links,
        SandboxNetwork net,
        Map<String, String> names,
        List<RefusedCall> refused) {
    /// What libraries and runtimes look for when they start.
    private static final Set<String> PROBED = Set.of(
            "/etc/ld.so.cache",
            "/etc/ld.so.preload",
            "/etc/ld.so.conf",
            "/etc/nsswitch.conf",
            "/etc/passwd",
            "/etc/group",
            "/etc/localtime",
            "/etc/timezone",
            "/etc/hosts",
            "/etc/host.conf",
            "/etc/resolv.conf",
            "/etc/gai.conf",
            "/etc/services",
            "/etc/protocols",
            "/etc/ssl/openssl.cnf",
            "/etc/os-release",
            "/usr/lib/os-release",
            "/etc/lsb-release",
            "/etc/debian_version",
            "/etc/inputrc",
            "/etc/terminfo",
            "/usr/share/terminfo",
            "/usr/lib/terminfo",
            "/lib/terminfo",
            "/usr/share/locale",
            "/usr/share/locale-langpack",
            "/usr/lib/locale",
            "/etc/locale.alias",
            "/usr/lib/gconv",
            "/etc/mime.types",
            "/sys/fs/cgroup",
            "/sys/kernel/mm",
            "/sys/devices/system/cpu",
            "/sys/devices/system/node",
            "/sys/devices/virtual/dmi",
            "/sys/hypervisor",
            "/etc/selinux",
            "/sys/fs/selinux",
            "/selinux");

    /// What libraries write to if they may, and do without.
    private static final Set<String> PROBED_FOR_WRITING = Set.of("/var/lib/libuuid/clock.txt");

    /// What libraries run to find out about the system, and do without.
    private static final Set<String> PROBED_PROGRAMS =
            Set.of("/sbin/ldconfig", "/usr/sbin/ldconfig", "/usr/bin/ld", "/bin/ld", "/usr/local/bin/ld");

    private static final Set<String> PROGRAMS = Set.of("/usr/bin", "/usr/sbin", "/usr/local/bin", "/bin", "/sbin");

    /// What libc connects to, and does without.
    private static final Set<String> PROBED_SOCKETS = Set.of(
            "/var/run/nscd/socket",
            "/run/nscd/socket",
            "/dev/log",
            "/run/systemd/journal/dev-log",
            "/run/systemd/userdb",
            "/var/lib/sss/pipes");

    private static final Set<String> DEVICES = Set.of(
            "/dev/null",
            "/dev/zero",
            "/dev/full",
            "/dev/random",
            "/dev/urandom",
            "/dev/tty",
            "/dev/console",
            "/dev/ptmx",
            "/dev/pts",
            "/dev/fd",
            "/dev/stdin",
            "/dev/stdout",
            "/dev/stderr");

    private static final String OWN_PROCESS = "/proc/self/";
    private static final Set<String> LINKS_OF_A_PROCESS = Set.of("cwd", "exe", "root");

    public WatchRules {
        var all = new HashSet<>(shown);
        all.addAll(writable);
        all.addAll(own);
        shown = Set.copyOf(all);
        writable = Set.copyOf(writable);
        own = Set.copyOf(own);
        links = Map.copyOf(links);
        names = Map.copyOf(names);
        refused = List.copyOf(refused);
    }

    Optional<Violation> judge(WaitingCall seen, FileTreeView tree) {
        return switch (seen.act()) {
            case WaitingCall.Read(var place) when readable(place) || !onHost(place, tree) -> Optional.empty();
            case WaitingCall.Read(var place) -> found(seen, Violation.Kind.READ, place.asked());
            case WaitingCall.Write(var place, var _) when mayWrite(place.real()) -> Optional.empty();
            case WaitingCall.Write(var place, var makes) when makes && tree.inside(place.real()) -> Optional.empty();
            case WaitingCall.Write(var place, var _) -> found(seen, Violation.Kind.WRITE, words(place));
            case WaitingCall.Execute(var place) when mayRun(place) || !onHost(place, tree) -> Optional.empty();
            case WaitingCall.Execute(var place) ->
                found(seen, Violation.Kind.EXEC, place.asked(), isOfTheSystem(place.real()));
            case WaitingCall.Connect(WaitingCall.Internet address)
            when isUnheard(address, tree) ->
                found(seen, Violation.Kind.CONNECT, meant(address).words(), false);
            case WaitingCall.Connect(var address) when mayConnect(address) -> Optional.empty();
            case WaitingCall.Connect(var address) -> found(seen, Violation.Kind.CONNECT, address.words());
            case WaitingCall.Lookup _
            when net == SandboxNetwork.HOST || tree.hears(NameQuestion.PORT) -> Optional.empty();
            case WaitingCall.Lookup(var name) -> found(seen, Violation.Kind.LOOKUP, name, false);
            case WaitingCall.Refused(var with) -> found(seen, Violation.Kind.CALL, with);
        };
    }

    private static Optional<Violation> found(WaitingCall seen, Violation.Kind kind, String what) {
        return found(seen, kind, what, kind != Violation.Kind.READ);
    }

    private static Optional<Violation> found(WaitingCall seen, Violation.Kind kind, String what, boolean kills) {
        return Optional.of(new Violation(kind, seen.call(), what, seen.pid(), kills));
    }

    /// Being killed for a program that is there tells the plugin that it is: of the system's, which are no secret, it
    /// may learn that; of what lies in a home it may not.
    private static boolean isOfTheSystem(String path) {
        return within(path, PROGRAMS);
    }

    private static String words(WaitingCall.SeenPath place) {
        return place.asked().equals(place.real()) ? place.asked() : place.asked() + " (" + place.real() + ")";
    }

    /// Decided by the name alone, which is as much as most calls need: what is shown holds no link that leads out,
    /// but where the plugin can make one.
    boolean plainlyReadable(String asked) {
        var path = asked;
        int end = asked.indexOf('/', 1);
        var link = end < 0 ? null : links.get(asked.substring(0, end));
        if (link != null) {
            path = link + asked.substring(end);
        }
        return nearest(path) == Nearest.SHOWN || within(asked, PROBED) || isEntryOfProc(asked);
    }

    /// Of these, none but the few left out here is a link that leads out of /proc.
    private static boolean isEntryOfProc(String path) {
        var entry = path.startsWith(OWN_PROCESS)
                ? path.substring(OWN_PROCESS.length())
                : path.startsWith("/proc/") ? path.substring("/proc/".length()) : "";
        return !entry.isEmpty() && entry.indexOf('/') < 0 && !LINKS_OF_A_PROCESS.contains(entry);
    }

    /// What lies around a path: a folder to read can lie in one to write.
    private enum Nearest {
        NOTHING,
        SHOWN,
        WRITABLE,
        OWN
    }

    private Nearest nearest(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            var folder = path.substring(0, end);
            if (shown.contains(folder)) {
                return writable.contains(folder)
                        ? Nearest.WRITABLE
                        : own.contains(folder) ? Nearest.OWN : Nearest.SHOWN;
            }
        }
        return Nearest.NOTHING;
    }

    private boolean readable(WaitingCall.SeenPath place) {
        var path = place.real();
        return within(path, shown)
                || isAbove(path)
                || within(path, DEVICES)
                || isBelow(path, "/proc")
                || within(path, PROBED)
                || within(place.asked(), PROBED);
    }

    private boolean mayWrite(String path) {
        return switch (nearest(path)) {
            case WRITABLE, OWN -> true;
            case SHOWN -> false;
            case NOTHING -> within(path, DEVICES) || isOfProcess(path) || PROBED_FOR_WRITING.contains(path);
        };
    }

    private boolean mayRun(WaitingCall.SeenPath place) {
        return within(place.real(), shown)
                || isAbove(place.real())
                || isBelow(place.real(), "/proc")
                || PROBED_PROGRAMS.contains(place.asked());
    }

    /// On the loopback of its own, where nobody answers: whoever knocks there mostly means the machine's, or looks for
    /// a name. Nothing is refused to it that it may have, so it is told and goes on.
    private boolean isUnheard(WaitingCall.Internet address, FileTreeView tree) {
        return net != SandboxNetwork.HOST
                && address.loopback()
                && address.port() != 0
                && !tree.listens(address.called());
    }

    /// As a manifest names it: whoever looked a declared name up got an address that nobody outside has heard of.
    private WaitingCall.Internet meant(WaitingCall.Internet address) {
        var called = address.called();
        return new WaitingCall.Internet(
                names.getOrDefault(called.host(), called.host()), called.port(), called.loopback());
    }

    private boolean mayConnect(WaitingCall.Address address) {
        return switch (address) {
            case WaitingCall.Internet(var _, var _, boolean loopback) -> loopback || net == SandboxNetwork.HOST;
            case WaitingCall.UnixPath(var place) ->
                within(place.real(), writable) || within(place.asked(), PROBED_SOCKETS);
            // On a network of its own nobody listens but itself.
            case WaitingCall.UnixName _ -> net != SandboxNetwork.HOST;
            // To part from the former peer.
            case WaitingCall.OtherFamily(int family) -> family == 0;
        };
    }

    private static boolean onHost(WaitingCall.SeenPath place, FileTreeView tree) {
        return tree.onHost(place.asked()) || (!place.real().equals(place.asked()) && tree.onHost(place.real()));
    }

    /// A folder that is there only since something below it is.
    private boolean isAbove(String path) {
        return path.equals("/") || shown.stream().anyMatch(there -> isBelow(there, path));
    }

    /// The files of the sandbox's own processes. Their memory, too: it is theirs.
    private static boolean isOfProcess(String path) {
        if (!path.startsWith("/proc/")) {
            return false;
        }
        var rest = path.substring("/proc/".length());
        int end = rest.indexOf('/');
        var whose = end < 0 ? rest : rest.substring(0, end);
        return whose.equals("self")
                || whose.equals("thread-self")
                || (!whose.isEmpty() && whose.chars().allMatch(c -> c >= '0' && c <= '9'));
    }

    private static boolean isBelow(String path, String folder) {
        return path.startsWith(folder) && (path.length() == folder.length() || path.charAt(folder.length()) == '/');
    }

    static boolean within(String path, Set<String> folders) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (folders.contains(path.substring(0, end))) {
                return true;
            }
        }
        return false;
    }
}
