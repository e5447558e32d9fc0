package dev.outrigger.jp;

import dev.outrigger.system.SearchPath;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The program `jp`.
public final class Main {
    private Main() {}

    public static void main(String[] words) {
        // Not System.out: it swallows what goes wrong.
        var out = new FileOutputStream(FileDescriptor.out);
        var err = new FileOutputStream(FileDescriptor.err);
        int code = new JpProgram(environment(), Path.of("").toAbsolutePath(), out, err).run(List.of(words));
        if (code != 0) {
            // System.exit would cost several milliseconds, and there is nothing left to run down.
            Runtime.getRuntime().halt(code);
        }
    }

    /// As the user set it: the launcher may have exchanged LC_ALL for one that Java needs. But for the relative entries
    /// of PATH, by which whatever we start would find programs in whichever folder it is started.
    private static Map<String, String> environment() {
        var given = System.getenv();
        var before = given.get("JP_LC_ALL");
        var path = given.getOrDefault("PATH", "");
        var absolute = SearchPath.absolute(path);
        if (before == null && absolute.equals(path)) {
            return given;
        }
        var environment = new HashMap<>(given);
        environment.put("PATH", absolute);
        if (before == null) {
            return environment;
        }
        environment.remove("JP_LC_ALL");
        if (before.isEmpty()) {
            environment.remove("LC_ALL");
        } else {
            environment.put("LC_ALL", before);
        }
        return environment;
    }
}
