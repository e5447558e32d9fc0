package dev.outrigger.hosting.registry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The names of the machines that a program may be made for, as Rust's compiler calls them.
public final class MachineTriples {
    /// A script, or anything else that runs wherever what it needs is installed.
    public static final String ANY = "any";

    private MachineTriples() {}

    /// What runs on this machine, the best first.
    public static List<String> here() {
        var arch = System.getProperty("os.arch", "");
        return of(
                System.getProperty("os.name", ""),
                arch,
                Files.exists(Path.of("/lib/ld-musl-" + cpu(arch) + ".so.1"))
                        && !Files.exists(Path.of("/lib64/ld-linux-x86-64.so.2"))
                        && !Files.exists(Path.of("/lib/ld-linux-aarch64.so.1")));
    }

    /// @param musl whether the C library is musl, with which programs made for glibc do not start; the other way round
    ///     most do, being linked statically
    static List<String> of(String system, String arch, boolean musl) {
        var triples = new ArrayList<String>();
        var cpu = cpu(arch);
        var name = system.toLowerCase(Locale.ROOT);
        if (name.startsWith("linux")) {
            if (!musl) {
                triples.add(cpu + "-unknown-linux-gnu");
            }
            triples.add(cpu + "-unknown-linux-musl");
        } else if (name.startsWith("mac") || name.startsWith("darwin")) {
            triples.add(cpu + "-apple-darwin");
        } else if (name.startsWith("windows")) {
            triples.add(cpu + "-pc-windows-msvc");
            triples.add(cpu + "-pc-windows-gnu");
        }
        triples.add(ANY);
        return triples;
    }

    private static String cpu(String arch) {
        return switch (arch) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "arm64", "aarch64" -> "aarch64";
            default -> arch;
        };
    }
}
