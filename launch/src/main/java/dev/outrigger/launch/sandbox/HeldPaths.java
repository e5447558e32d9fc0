package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What was declared and lies where others than root could put something else, a link for one, while a sandbox is made:
/// held from before the plan is made until bubblewrap mounts it. Bubblewrap is given what is held beside the path, and
/// gives up if they are not the same any more.
final class HeldPaths implements AutoCloseable {
    private static final String OPTION = "--bind-fd";

    private final Map<Path, DeclaredPath.Held> held = new LinkedHashMap<>();

    private HeldPaths() {}

    static HeldPaths none() {
        return new HeldPaths();
    }

    static HeldPaths of(Confinement confinement) throws Refused {
        var paths = new HeldPaths();
        boolean all = false;
        try {
            for (var capability : confinement.capabilities()) {
                switch (capability) {
                    case Capability.OfPath declared -> paths.add(Holes.hold(capability, declared.path()));
                    case Capability.Project _ -> {
                        var project = confinement.project();
                        if (project != null) {
                            paths.add(Holes.hold(capability, project.root()));
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
    private void addPrograms(Confinement confinement) throws Refused {
        var words = new LinkedHashMap<String, Because>();
        var shown = new ArrayList<>(List.of(ProgramSearch.real(confinement.folder())));
        var program = Programs.program(confinement.command());
        if (program.isPresent()) {
            words.put(program.get(), new Because.Command(program.get()));
        }
        for (var capability : confinement.capabilities()) {
            if (capability instanceof Capability.Exec exec) {
                words.putIfAbsent(exec.binary(), new Because.Declared(exec));
                shown.add(Holes.real(exec, exec.path()));
            }
        }
        for (var word : words.entrySet()) {
            var file = Path.of(word.getKey());
            if (file.isAbsolute() && Files.exists(file)) {
                var real = ProgramSearch.real(file);
                if (!SystemFolders.hold(real) && shown.stream().noneMatch(real::startsWith)) {
                    add(Programs.hold(file, word.getValue()));
                }
            }
        }
    }

    private void add(DeclaredPath.Held path) {
        if (path.fixed() || held.putIfAbsent(path.real(), path) != null) {
            path.close();
        }
    }

    /// Before 0.10 only with its distribution's mend of August 2024, so its version says nothing.
    void check(Tools tools) throws Refused {
        if (held.isEmpty()) {
            return;
        }
        try {
            var program = Files.readString(Path.of(tools.bwrap()), StandardCharsets.ISO_8859_1);
            if (!program.contains(OPTION)) {
                throw new Refused(tools.bwrap() + " has no option " + OPTION + ", without which others could put a link"
                        + " in the place of " + held.keySet().iterator().next()
                        + " while it is mounted: update bubblewrap (0.10, or your distribution's security update)");
            }
        } catch (IOException e) {
            throw new Refused(tools.bwrap() + " cannot be read: " + e.getMessage());
        }
    }

    /// In the order of [#numbers].
    List<Descriptor> descriptors() {
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
