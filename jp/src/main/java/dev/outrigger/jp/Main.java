package dev.outrigger.jp;

import dev.outrigger.system.SearchPath;
import dev.outrigger.terminal.program.UserEnvironment;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.List;

/// The program `jp`.
public final class Main {
    private Main() {}

    public static void main(String[] words) {
        var given = System.getenv();
        var path = SearchPath.absolute(given.getOrDefault("PATH", ""));
        var environment = UserEnvironment.of(given, "JP_LC_ALL", path);
        // Not System.out: it swallows what goes wrong.
        var out = new FileOutputStream(FileDescriptor.out);
        var err = new FileOutputStream(FileDescriptor.err);
        int code = new JpProgram(environment, Path.of("").toAbsolutePath(), out, err).run(List.of(words));
        if (code != 0) {
            // System.exit would cost several milliseconds, and there is nothing left to run down.
            Runtime.getRuntime().halt(code);
        }
    }
}
