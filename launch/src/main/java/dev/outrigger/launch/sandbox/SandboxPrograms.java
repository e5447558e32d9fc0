package dev.outrigger.launch.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/// The programs inside. Those of `base` lie in a folder of copies, made once; every other one is mounted.
public record SandboxPrograms(List<Base> base, List<Placed> placed) {
    /// The folder of programs, inside.
    public static final Path BIN = Path.of("/usr/bin");

    /// Where a system has its programs. Inside there is [#BIN] alone, and these are names of it.
    private static final Set<Path> SYSTEMS = Set.of(BIN, Path.of("/bin"), Path.of("/usr/sbin"), Path.of("/sbin"));

    public SandboxPrograms {
        base = List.copyOf(base);
        placed = List.copyOf(placed);
    }

    /// Whether the path is that of a file in a folder of the system's programs.
    static boolean isSystems(Path path) {
        var folder = path.getParent();
        return folder != null && SYSTEMS.contains(folder);
    }

    /// A program of the base set, the file it is on this system, and which state of that file was seen.
    public record Base(String name, Path file, FileIdentity stamp) {}

    /// A name in [#BIN] for a program that was asked for. Where its real file is in that folder, too, it is
    /// mounted over an empty file of that name; else the name is a link to where it is mounted.
    public record Placed(String name, Path file, PlanReason because) {
        boolean inBin() {
            return Path.of("/usr/bin").equals(file.getParent())
                    || Path.of("/bin").equals(file.getParent());
        }
    }
}
