package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The capabilities that open files of the host, checked against each other and against what is never opened, as
/// mounts.
///
/// Paths are resolved here, at every start: between two of them, whoever may write a folder can put a link there, which
/// is not followed (see [DeclaredPath]).
final class FileCapabilities {
    /// Where sockets, devices and the kernel's own files are. A read-only mount does not stop a `connect` there.
    static final List<Path> NEVER = List.of(
            Path.of("/run"), Path.of("/var/run"), Path.of("/proc"), Path.of("/sys"), Path.of("/dev"), Path.of("/boot"));

    /// What the sandbox fills itself. No capability may cover it, or replace what is in it.
    static final Set<Path> SYSTEM = Set.of(
            Path.of("/usr"),
            Path.of("/bin"),
            Path.of("/sbin"),
            Path.of("/lib"),
            Path.of("/lib32"),
            Path.of("/lib64"),
            Path.of("/etc"));

    /// What jp keeps in a workspace, whichever it is: conversations, locks, settings. Nobody is shown it, and in a
    /// folder that is shown it is empty.
    static final String WORKSPACES = ".jp";

    private record Hole(Capability capability, Path named, Path real, boolean write) {}

    private final List<Path> keptOut;
    private final List<Path> unwritable;
    private final List<Path> own;
    private final List<Hole> holes = new ArrayList<>();
    private final List<Mount> emptied = new ArrayList<>();

    /// `own`: the sandbox's mounts that a capability may not cover.
    private FileCapabilities(List<Path> keptOut, List<Path> unwritable, List<Path> own) {
        this.keptOut = keptOut;
        this.unwritable = unwritable;
        this.own = own;
    }

    static List<Mount> of(Confinement confinement, List<Path> keptOut, List<Path> unwritable, List<Path> own)
            throws ConfinementRefused {
        var holes = new FileCapabilities(keptOut, unwritable, own);
        for (var capability : confinement.capabilities()) {
            switch (capability) {
                case Capability.ReadPath(var path) -> holes.add(capability, path, false);
                case Capability.WritePath(var path) -> holes.add(capability, path, true);
                case Capability.Exec exec -> {
                    if (!exec.namesProgramAlone()) {
                        holes.add(capability, exec.path(), false);
                    }
                }
                case Capability.Project(var access) ->
                    holes.add(capability, confinement, access == Capability.Access.WRITE);
                case Capability.Network _, Capability.Storage _ -> {}
            }
        }
        holes.noneUnderAWritable();
        return holes.mounts();
    }

    private void add(Capability capability, Path path, boolean write) throws ConfinementRefused {
        keepOut(capability, path, write, keptOut, own);
        var real = real(capability, path);
        keepOut(capability, real, write, keptOut, own);
        for (var name : real) {
            if (name.toString().equals(WORKSPACES)) {
                throw new ConfinementRefused(capability.text() + ": what is in a folder " + WORKSPACES
                        + " is the host's own, and is never opened: name another folder");
            }
        }
        if (!Files.isDirectory(real) && !Files.isRegularFile(real)) {
            throw new ConfinementRefused(capability.text() + ": " + real + " is neither a file nor a folder");
        }
        holes.add(new Hole(capability, path, real, write));
        var hidden = real.resolve(WORKSPACES);
        if (Files.exists(hidden, LinkOption.NOFOLLOW_LINKS)) {
            empty(capability, hidden);
        }
    }

    private void empty(Capability capability, Path hidden) throws ConfinementRefused {
        // What is mounted on a link is mounted elsewhere; and what is not there cannot be mounted on.
        if (!Files.isDirectory(hidden, LinkOption.NOFOLLOW_LINKS)) {
            throw new ConfinementRefused(capability.text() + ": " + hidden + " is no folder, or a link");
        }
        emptied.add(new Mount.Empty(hidden, new PlanReason.Declared(capability)));
    }

    /// Where the path of a capability leads.
    static Path real(Capability capability, Path path) throws ConfinementRefused {
        try (var held = hold(capability, path)) {
            return held.real();
        }
    }

    static DeclaredPath.Held hold(Capability capability, Path path) throws ConfinementRefused {
        try {
            return DeclaredPath.hold(path);
        } catch (DeclaredPath.ByLink e) {
            throw new ConfinementRefused(capability.text() + ": " + e.getMessage() + ": " + instead(capability, path));
        } catch (IOException _) {
            boolean program = capability instanceof Capability.Exec exec && exec.namesProgramAlone();
            throw new ConfinementRefused(capability.text() + ": " + path + " is not "
                    + (program ? "installed, or may not be read: install" : "there, or may not be read: create")
                    + " it, or take the capability out");
        }
    }

    private static String instead(Capability capability, Path path) {
        Path target;
        try {
            target = path.toRealPath();
        } catch (IOException _) {
            // Where it leads cannot be told.
            return "declare where it leads to instead";
        }
        return switch (capability) {
            case Capability.ReadPath _ -> "declare " + new Capability.ReadPath(target).text() + " instead";
            case Capability.WritePath _ -> "declare " + new Capability.WritePath(target).text() + " instead";
            case Capability.Exec(var binary, var _) ->
                "declare " + new Capability.Exec(binary, target).text() + " instead";
            case Capability.Project _ -> "run it in " + target + " instead";
            case Capability.Network _, Capability.Storage _ ->
                throw new IllegalArgumentException(capability.text() + " has no path");
        };
    }

    /// All of it but the folder that is the host's.
    private void add(Capability capability, Confinement confinement, boolean write) throws ConfinementRefused {
        var project = confinement.project();
        if (project == null) {
            throw new ConfinementRefused(capability.text() + ": there is no project here: run it in one");
        }
        var root = real(capability, project.root());
        var hidden = root.resolve(project.emptied());
        empty(capability, hidden);
        // Whoever else's project it is: a folder of the one host is as closed to the plugins of the other.
        var workspace = root.resolve(WORKSPACES);
        if (!workspace.equals(hidden) && Files.exists(workspace, LinkOption.NOFOLLOW_LINKS)) {
            empty(capability, workspace);
        }
        var others = keptOut.stream()
                .filter(path -> !path.equals(hidden) && !path.equals(project.hidden()))
                .toList();
        // Who writes a project that its own folder lies in could put a link there before the next start.
        var covered = write
                ? own
                : own.stream()
                        .filter(mine -> !confinement.seenAt().contains(mine))
                        .toList();
        keepOut(capability, root, write, others, covered);
        holes.add(new Hole(capability, root, root, write));
    }

    private void keepOut(Capability capability, Path path, boolean write, List<Path> keptOut, List<Path> own)
            throws ConfinementRefused {
        for (var never : NEVER) {
            noOverlap(capability, path, never, "holds sockets, devices or the kernel's files");
        }
        for (var never : keptOut) {
            noOverlap(capability, path, never, "is the host's own");
        }
        if (write) {
            for (var never : unwritable) {
                noOverlap(capability, path, never, "holds what the host itself runs");
            }
        }
        for (var mine : own) {
            if (mine.startsWith(path)) {
                throw new ConfinementRefused(capability.text() + ": the sandbox itself fills " + mine
                        + ": name what is needed, not a folder above it" + toRun(capability));
            }
        }
        for (var system : SYSTEM) {
            boolean covers = path.equals(system);
            boolean writes = write && path.startsWith(system);
            if (covers || writes) {
                throw new ConfinementRefused(capability.text() + ": " + system + " is the system's: "
                        + (write ? "nothing below it is ever written" : "name the file below it that is needed")
                        + toRun(capability));
            }
        }
        if (path.startsWith(SandboxPrograms.BIN) || path.startsWith(Path.of("/bin"))) {
            var name = String.valueOf(path.getFileName());
            throw new ConfinementRefused(
                    capability.text() + ": of the system's programs none is shown but those that may run"
                            + (SandboxPrograms.isSystems(path)
                                    ? ": " + name + " is declared by " + new Capability.Exec(name, path).text()
                                    : "")
                            + toRun(capability));
        }
    }

    /// The line for whoever wants the program to run, and nothing more; "" where no program is named.
    private static String toRun(Capability capability) {
        return capability instanceof Capability.Exec(var binary, var _) && binary.indexOf('/') < 0
                ? "; to run " + binary + " alone, declare "
                        + new Capability.Exec(binary, SandboxPrograms.BIN.resolve(binary)).text()
                : "";
    }

    private static void noOverlap(Capability capability, Path path, Path never, String why) throws ConfinementRefused {
        if (path.startsWith(never) || never.startsWith(path)) {
            var which = path.startsWith(never) ? never.toString() : never + ", which lies in it,";
            throw new ConfinementRefused(
                    capability.text() + ": " + which + " " + why + ", and is never opened: name another folder");
        }
    }

    /// Below a writable folder anybody who may write it decides what the next start opens.
    private void noneUnderAWritable() throws ConfinementRefused {
        for (var outer : holes) {
            for (var inner : holes) {
                boolean below =
                        inner.real().startsWith(outer.real()) && !inner.real().equals(outer.real());
                boolean namedBelow =
                        inner.named().startsWith(outer.real()) && !inner.named().equals(outer.real());
                if (outer.write() && (below || namedBelow)) {
                    throw new ConfinementRefused(inner.capability().text() + ": it lies below "
                            + outer.capability().text()
                            + ", where the program could put a link in its place: declare only the outer one, or"
                            + " folders side by side");
                }
            }
        }
    }

    private List<Mount> mounts() {
        var mounts = new ArrayList<Mount>();
        for (var hole : holes) {
            var because = new PlanReason.Declared(hole.capability());
            mounts.add(
                    hole.write()
                            ? new Mount.Writable(hole.real(), hole.real(), because)
                            : new Mount.ReadOnly(hole.real(), hole.real(), because));
            var named = hole.named();
            // A link that lies in another hole is seen there as it is.
            boolean seen = holes.stream().anyMatch(other -> named.startsWith(other.real()));
            if (!named.equals(hole.real()) && !seen) {
                mounts.add(new Mount.Link(named, hole.real().toString(), because));
            }
        }
        mounts.addAll(emptied);
        return mounts;
    }
}
