package dev.outrigger.launch.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;

/// The programs that make a sandbox, from the system's own folders only.
record Tools(String bwrap, String setpriv) {
    static Tools find() throws Refused {
        return new Tools(find("bwrap", "bubblewrap"), find("setpriv", "util-linux"));
    }

    static String find(String name, String from) throws Refused {
        for (var folder : new String[] {"/usr/bin", "/bin", "/usr/local/bin"}) {
            var file = Path.of(folder, name);
            if (Files.isExecutable(file)) {
                return file.toString();
            }
        }
        throw new Refused("plugins run only in a sandbox, and " + name + " is not installed: install the package "
                + from + " (Debian: apt-get install " + from + ")");
    }
}
