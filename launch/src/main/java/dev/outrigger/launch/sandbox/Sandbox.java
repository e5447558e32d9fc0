package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.HostMark;
import dev.outrigger.launch.ProgramListener;
import dev.outrigger.launch.tunnel.HostResolver;
import dev.outrigger.launch.tunnel.Tunnels;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// Starts programs in sandboxes. In `state` it keeps the copies of programs; when root starts plugins as
/// somebody else, that one must be able to reach this folder.
public final class Sandbox {
    private static final int REHEARSALS = 12;

    private final Path state;
    private final BinFolder programs;
    private final EtcFolder names;
    private final StateFolderUse occupancy;
    private final TunnelOpening digging;
    private final Cgroups groups;

    /// Without control groups.
    public Sandbox(Path state) {
        this(state, HostResolver.SYSTEM, new Cgroups.Missing("not asked for"));
    }

    /// `resolver` finds what the names in `net:<host>:<port>` are.
    public Sandbox(Path state, HostResolver resolver, Cgroups groups) {
        this.groups = groups;
        this.state = state.toAbsolutePath();
        this.programs = new BinFolder(this.state);
        this.names = new EtcFolder(this.state);
        this.occupancy = new StateFolderUse(this.state);
        this.digging = new TunnelOpening(this.state, resolver);
    }

    /// Ends what a killed host left of its sandboxes, and removes copies of programs that have not been used for long.
    /// To be called once by every new host, before it starts anything. While there is a sandbox of any host in this
    /// state folder, nothing is removed. Returns lines for the log.
    public List<String> tidy() {
        var notes = new ArrayList<String>();
        OrphanedSandboxes.end(notes);
        try {
            occupancy.whenEmpty(() -> {
                programs.removeUnused(notes);
                names.removeUnused(notes);
            });
        } catch (IOException e) {
            notes.add("whether a sandbox uses " + state + " cannot be told: " + e);
        }
        notes.addAll(groups.removeLeft());
        return notes;
    }

    /// Starts a sandbox and ends it, a few times and for nobody, as long as `goesOn` says so: what a first start has to
    /// load, to link and to make is there then. For a host that has nothing else to do yet.
    public void rehearse(BooleanSupplier goesOn) throws ConfinementRefused, IOException {
        var stage = Files.createDirectories(state.resolve("rehearsal"));
        Files.setPosixFilePermissions(stage, PosixFilePermissions.fromString("rwxr-xr-x"));
        var confinement = new Confinement(
                "rehearsal",
                List.of(),
                stage,
                List.of(),
                Path.of(""),
                null,
                List.of("/bin/sh", "-c", "for file in /etc/passwd /usr/lib /usr/bin /; do : <$file; ls $file; done"),
                Map.of(),
                SandboxLimits.DEFAULT,
                List.of(),
                List.of(),
                "",
                null);
        for (int i = 0; i < REHEARSALS && goesOn.getAsBoolean(); i++) {
            try (var child = start(
                    confinement, HostIdentity.here(), new ProgramListener() {}, SandboxOversight.telling(_ -> {}))) {
                child.stdout().readAllBytes();
            }
        }
    }

    public ConfinedProgram start(Confinement confinement, HostIdentity as, ProgramListener listener)
            throws ConfinementRefused {
        return start(confinement, as, listener, SandboxOversight.none());
    }

    /// Plans and starts. The plan is made at every start, since what the paths in it mean may have changed.
    public ConfinedProgram start(
            Confinement confinement, HostIdentity as, ProgramListener listener, SandboxOversight oversight)
            throws ConfinementRefused {
        return start(confinement, as, listener, oversight, groups.limiting(confinement.name(), confinement.limits()));
    }

    ConfinedProgram start(
            Confinement confinement,
            HostIdentity as,
            ProgramListener listener,
            SandboxOversight oversight,
            SpawnStep atSpawn)
            throws ConfinementRefused {
        as.own(confinement.data());
        // Who could write here would change the programs of every sandbox.
        var apart = confinement.keepingOut(state);
        var beginning = SandboxPlanner.beginning(apart, CallFilter.processor());
        try (var held = HeldDeclaredPaths.of(apart)) {
            return start(
                    beginning,
                    held,
                    () -> held.covering(SandboxPlan.of(apart)),
                    apart.name(),
                    as,
                    listener,
                    oversight,
                    atSpawn);
        }
    }

    interface Plan {
        SandboxPlan make() throws ConfinementRefused;
    }

    /// `held` may be closed when this returns.
    ConfinedProgram start(
            BubblewrapBeginning beginning,
            HeldDeclaredPaths held,
            Plan plan,
            String name,
            HostIdentity as,
            ProgramListener listener,
            SandboxOversight oversight,
            SpawnStep atSpawn)
            throws ConfinementRefused {
        var tools = SandboxTools.find();
        SpawnRequest.check();
        held.check(tools);
        var open = new ArrayList<AutoCloseable>();
        boolean started = false;
        try {
            var tunnels = opened(open, digging.dig(beginning.network(), as, tools, listener));
            open.add(oversight::dead);
            var hold = opened(open, occupancy.hold());
            var calls = oversight.ready(beginning);
            var command = oversight.command(Bubblewrap.LISTEN_AT, beginning.command());
            var argv = Bubblewrap.argv(tools, HostMark.here(), tunnels.prefix(), oversight.isFirst(), command);
            var atOnce = hold.then(atSpawn);
            var child =
                    begin(argv, calls, beginning.limits(), held, name, as, listener, atOnce, oversight, tunnels, open);
            UserNamespaces.check();
            var made = plan.make();
            oversight.judgeBy(made);
            var bin = programs.of(made.programs());
            var numbers = held.numbers(heldAt(oversight));
            child.give(Bubblewrap.of(made, bin, names.of(made.mounts()), numbers));
            started = true;
            return child;
        } catch (IOException e) {
            throw new ConfinementRefused("the sandbox of " + name + ": " + e.getMessage());
        } finally {
            if (!started) {
                close(open, listener);
            }
        }
    }

    /// Behind all that [#begin] gives bubblewrap besides.
    private static int heldAt(SandboxOversight oversight) {
        return Bubblewrap.LISTEN_AT + oversight.theirs().size() + (oversight.aside() ? 2 : 0);
    }

    /// `open` is what there is to close when this fails.
    private static ConfinedProgram begin(
            List<String> argv,
            CallFilter calls,
            SandboxLimits limits,
            HeldDeclaredPaths held,
            String name,
            HostIdentity as,
            ProgramListener listener,
            SpawnStep atSpawn,
            SandboxOversight oversight,
            Tunnels tunnels,
            List<AutoCloseable> open)
            throws IOException, ConfinementRefused {
        var in = opened(open, Posix.pipe());
        var out = opened(open, Posix.pipe());
        var err = opened(open, Posix.pipe());
        var status = opened(open, Posix.pipe());
        var options = shut(open);
        var gate = shut(open);
        var stdin =
                opened(open, new FileOutputStream("/proc/self/fd/" + in.second().number()));
        var stdout =
                opened(open, new FileInputStream("/proc/self/fd/" + out.first().number()));
        in.second().close();
        var pipes = List.of(in.first(), out.second());
        var theirs = new ArrayList<>(oversight.aside() ? List.of(nothing(open), nothing(open)) : pipes);
        theirs.add(err.second());
        theirs.add(options.theirs());
        theirs.add(opened(open, Posix.file(BpfWriter.bytes(calls))));
        theirs.add(status.second());
        theirs.add(gate.theirs());
        theirs.addAll(oversight.theirs());
        if (oversight.aside()) {
            theirs.addAll(pipes);
        }
        theirs.addAll(held.descriptors());
        var ours = new SandboxThread.Ours(err.first(), status.first(), options, gate);
        var spawn = new SpawnRequest(argv, theirs);
        var starter = SandboxStarter.of(as, CallFilter.processor());
        var keeper = new SandboxThread(name, starter, spawn, limits, ours, atSpawn.then(oversight), listener);
        keeper.start();
        return opened(open, new ConfinedProgram(name, keeper, stdin, stdout, out.first(), as, tunnels, listener));
    }

    private static OwnedDescriptor nothing(List<AutoCloseable> open) throws IOException {
        return opened(open, Posix.open(Path.of("/dev/null")));
    }

    private static StartGate shut(List<AutoCloseable> open) throws IOException {
        var gate = opened(open, StartGate.shut());
        opened(open, gate.theirs());
        return gate;
    }

    private static <T extends AutoCloseable> T opened(List<AutoCloseable> open, T one) {
        open.add(one);
        return one;
    }

    private static void close(List<AutoCloseable> open, ProgramListener listener) {
        // What uses the others comes last, and is closed first.
        for (var one : open.reversed()) {
            try {
                one.close();
            } catch (Exception e) {
                listener.warning("a descriptor cannot be closed: " + e.getMessage());
            }
        }
    }
}
