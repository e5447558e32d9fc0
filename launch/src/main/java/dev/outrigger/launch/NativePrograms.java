package dev.outrigger.launch;

import dev.outrigger.system.NativeCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The small programs in C that come with us, for what has to be done between fork and exec.
public final class NativePrograms {
    /// What to do when one is missing.
    public static final String MEND = "Build again, and see what bin/lib/native says: it needs a C compiler (Debian:"
            + " apt-get install gcc libc6-dev), and makes them for x86_64 and aarch64 only.";

    /// Becomes a plugin.
    static final String BECOME = "become";

    private NativePrograms() {}

    /// What is wrong when there is no such program; never why, which only the build knows.
    public static String missing(String name) {
        return "our small program `" + name + "` was not built for this machine (" + System.getProperty("os.arch")
                + ")";
    }

    /// One of launch/src/main/c, by its name. Nothing where they were not compiled.
    public static Optional<Path> program(String name) {
        var program = NativeCode.folder().resolve(name);
        return Files.isExecutable(program) ? Optional.of(program) : Optional.empty();
    }
}
