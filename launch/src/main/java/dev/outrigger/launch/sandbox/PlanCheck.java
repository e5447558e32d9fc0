package dev.outrigger.launch.sandbox;

import dev.outrigger.system.ProcessorKind;
import dev.outrigger.system.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The last look at a plan, whoever made it and for whatever reason: every file of the host in it must be named by a
/// capability, by the base set, or be the plugin's own; and what is the host's own is in none.
///
/// It asks the file system itself what a path is, and believes no [PlanReason]. It knows nothing of how a plan is made,
/// so that a mistake there ends here.
final class PlanCheck {
    private final Confinement confinement;
    private final ProcessorKind machine;
    private final Path folder;
    private final Optional<Path> data;
    private final SystemLoader system;
    private final List<Path> keptOut;
    private final List<Path> unwritable;
    private final List<Path> readable = new ArrayList<>();
    private final List<Path> writable = new ArrayList<>();

    /// The folders of programs, by `exec:` alone.
    private final List<Path> prefixes = new ArrayList<>();

    private PlanCheck(Confinement confinement, ProcessorKind machine) throws ConfinementRefused {
        this.confinement = confinement;
        this.machine = machine;
        this.folder = ProgramSearch.real(confinement.folder());
        this.data = confinement.data() == null ? Optional.empty() : Optional.of(ProgramSearch.real(confinement.data()));
        this.system = SystemLoader.of(machine);
        this.keptOut = realToo(confinement.keptOut());
        this.unwritable = realToo(confinement.unwritable());
        for (var capability : confinement.capabilities()) {
            switch (capability) {
                case Capability.ReadPath(var path) -> readable.add(FileCapabilities.real(capability, path));
                case Capability.WritePath(var path) -> writable.add(FileCapabilities.real(capability, path));
                case Capability.Exec(var _, var path) -> prefixes.add(FileCapabilities.real(capability, path));
                case Capability.Project(var access) -> {
                    var project = confinement.project();
                    if (project != null) {
                        (access == Capability.Access.WRITE ? writable : readable)
                                .add(FileCapabilities.real(capability, project.root()));
                    }
                }
                case Capability.NoNetwork _, Capability.AnyNetwork _, Capability.Connect _, Capability.Storage _ -> {}
            }
        }
    }

    private static List<Path> realToo(List<Path> paths) throws ConfinementRefused {
        var all = new ArrayList<Path>();
        for (var path : paths) {
            all.add(path.toAbsolutePath().normalize());
            if (Files.exists(path)) {
                all.add(ProgramSearch.real(path));
            }
        }
        return all;
    }

    static void check(SandboxPlan plan, Confinement confinement, ProcessorKind machine) throws ConfinementRefused {
        new PlanCheck(confinement, machine).check(plan);
    }

    private void check(SandboxPlan plan) throws ConfinementRefused {
        var base = BaseMounts.shown(machine, plan.network().rule());
        for (var program : plan.programs().placed()) {
            program(program);
        }
        for (var mount : plan.mounts()) {
            switch (mount) {
                case Mount.ReadOnly read -> readOnly(read, plan, base);
                case Mount.Writable write -> writable(write, plan);
                case Mount.Link link -> link(link, plan);
                case Mount.Text text -> madeUp(text);
                case Mount.Programs programs -> programs(programs, plan);
                case Mount.Fresh _ -> {}
            }
        }
        noneBelowAWritable(plan);
    }

    private void readOnly(Mount.ReadOnly mount, SandboxPlan plan, Set<Path> base) throws ConfinementRefused {
        var real = ProgramSearch.real(mount.source());
        boolean isBase = base.contains(mount.source()) && mount.at().equals(mount.source());
        neverShown(mount, real, isBase, plan);
        boolean named = isBase
                || real.startsWith(folder)
                || isIn(readable, real)
                || isIn(writable, real)
                || isIn(prefixes, real)
                || isOfAProgram(real, plan)
                || (Files.isRegularFile(real) && system.holds(real));
        if (!named) {
            throw refused(mount, real + " is named by no capability, and is no part of what every sandbox has");
        }
    }

    private void writable(Mount.Writable mount, SandboxPlan plan) throws ConfinementRefused {
        var real = ProgramSearch.real(mount.source());
        neverShown(mount, real, false, plan);
        for (var never : unwritable) {
            if (overlap(real, never)) {
                throw refused(mount, never + " holds what the host itself runs");
            }
        }
        boolean isHome = data.filter(real::equals).isPresent() && mount.at().equals(SandboxPlan.HOME);
        if (!isHome && !isIn(writable, real)) {
            throw refused(mount, real + " was not declared to be written: write:fs:" + real);
        }
    }

    /// What is never in a sandbox, whoever names it; and no link, which may lead elsewhere a moment later. Of what
    /// every sandbox has, the administrator may make links, also to where the network's names are.
    private void neverShown(Mount mount, Path real, boolean isBase, SandboxPlan plan) throws ConfinementRefused {
        if (!isBase && !real.equals(sourceOf(mount))) {
            throw refused(mount, "it is a link to " + real);
        }
        for (var never : FileCapabilities.NEVER) {
            boolean own = isOwn(real, never);
            if (!isBase && !own && overlap(real, never)) {
                throw refused(mount, never + " holds sockets, devices or the kernel's files");
            }
        }
        if (!isBase) {
            noWorkspaces(mount, real, plan);
        }
        for (var out : keptOut) {
            boolean within = out.startsWith(real) && !(real.equals(mount.at()) && isEmptied(out, mount, plan));
            if (within || (real.startsWith(out) && !isOwn(real, out))) {
                throw refused(mount, out + " is the host's own, and is never shown");
            }
        }
    }

    /// Of a workspace, what jp keeps in it is empty, unless it is the plugin's own folder.
    private void noWorkspaces(Mount mount, Path real, SandboxPlan plan) throws ConfinementRefused {
        if (real.startsWith(folder) || data.filter(real::startsWith).isPresent()) {
            return;
        }
        var kept = real.resolve(FileCapabilities.WORKSPACES);
        boolean shown = Files.exists(kept, LinkOption.NOFOLLOW_LINKS)
                && !(real.equals(mount.at()) && isEmptied(kept, mount, plan));
        boolean within = false;
        for (var name : real) {
            within |= name.toString().equals(FileCapabilities.WORKSPACES);
        }
        if (shown || within) {
            throw refused(mount, FileCapabilities.WORKSPACES + " is the host's own, and is never shown");
        }
    }

    /// Of what the host keeps to itself, a plugin's own two folders are all that it may be shown.
    private boolean isOwn(Path real, Path out) {
        return isOwn(real, folder, out)
                || data.filter(own -> isOwn(real, own, out)).isPresent();
    }

    private static boolean isOwn(Path real, Path own, Path out) {
        return real.startsWith(own) && own.startsWith(out) && !own.equals(out);
    }

    /// What is covered by an empty folder is not shown with what it lies in, if it is covered afterwards.
    private static boolean isEmptied(Path out, Mount shown, SandboxPlan plan) {
        return plan.mounts().stream()
                .skip(plan.mounts().lastIndexOf(shown) + 1L)
                .anyMatch(later -> later instanceof Mount.Empty && out.startsWith(later.at()));
    }

    private static Path sourceOf(Mount mount) {
        return switch (mount) {
            case Mount.Bind bind -> bind.source();
            case Mount.Link _, Mount.Text _, Mount.Programs _, Mount.Fresh _ -> mount.at();
        };
    }

    private static boolean overlap(Path one, Path other) {
        return one.startsWith(other) || other.startsWith(one);
    }

    private static boolean isIn(List<Path> folders, Path real) {
        return folders.stream().anyMatch(real::startsWith);
    }

    /// The file of a program, or what a program of the system's has beside it.
    private static boolean isOfAProgram(Path real, SandboxPlan plan) {
        return plan.programs().placed().stream()
                .anyMatch(program -> program.file().equals(real)
                        || (SystemFolders.hold(program.file())
                                && SystemFolders.belongs(real, program.name(), program.file())));
    }

    /// A program is there because the manifest's command or an `exec:` leads to it. Which of the system's programs
    /// that is, a script may say; any other is named by the manifest itself, or is on the operator's PATH.
    private void program(SandboxPrograms.Placed program) throws ConfinementRefused {
        var real = ProgramSearch.real(program.file());
        var word = word(program);
        if (!real.equals(program.file()) || !Files.isRegularFile(real)) {
            throw refused(program, "it is no regular file, or a link");
        }
        boolean named = SystemFolders.hold(real)
                || real.startsWith(folder)
                || isIn(prefixes, real)
                || (word.startsWith("/") && isSame(Path.of(word), real))
                || isOnThePath(program.name(), real);
        if (!named) {
            throw refused(program, "it lies outside of the system's folders, and no exec: names it");
        }
    }

    /// The word of the manifest that leads to it.
    private String word(SandboxPrograms.Placed program) throws ConfinementRefused {
        return switch (program.because()) {
            case PlanReason.Declared(Capability.Exec exec)
            when confinement.capabilities().contains(exec) -> exec.binary();
            case PlanReason.Command(var said) when confinement.command().contains(said) -> said;
            case PlanReason.Declared _, PlanReason.Command _, PlanReason.Always _ ->
                throw refused(program, "neither the command nor an exec: of the manifest leads to it");
        };
    }

    private boolean isOnThePath(String name, Path real) {
        var folders = new ArrayList<>(ProgramSearch.SYSTEM);
        folders.addAll(SearchPath.folders(confinement.searchPath()));
        return folders.stream().anyMatch(each -> isSame(each.resolve(name), real));
    }

    private static boolean isSame(Path path, Path real) {
        try {
            return path.toRealPath().equals(real);
        } catch (IOException _) {
            // What is not there is no other name of what is.
            return false;
        }
    }

    private static void programs(Mount.Programs mount, SandboxPlan plan) throws ConfinementRefused {
        if (!mount.at().equals(SandboxPrograms.BIN)) {
            throw refused(mount, "the programs are at " + SandboxPrograms.BIN);
        }
        var known = BasePrograms.found();
        var base = plan.programs().base();
        if (!known.equals(base) && !Set.copyOf(known).containsAll(base)) {
            throw refused(mount, "a program in it is none of the base set");
        }
    }

    /// A link leads nowhere but within the sandbox. Still, each has a reason: what it leads to is there.
    private static void link(Mount.Link link, SandboxPlan plan) throws ConfinementRefused {
        var target = link.at().resolveSibling(link.target()).normalize();
        boolean leads = plan.mounts().stream().anyMatch(other -> switch (other) {
            case Mount.ReadOnly _, Mount.Writable _, Mount.Programs _ -> target.startsWith(other.at());
            case Mount.Link _ -> BaseMounts.isLink(other.at()) && target.startsWith(other.at());
            case Mount.Text _, Mount.Fresh _ -> false;
        });
        if (!leads && !BaseMounts.isLink(link.at())) {
            throw refused(link, "it leads to nothing that is shown");
        }
    }

    /// What is in it could be anything of the host's.
    private static void madeUp(Mount.Text text) throws ConfinementRefused {
        if (!BaseMounts.MADE_UP.contains(text.at())) {
            throw refused(text, "no sandbox has a file of our making there");
        }
    }

    /// Whoever may write a folder decides what the next start finds in it.
    private static void noneBelowAWritable(SandboxPlan plan) throws ConfinementRefused {
        for (var outer : plan.mounts()) {
            if (outer instanceof Mount.Writable(var written, var _, var _)) {
                for (var inner : plan.mounts()) {
                    var source = sourceOf(inner);
                    if (inner instanceof Mount.Bind && source.startsWith(written) && !source.equals(written)) {
                        throw refused(inner, "the plugin may write " + written + ", and could put a link in its place");
                    }
                }
            }
        }
    }

    private static ConfinementRefused refused(Mount mount, String why) {
        return refused(mount.words().strip(), mount.because(), why);
    }

    private static ConfinementRefused refused(SandboxPrograms.Placed program, String why) {
        return refused("run " + program.name() + " (" + program.file() + ")", program.because(), why);
    }

    private static ConfinementRefused refused(String what, PlanReason because, String why) {
        return new ConfinementRefused(
                "the sandbox would have \"" + what + "\" (" + because.words() + "), which is refused: " + why);
    }
}
