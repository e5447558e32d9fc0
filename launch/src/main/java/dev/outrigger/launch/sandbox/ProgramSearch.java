package dev.outrigger.launch.sandbox;

import dev.outrigger.system.SearchPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds a program by its name: the system's own before all others, wherever the operator's PATH has one, and then a
/// binary before a script, which needs more than its file, and one outside of homes before one in a home.
record ProgramSearch(List<Path> system, List<Path> operators, List<Path> homes) {
    static final List<Path> SYSTEM = SearchPath.folders("/usr/bin:/bin:/usr/local/bin:/usr/sbin:/sbin");

    private static final List<Path> HOMES = List.of(Path.of("/home"), Path.of("/root"));

    /// Which is taken, the first that there is.
    enum Rank {
        SYSTEM,
        BINARY,
        BINARY_IN_A_HOME,
        SCRIPT
    }

    /// `file` as it was found, `real` with its links followed.
    record Found(Path file, Path real, Rank rank) {}

    ProgramSearch {
        system = List.copyOf(system);
        operators = List.copyOf(operators);
        homes = List.copyOf(homes);
    }

    static ProgramSearch along(String operatorsPath) {
        var homes = new LinkedHashSet<>(HOMES);
        homes.add(Path.of(System.getProperty("user.home", "/root")));
        return new ProgramSearch(SYSTEM, SearchPath.folders(operatorsPath), List.copyOf(homes));
    }

    static Optional<Path> inSystem(String name) {
        return SYSTEM.stream()
                .map(folder -> folder.resolve(name))
                .filter(ProgramSearch::runs)
                .findFirst();
    }

    private static boolean runs(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /// `name` has no slash in it.
    Optional<Found> find(String name) throws ConfinementRefused {
        @Nullable Found best = null;
        for (var folders : List.of(system, operators)) {
            for (var folder : folders) {
                var file = folder.resolve(name);
                if (runs(file)) {
                    var real = real(file);
                    var found = new Found(file, real, rank(real));
                    if (found.rank() == Rank.SYSTEM) {
                        return Optional.of(found);
                    }
                    best = best == null || found.rank().compareTo(best.rank()) < 0 ? found : best;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    private Rank rank(Path real) throws ConfinementRefused {
        if (SystemFolders.hold(real)) {
            return Rank.SYSTEM;
        }
        if (ScriptInterpreter.of(real).isPresent()) {
            return Rank.SCRIPT;
        }
        return homes.stream().anyMatch(real::startsWith) ? Rank.BINARY_IN_A_HOME : Rank.BINARY;
    }

    static Path real(Path file) throws ConfinementRefused {
        try {
            return file.toRealPath();
        } catch (IOException _) {
            throw new ConfinementRefused(file + " is not there, or may not be read");
        }
    }
}
