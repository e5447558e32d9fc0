package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the programs a plan speaks of, what runs them when they are scripts, and what else of the system they need.
///
/// A program of the system's brings its libraries and what belongs to it (see [SystemFolders]). One from elsewhere
/// brings its one file, and only if the manifest or the operator's PATH names it; the folder that it was installed in
/// comes by an `exec:` alone.
final class ProgramResolution {
    private static final int DEEPEST = 5;

    private final Path folder;
    private final Path start;
    private final List<Path> seenAt;
    private final List<Path> prefixes;
    private final List<Path> keptOut;
    private final List<Path> libraryFolders;
    private final ProgramSearch search;
    private final Libraries libraries;
    private final Map<String, SandboxPrograms.Placed> placed = new LinkedHashMap<>();
    private final Map<Path, Mount> mounts = new LinkedHashMap<>();

    /// `folder` is the plugin's own, in which it begins at `start`, and `prefixes` what its `exec:` name, links
    /// followed. `keptOut`: folders that no program may bring with it, whatever lies in them.
    ProgramResolution(
            Path folder,
            Path start,
            List<Path> seenAt,
            List<Path> prefixes,
            List<Path> keptOut,
            List<Path> libraryFolders,
            ProgramSearch search,
            Libraries libraries) {
        this.folder = folder;
        this.start = start;
        this.seenAt = List.copyOf(seenAt);
        this.prefixes = List.copyOf(prefixes);
        this.keptOut = List.copyOf(keptOut);
        this.libraryFolders = List.copyOf(libraryFolders);
        this.search = search;
        this.libraries = libraries;
    }

    SandboxPrograms set() throws ConfinementRefused {
        var found = BasePrograms.found();
        // Mostly all of them: then it is the same list every time, which is known by that.
        var base = found.stream().noneMatch(program -> placed.containsKey(program.name()))
                ? found
                : found.stream()
                        .filter(program -> !placed.containsKey(program.name()))
                        .toList();
        for (var vital : List.of("sh", "env")) {
            if (base.stream().noneMatch(program -> program.name().equals(vital)) && !placed.containsKey(vital)) {
                throw new ConfinementRefused("the program " + vital
                        + " is not installed, and no sandbox starts without it (Debian: dash, coreutils)");
            }
        }
        return new SandboxPrograms(base, List.copyOf(placed.values()));
    }

    List<Mount> mounts() {
        return List.copyOf(mounts.values());
    }

    /// What a command's first words need.
    void command(List<String> command) throws ConfinementRefused {
        var program = program(command);
        if (program.isPresent()) {
            bring(program.get(), new PlanReason.Command(program.get()), false, 0);
        }
    }

    /// The one that a command runs, or `env` in its place.
    static Optional<String> program(List<String> command) throws ConfinementRefused {
        var first = command.getFirst();
        return isEnv(first) ? EnvCommand.program(command.subList(1, command.size())) : Optional.of(first);
    }

    void declared(Capability.Exec exec) throws ConfinementRefused {
        bring(exec.binary(), new PlanReason.Declared(exec), false, 0);
    }

    /// A word with a slash is a path, as it is for exec: from where the plugin is started. `unseen`: it stands in a
    /// script, and nobody was shown it.
    private void bring(String word, PlanReason because, boolean unseen, int depth) throws ConfinementRefused {
        if (word.indexOf('/') >= 0) {
            var file = start.resolve(word).normalize();
            notTheKernels(file, because);
            notByALink(file, because);
            add(file, because, unseen, depth);
            return;
        }
        var found = search.find(word)
                .orElseThrow(() -> ConfinementRefused.missing(because.words() + ": " + word
                        + " is not installed, or not on the PATH: install it, or name its file"));
        if (found.rank() == ProgramSearch.Rank.SCRIPT && !isDeclared(found.real())) {
            throw new ConfinementRefused(because.words() + ": " + word + " is only found as " + found.file()
                    + ", a script outside of the system's folders: install " + word
                    + ", or name the program that the script runs");
        }
        // Where a name leads is the operator's word, whoever says the name.
        add(found.file(), because, false, depth);
    }

    /// These mean something else inside, or nothing: /proc/self/exe is whoever asks.
    private void notTheKernels(Path file, PlanReason because) throws ConfinementRefused {
        for (var never : FileCapabilities.NEVER) {
            if (file.startsWith(never) && !isInOwnFolder(file)) {
                throw new ConfinementRefused(
                        because.words() + ": " + never + " holds sockets, devices or the kernel's files, and"
                                + " no program is run from it: name the program's own file");
            }
        }
    }

    /// A link to what may be run anyway does no harm; any other shows a file that nobody named.
    private void notByALink(Path file, PlanReason because) throws ConfinementRefused {
        var real = ProgramSearch.real(file);
        if (SystemFolders.hold(real) || real.startsWith(folder) || isInOwnFolder(file) || isDeclared(real)) {
            return;
        }
        try (var held = hold(file, because)) {
            if (!held.real().equals(real)) {
                throw new ConfinementRefused(because.words() + ": " + file + " is being changed: try again");
            }
        }
    }

    static DeclaredPath.Held hold(Path file, PlanReason because) throws ConfinementRefused {
        try {
            return DeclaredPath.hold(file);
        } catch (DeclaredPath.ByLink e) {
            throw new ConfinementRefused(
                    because.words() + ": " + e.getMessage() + ": name " + ProgramSearch.real(file) + " instead");
        } catch (IOException _) {
            throw ConfinementRefused.missing(because.words() + ": " + file + " is not there, or may not be read");
        }
    }

    private void add(Path file, PlanReason because, boolean unseen, int depth) throws ConfinementRefused {
        var real = ProgramSearch.real(file);
        if (!Files.isRegularFile(real) || !Files.isExecutable(real)) {
            throw ConfinementRefused.missing(because.words() + ": " + file + " is no file that may be executed");
        }
        boolean own = real.startsWith(folder);
        if (own && isInOwnFolder(file)) {
            interpreters(real, because, depth);
            bringLibraries(real, because, own);
            return;
        }
        var name = String.valueOf(file.getFileName());
        if (isBase(name, real) || placed.containsKey(name)) {
            return;
        }
        for (var out : keptOut) {
            if (real.startsWith(out) && !own) {
                throw new ConfinementRefused(
                        because.words() + ": " + real + " lies in " + out + ", which is never shown");
            }
        }
        boolean system = SystemFolders.hold(real);
        if (!system && !own) {
            outside(file, real, because, unseen);
        }
        var program = new SandboxPrograms.Placed(name, real, because);
        placed.put(name, program);
        if (!isShown(real)) {
            mounts.putIfAbsent(real, new Mount.ReadOnly(real, program.inBin() ? inBin(real) : real, because));
        }
        if (system) {
            for (var each : SystemFolders.of(name, real)) {
                mounts.putIfAbsent(each, new Mount.ReadOnly(each, each, because));
            }
        }
        bringLibraries(real, because, own);
        interpreters(real, because, depth + 1);
        var parent = file.getParent();
        if (!file.equals(real) && parent != null && !isBin(parent) && !isInOwnFolder(file) && !isShown(file)) {
            mounts.putIfAbsent(file, new Mount.Link(file, real.toString(), because));
        }
    }

    /// Whether a program that is not the system's may be brought, and whether its file is enough.
    private void outside(Path file, Path real, PlanReason because, boolean unseen) throws ConfinementRefused {
        if (isDeclared(real)) {
            return;
        }
        if (unseen) {
            throw new ConfinementRefused(because.words() + ": a script's first line names " + file
                    + ", outside of the system's folders: declare " + line(real, prefix(real)));
        }
        if (isInOwnFolder(file)) {
            throw new ConfinementRefused(because.words() + ": " + file + " is a link to " + real
                    + ", outside of the plugin's folder and the system's: put the program into the folder, or declare "
                    + line(real, prefix(real)));
        }
        var needed = RuntimeTree.library(real, ScriptInterpreter.of(real).isPresent());
        if (needed.isPresent()) {
            throw new ConfinementRefused(because.words() + ": " + real + " does not run without " + needed.get()
                    + ", outside of the system's folders: declare " + line(real, prefix(real)));
        }
    }

    /// The capability to add, as it is written in a manifest.
    private static String line(Path real, Path shown) {
        return new Capability.Exec(real.toString(), shown).text();
    }

    private static Path prefix(Path real) {
        return RuntimeTree.prefix(real).orElseGet(() -> parent(real));
    }

    private static Path parent(Path file) {
        return Optional.ofNullable(file.getParent()).orElse(file);
    }

    private boolean isDeclared(Path real) {
        return prefixes.stream().anyMatch(real::startsWith);
    }

    /// By what was declared, or what was brought before.
    private boolean isShown(Path path) {
        return isDeclared(path) || mounts.keySet().stream().anyMatch(path::startsWith);
    }

    private boolean isInOwnFolder(Path file) {
        return file.startsWith(folder) || seenAt.stream().anyMatch(file::startsWith);
    }

    private static Path inBin(Path real) {
        return SandboxPrograms.BIN.resolve(String.valueOf(real.getFileName()));
    }

    private static boolean isBin(Path parent) {
        return parent.equals(Path.of("/usr/bin")) || parent.equals(Path.of("/bin"));
    }

    private static boolean isBase(String name, Path real) throws ConfinementRefused {
        if (!BasePrograms.NAMES.contains(name)) {
            return false;
        }
        var usual = ProgramSearch.inSystem(name);
        return usual.isPresent() && ProgramSearch.real(usual.get()).equals(real);
    }

    /// Scripts are run by the program their first line names, and `env` by the one it finds.
    private void interpreters(Path file, PlanReason because, int depth) throws ConfinementRefused {
        if (depth > DEEPEST) {
            throw new ConfinementRefused(file + ": scripts that are run by scripts, more than " + DEEPEST + " deep");
        }
        var line = ScriptInterpreter.of(file);
        if (line.isPresent()) {
            var program = ScriptInterpreter.program(line.get());
            if (program.isPresent()) {
                bring(program.get(), because, true, depth + 1);
            }
        }
    }

    private static boolean isEnv(String first) {
        return first.equals("env") || first.equals("/usr/bin/env") || first.equals("/bin/env");
    }

    /// What the plugin's own binaries miss is left to the loader; of others, the operator is told what to declare.
    private void bringLibraries(Path file, PlanReason because, boolean own) throws ConfinementRefused {
        var found = libraries.of(file);
        if (!own && !found.elsewhere().isEmpty()) {
            var library = found.elsewhere().getFirst();
            var installed = prefix(file);
            var shown = library.startsWith(installed) ? installed : parent(library);
            throw new ConfinementRefused(because.words() + ": " + file + " does not run without " + library
                    + ", outside of the system's folders: declare " + line(file, shown));
        }
        for (var library : found.libraries()) {
            var real = library.real();
            boolean there =
                    real.startsWith(folder) || libraryFolders.stream().anyMatch(real::startsWith) || isShown(real);
            if (!there) {
                // A link in the plugin's folder is seen there, and leads to where the library is.
                var at = isInOwnFolder(library.path()) ? real : library.path();
                mounts.putIfAbsent(at, new Mount.ReadOnly(real, at, because));
            }
        }
    }
}
