package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.tunnel.TunnelDoors;
import dev.outrigger.system.ProcessorKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Makes a [SandboxPlan]: what every sandbox has, what the command needs to run, what was declared.
final class SandboxPlanner {
    private static final PlanReason RUNTIME = new PlanReason.Always("the system's libraries");
    private static final PlanReason WITHOUT = new PlanReason.Always("programs do not start without it");
    private static final PlanReason PRIVATE = new PlanReason.Always("a place of its own");
    private static final PlanReason OWN_FOLDER = new PlanReason.Always("its own folder");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// Who the program is inside. Outside it is whoever [HostIdentity] says.
    private static final String PASSWD = """
            plugin:x:1000:1000:plugin:/home/plugin:/bin/sh
            nobody:x:65534:65534:nobody:/nonexistent:/bin/false
            """;

    private static final String GROUP = """
            plugin:x:1000:
            nogroup:x:65534:
            """;
    private static final String HOST_NAME = "plugin";
    private static final String HOSTS = """
            127.0.0.1 localhost plugin
            ::1 localhost plugin
            """;

    private final Confinement confinement;
    private final ProcessorKind machine;
    private final List<Path> keptOut;
    private final List<Path> unwritable;

    private SandboxPlanner(Confinement confinement, ProcessorKind machine) throws ConfinementRefused {
        this.confinement = confinement;
        this.machine = machine;
        this.keptOut = realToo(confinement.keptOut());
        this.unwritable = realToo(confinement.unwritable());
    }

    static SandboxPlan plan(Confinement confinement, ProcessorKind machine) throws ConfinementRefused {
        return new SandboxPlanner(confinement, machine).plan();
    }

    /// What is decided by the text of the manifest alone.
    static BubblewrapBeginning beginning(Confinement confinement, ProcessorKind machine) throws ConfinementRefused {
        check(confinement);
        var network = network(confinement).rule();
        return new BubblewrapBeginning(
                confinement.command(), network, confinement.limits(), CallFilter.of(machine, network));
    }

    private SandboxPlan plan() throws ConfinementRefused {
        check(confinement);
        var network = network(confinement);
        var always = always(network.rule());
        var mounts = new LinkedHashMap<Path, Mount>();
        for (var mount : always) {
            if (!(mount instanceof Mount.Sealed)) {
                mounts.putIfAbsent(mount.at(), mount);
            }
        }
        var own = always.stream().map(Mount::at).toList();
        for (var hole : FileCapabilities.of(confinement, keptOut, unwritable, own)) {
            // The same folder to read and to write is one to write.
            if (hole instanceof Mount.Writable || !mounts.containsKey(hole.at())) {
                mounts.put(hole.at(), hole);
            }
        }
        var programs = programs();
        for (var mount : programs.mounts()) {
            mounts.putIfAbsent(mount.at(), mount);
        }
        return new SandboxPlan(
                ordered(mounts.values(), always),
                environment(network.rule()),
                HOST_NAME,
                network,
                rules(),
                programs.set(),
                confinement.limits(),
                confinement.seenAt().getFirst().resolve(confinement.start()),
                confinement.command(),
                CallFilter.of(machine, network.rule()));
    }

    private static void check(Confinement confinement) throws ConfinementRefused {
        if (confinement.command().isEmpty()) {
            throw new ConfinementRefused(confinement.name() + ": an empty command");
        }
        for (var text : confinement.command()) {
            if (text.indexOf('\0') >= 0) {
                throw new ConfinementRefused(confinement.name() + ": a NUL in its command");
            }
        }
        for (var entry : confinement.environment().entrySet()) {
            if (!NAME.matcher(entry.getKey()).matches() || entry.getValue().indexOf('\0') >= 0) {
                throw new ConfinementRefused(confinement.name() + ": no such variable can be set: " + entry.getKey());
            }
        }
        var start = confinement.start();
        if (start.isAbsolute() || start.normalize().startsWith("..")) {
            throw new ConfinementRefused(confinement.name() + ": " + start + " leads out of its folder");
        }
        for (var path : confinement.seenAt()) {
            if (!path.isAbsolute() || !path.normalize().equals(path) || path.getNameCount() < 2) {
                throw new ConfinementRefused(confinement.name() + ": its folder cannot be shown at " + path);
            }
        }
    }

    private ProgramResolution programs() throws ConfinementRefused {
        var folder = real(confinement.folder());
        var declared = new ArrayList<Capability.Exec>();
        var prefixes = new ArrayList<Path>();
        for (var capability : confinement.capabilities()) {
            switch (capability) {
                case Capability.Exec exec -> {
                    declared.add(exec);
                    var shown = FileCapabilities.real(exec, exec.path());
                    if (!exec.namesProgramAlone()) {
                        prefixes.add(shown);
                    }
                }
                case Capability.ReadPath _,
                        Capability.WritePath _,
                        Capability.Project _,
                        Capability.Network _,
                        Capability.Storage _ -> {}
            }
        }
        var places = new ArrayList<>(prefixes);
        places.add(folder);
        var programs = new ProgramResolution(
                folder,
                folder.resolve(confinement.start()),
                confinement.seenAt(),
                prefixes,
                keptOut,
                BaseMounts.libraryFolders(machine),
                ProgramSearch.along(confinement.searchPath()),
                new Libraries(SystemLoader.of(machine), places));
        programs.command(confinement.command());
        for (var exec : declared) {
            programs.declared(exec);
        }
        return programs;
    }

    private List<Mount> always(NetworkMode network) throws ConfinementRefused {
        var mounts = new ArrayList<Mount>();
        var scratch = confinement.limits().scratchBytes();
        mounts.add(new Mount.Processes(Path.of("/proc"), WITHOUT));
        mounts.add(new Mount.ReadOnly(
                BaseMounts.KERNEL_SETTINGS,
                BaseMounts.KERNEL_SETTINGS,
                new PlanReason.Always("the kernel's settings stay closed")));
        for (var file : BaseMounts.KEYS) {
            if (Files.exists(file)) {
                mounts.add(new Mount.Closed(file, new PlanReason.Always("the keys of the user and of others")));
            }
        }
        mounts.add(new Mount.Devices(Path.of("/dev"), WITHOUT));
        mounts.add(new Mount.Scratch(SandboxPlan.TMP, scratch, PRIVATE));
        mounts.add(new Mount.Scratch(SandboxPlan.SHARED_MEMORY, scratch, PRIVATE));
        mounts.add(new Mount.Programs(SandboxPrograms.BIN, new PlanReason.Always("the base set of programs")));
        for (var name : BaseMounts.PROGRAM_NAMES) {
            mounts.add(new Mount.Link(name, "usr/bin", RUNTIME));
        }
        for (var folder : BaseMounts.libraryFolders(machine)) {
            mounts.add(new Mount.ReadOnly(folder, folder, RUNTIME));
        }
        for (var name : BaseMounts.LIBRARY_NAMES) {
            linkAsOnTheHost(name, mounts);
        }
        for (var file : BaseMounts.FILES) {
            showIfThere(file, mounts);
        }
        names(network, mounts);
        mounts.add(
                new Mount.Text(BaseMounts.MARK, "outrigger\n", new PlanReason.Always("it begins when this is there")));
        for (var at : confinement.seenAt()) {
            mounts.add(new Mount.ReadOnly(real(confinement.folder()), at, OWN_FOLDER));
        }
        var data = confinement.data();
        mounts.add(
                data == null
                        ? new Mount.Scratch(SandboxPlan.HOME, scratch, PRIVATE)
                        : new Mount.Writable(
                                real(data), SandboxPlan.HOME, new PlanReason.Always("its own folder that lasts")));
        var closed = new PlanReason.Always("no room to fill the memory with files");
        mounts.add(new Mount.Sealed(Path.of("/dev"), closed));
        mounts.add(new Mount.Sealed(Path.of("/"), closed));
        return mounts;
    }

    private static void names(NetworkMode network, List<Mount> mounts) {
        var made = new PlanReason.Always("instead of the host's users and hosts");
        boolean host = network instanceof NetworkMode.Host;
        mounts.add(new Mount.Text(BaseMounts.PASSWD, PASSWD, made));
        mounts.add(new Mount.Text(BaseMounts.GROUP, GROUP, made));
        // Without the host's network nobody answers, at once. It is asked all the same, so that a name which was not
        // declared can be seen; the files come once more, so that it is not found, instead of "try again".
        var nsswitch = "passwd: files\ngroup: files\nhosts: files dns" + (host ? "" : " files") + "\n";
        mounts.add(new Mount.Text(BaseMounts.NSSWITCH, nsswitch, made));
        for (var file : BaseMounts.ofTheNetwork(network)) {
            showIfThere(file, mounts);
        }
        switch (network) {
            case NetworkMode.Host _ -> {}
            case NetworkMode.TunnelsOnly _ -> {
                var doors = new PlanReason.Always("declared names are found at the tunnels' doors");
                mounts.add(new Mount.Text(BaseMounts.HOSTS, network.doors().hosts(HOST_NAME), doors));
            }
            case NetworkMode.None _ -> mounts.add(new Mount.Text(BaseMounts.HOSTS, HOSTS, made));
        }
    }

    private static void linkAsOnTheHost(Path path, List<Mount> mounts) {
        try {
            if (Files.isSymbolicLink(path)) {
                mounts.add(new Mount.Link(path, Files.readSymbolicLink(path).toString(), RUNTIME));
            } else if (Files.isDirectory(path)) {
                mounts.add(new Mount.ReadOnly(path, path, RUNTIME));
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("reading the link " + path, e);
        }
    }

    private static void showIfThere(Path path, List<Mount> mounts) {
        if (Files.exists(path)) {
            mounts.add(new Mount.ReadOnly(path, path, WITHOUT));
        }
    }

    private static SandboxPlan.Rule<NetworkMode> network(Confinement confinement) throws ConfinementRefused {
        var ends = new ArrayList<Capability.Connect>();
        for (var capability : confinement.capabilities()) {
            switch (capability) {
                case Capability.AnyNetwork any -> {
                    return new SandboxPlan.Rule<>(new NetworkMode.Host(), new PlanReason.Declared(any));
                }
                case Capability.Connect connect -> ends.add(connect);
                case Capability.NoNetwork _, Capability.OfPath _, Capability.Project _, Capability.Storage _ -> {}
            }
        }
        var objection =
                TunnelDoors.objection(ends.stream().map(Capability.Connect::end).toList());
        if (objection.isPresent()) {
            throw new ConfinementRefused(objection.get());
        }
        return ends.isEmpty()
                ? new SandboxPlan.Rule<>(new NetworkMode.None(), new PlanReason.Always("no network was declared"))
                : new SandboxPlan.Rule<>(new NetworkMode.TunnelsOnly(ends), new PlanReason.Declared(ends.getFirst()));
    }

    private List<SandboxPlan.Rule<String>> rules() {
        var rules = new ArrayList<SandboxPlan.Rule<String>>();
        var apart = new PlanReason.Always("apart from the host");
        for (var space : List.of("user", "process", "mount", "ipc", "host name", "cgroup")) {
            rules.add(new SandboxPlan.Rule<>("own   " + space + " namespace", apart));
        }
        var limits = confinement.limits();
        var bound = new PlanReason.Always("limits");
        rules.add(new SandboxPlan.Rule<>(
                "limit private memory of a process to " + (limits.memoryBytes() >> 20) + " MiB", bound));
        rules.add(new SandboxPlan.Rule<>("limit processes and threads to " + limits.processes(), bound));
        rules.add(new SandboxPlan.Rule<>("limit open files of a process to " + limits.openFiles(), bound));
        rules.add(new SandboxPlan.Rule<>("limit size of a file to " + (limits.fileBytes() >> 20) + " MiB", bound));
        rules.add(new SandboxPlan.Rule<>("limit core dumps to none", bound));
        for (var capability : confinement.capabilities()) {
            switch (capability) {
                case Capability.Storage storage ->
                    rules.add(new SandboxPlan.Rule<>(
                            "ask   the daemon's storage: " + storage.access().word(),
                            new PlanReason.Declared(storage)));
                case Capability.OfPath _, Capability.Project _, Capability.Network _ -> {}
            }
        }
        return rules;
    }

    private List<SandboxPlan.Variable> environment(NetworkMode network) {
        var fixed = new PlanReason.Always("the environment begins empty");
        var variables = new TreeMap<String, SandboxPlan.Variable>();
        for (var entry : confinement.environment().entrySet()) {
            variables.put(
                    entry.getKey(),
                    new SandboxPlan.Variable(entry.getKey(), entry.getValue(), new PlanReason.Command("environment")));
        }
        var always = Map.of(
                "PATH",
                SandboxPrograms.BIN.toString(),
                "HOME",
                SandboxPlan.HOME.toString(),
                "TMPDIR",
                SandboxPlan.TMP.toString(),
                "USER",
                "plugin",
                // Else Java writes broken JSON, and Python refuses to print.
                "LANG",
                "C.UTF-8",
                // Its own folder is read-only: Python would complain.
                "PYTHONDONTWRITEBYTECODE",
                "1");
        always.forEach((name, value) -> variables.put(name, new SandboxPlan.Variable(name, value, fixed)));
        var proxied = new PlanReason.Always("clients find the proxy by it");
        network.doors()
                .environment()
                .forEach((name, value) -> variables.put(name, new SandboxPlan.Variable(name, value, proxied)));
        return List.copyOf(variables.values());
    }

    /// Parents before children; what seals a folder comes when all is in it.
    private static List<Mount> ordered(Collection<Mount> mounts, List<Mount> always) {
        var sorted = new ArrayList<>(mounts);
        sorted.sort(Comparator.comparingInt((Mount mount) -> mount.at().getNameCount())
                .thenComparing(Mount::at));
        always.stream().filter(mount -> mount instanceof Mount.Sealed).forEach(sorted::add);
        return sorted;
    }

    private static List<Path> realToo(List<Path> paths) throws ConfinementRefused {
        var all = new LinkedHashSet<Path>();
        for (var path : paths) {
            all.add(path.toAbsolutePath().normalize());
            if (Files.exists(path)) {
                all.add(real(path));
            }
        }
        return List.copyOf(all);
    }

    private static Path real(Path path) throws ConfinementRefused {
        try {
            return path.toRealPath();
        } catch (IOException _) {
            throw new ConfinementRefused(path + " is not there, or may not be read");
        }
    }
}
