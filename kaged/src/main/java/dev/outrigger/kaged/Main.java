package dev.outrigger.kaged;

import dev.outrigger.system.SearchPath;
import dev.outrigger.terminal.program.UserEnvironment;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.List;

/// The program `kaged`: its commands, one of which is the daemon.
public final class Main {
    private Main() {}

    public static void main(String[] words) {
        var given = System.getenv();
        var path = SearchPath.absolute(given.getOrDefault("PATH", ""));
        var environment = UserEnvironment.of(given, "KAGED_LC_ALL", path);
        // Not System.out: it swallows what goes wrong.
        var out = new FileOutputStream(FileDescriptor.out);
        var err = new FileOutputStream(FileDescriptor.err);
        int code = new KagedProgram(environment, Path.of("").toAbsolutePath(), out, err).run(List.of(words));
        // System.exit would cost several milliseconds; whoever had something to run down has done so.
        Runtime.getRuntime().halt(code);
    }
}
