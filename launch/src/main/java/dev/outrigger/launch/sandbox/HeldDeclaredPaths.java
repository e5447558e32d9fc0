package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// What was declared and lies where others than root could put something else, a link for one, while a sandbox is made:
/// held from before the plan is made until bubblewrap mounts it. Bubblewrap is given what is held beside the path, and
/// gives up if they are not the same any more.
final class HeldDeclaredPaths implements AutoCloseable {
    private static final String OPTION = "--bind-fd";

    private final Map<Path, DeclaredPath.Held> held = new LinkedHashMap<>();

    private HeldDeclaredPaths() {}

    static HeldDeclaredPaths none() {
        return new HeldDeclaredPaths();
    }

    static HeldDeclaredPaths of(Confinement confinement) throws ConfinementRefused {
        var paths = new HeldDeclaredPaths();
        boolean all = false;
        try {
            for (var capability : confinement.capabilities()) {
                switch (capability) {
                    case Capability.OfPath declared -> paths.add(FileCapabilities.hold(capability, declared.path()));
                    case Capability.Project _ -> {
                        var project = confinement.project();
                        if (project != null) {
                            paths.add(FileCapabilities.hold(capability, project.root()));
                        }
                    }
                    case Capability.Network _, Capability.Storage _ -> {}
                }
            }
            paths.addPrograms(confinement);
            all = true;
            return paths;
        } finally {
            if (!all) {
                paths.close();
            }
        }
    }

    /// Those that are mounted as one file, since they lie neither in the system's folders nor in what is shown anyway.
    private void addPrograms(Confinement confinement) throws ConfinementRefused {
        var words = new LinkedHashSet<String>();
        var shown = new ArrayList<>(List.of(ProgramSearch.real(confinement.folder())));
        var program = ProgramResolution.program(confinement.command());
        program.ifPresent(words::add);
        for (var capability : confinement.capabilities()) {
            switch (capability) {
                case Capability.Exec exec -> {
                    words.add(exec.binary());
                    shown.add(FileCapabilities.real(exec, exec.path()));
                }
                case Capability.ReadPath _,
                        Capability.WritePath _,
                        Capability.Project _,
                        Capability.Network _,
                        Capability.Storage _ -> {}
            }
        }
        for (var word : words) {
            var file = Path.of(word);
            if (file.isAbsolute()) {
                addProgram(file, shown);
            }
        }
    }

    /// What is not there or behind a link now, the plan tells; [#covering] refuses what is another file by then.
    private void addProgram(Path file, List<Path> shown) {
        try {
            var path = DeclaredPath.hold(file);
            if (SystemFolders.hold(path.real()) || shown.stream().anyMatch(path.real()::startsWith)) {
                path.close();
            } else {
                add(path);
            }
        } catch (IOException _) {
            // The plan tells of it.
            return;
        }
    }

    /// The plan, if all that was named by its path is what was held before it was made: what came into its place since
    /// would be mounted by its name.
    SandboxPlan covering(SandboxPlan plan) throws ConfinementRefused {
        for (var mount : plan.mounts()) {
            var source = switch (mount) {
                case Mount.Bind bind -> bind.source();
                case Mount.Link _, Mount.Text _, Mount.Programs _, Mount.Fresh _ -> null;
            };
            boolean known = source == null
                    || !isByPath(mount.because())
                    || SystemFolders.hold(source)
                    || held.containsKey(source)
                    || isFixed(source);
            if (!known) {
                throw new ConfinementRefused(mount.because().words() + ": " + source + " is being changed: try again");
            }
        }
        return plan;
    }

    private static boolean isFixed(Path source) {
        try (var path = DeclaredPath.hold(source)) {
            return path.fixed() && path.real().equals(source);
        } catch (IOException _) {
            // Gone again, or a link by now.
            return false;
        }
    }

    /// Not what a name leads to on the operator's PATH.
    private static boolean isByPath(PlanReason because) {
        return switch (because) {
            case PlanReason.Always _ -> false;
            case PlanReason.Command(var word) -> word.startsWith("/");
            case PlanReason.Declared(Capability.Exec(var binary, var _)) -> binary.startsWith("/");
            case PlanReason.Declared _ -> true;
        };
    }

    private void add(DeclaredPath.Held path) {
        if (path.fixed() || held.putIfAbsent(path.real(), path) != null) {
            path.close();
        }
    }

    /// Before 0.10 only with its distribution's mend of August 2024, so its version says nothing.
    void check(SandboxTools tools) throws ConfinementRefused {
        if (held.isEmpty()) {
            return;
        }
        try {
            var program = Files.readString(Path.of(tools.bwrap()), StandardCharsets.ISO_8859_1);
            if (!program.contains(OPTION)) {
                throw new ConfinementRefused(
                        tools.bwrap() + " has no option " + OPTION + ", without which others could put a link"
                                + " in the place of " + held.keySet().iterator().next()
                                + " while it is mounted: update bubblewrap (0.10, or your distribution's security update)");
            }
        } catch (IOException e) {
            throw new ConfinementRefused(tools.bwrap() + " cannot be read: " + e.getMessage());
        }
    }

    /// In the order of [#numbers].
    List<OwnedDescriptor> descriptors() {
        return held.values().stream().map(DeclaredPath.Held::descriptor).toList();
    }

    /// At which numbers bubblewrap has them, the first at this one.
    Map<Path, Integer> numbers(int first) {
        var numbers = new LinkedHashMap<Path, Integer>();
        for (var path : held.keySet()) {
            numbers.put(path, first + numbers.size());
        }
        return numbers;
    }

    @Override
    public void close() {
        held.values().forEach(DeclaredPath.Held::close);
    }
}
