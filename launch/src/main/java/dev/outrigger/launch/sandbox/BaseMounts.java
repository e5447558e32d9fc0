package dev.outrigger.launch.sandbox;

import dev.outrigger.system.ProcessorKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What every sandbox is shown of the host, whatever it declared: each by its name, and each at the place where the
/// host has it. Also the names of what is made up instead.
final class BaseMounts {
    /// What programs do not start without. Never the whole of /etc.
    static final List<Path> FILES = List.of(
            Path.of("/usr/lib/locale"),
            Path.of("/usr/lib/ssl"),
            Path.of("/usr/share/zoneinfo"),
            Path.of("/etc/ld.so.cache"),
            Path.of("/etc/localtime"),
            Path.of("/etc/ssl/openssl.cnf"));

    /// For TLS: nobody is there to be certified where there is no network.
    private static final List<Path> CERTIFICATES =
            List.of(Path.of("/usr/share/ca-certificates"), Path.of("/etc/ssl/certs"));

    /// For names, where the network is the host's.
    private static final List<Path> NAMES = List.of(Path.of("/etc/hosts"), Path.of("/etc/resolv.conf"));

    static final Path KERNEL_SETTINGS = Path.of("/proc/sys");

    /// Lists of the kernel's keys, for which it has no namespace. The calls to use one are refused by the filter.
    static final List<Path> KEYS = List.of(Path.of("/proc/keys"), Path.of("/proc/key-users"));

    /// Folders, or links to where the libraries are: as on the host.
    static final List<Path> LIBRARY_NAMES = List.of(Path.of("/lib"), Path.of("/lib32"), Path.of("/lib64"));

    /// Other names of the folder of programs.
    static final List<Path> PROGRAM_NAMES = List.of(Path.of("/bin"), Path.of("/sbin"));

    static final Path PASSWD = Path.of("/etc/passwd");
    static final Path GROUP = Path.of("/etc/group");
    static final Path NSSWITCH = Path.of("/etc/nsswitch.conf");
    static final Path HOSTS = Path.of("/etc/hosts");

    /// What bubblewrap waits for: see [SandboxThread]. Whoever wonders where he is finds it, too.
    static final Path MARK = Path.of("/.sandbox");

    static final Set<Path> MADE_UP = Set.of(PASSWD, GROUP, NSSWITCH, HOSTS, MARK);

    private BaseMounts() {}

    /// All that is of the host.
    static Set<Path> shown(ProcessorKind machine, NetworkMode network) {
        var shown = new LinkedHashSet<>(libraryFolders(machine));
        shown.addAll(LIBRARY_NAMES);
        shown.addAll(FILES);
        shown.add(KERNEL_SETTINGS);
        shown.addAll(ofTheNetwork(network));
        return shown;
    }

    static List<Path> ofTheNetwork(NetworkMode network) {
        return switch (network) {
            case NetworkMode.None _ -> List.of();
            case NetworkMode.TunnelsOnly _ -> CERTIFICATES;
            case NetworkMode.Host _ ->
                Stream.concat(CERTIFICATES.stream(), NAMES.stream()).toList();
        };
    }

    static boolean isLink(Path at) {
        return LIBRARY_NAMES.contains(at) || PROGRAM_NAMES.contains(at);
    }

    /// On a system with one folder per kind of machine, that one; programs lie beside it. Else all there is.
    static List<Path> libraryFolders(ProcessorKind machine) {
        var folders = new ArrayList<Path>();
        var ours = Path.of("/usr/lib", machine.triple);
        folders.add(Files.isDirectory(ours) ? ours : Path.of("/usr/lib"));
        var wide = Path.of("/usr/lib64");
        if (Files.isDirectory(wide) && !Files.isSymbolicLink(wide)) {
            folders.add(wide);
        }
        return List.copyOf(folders);
    }
}
