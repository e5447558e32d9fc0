package dev.outrigger.launch.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;

/// The programs that make a sandbox, from the system's own folders only.
record SandboxTools(String bwrap, String setpriv) {
    static SandboxTools find() throws ConfinementRefused {
        return new SandboxTools(find("bwrap", "bubblewrap"), find("setpriv", "util-linux"));
    }

    static String find(String name, String from) throws ConfinementRefused {
        for (var folder : new String[] {"/usr/bin", "/bin", "/usr/local/bin"}) {
            var file = Path.of(folder, name);
            if (Files.isExecutable(file)) {
                return file.toString();
            }
        }
        throw new ConfinementRefused("plugins run only in a sandbox, and " + name
                + " is not installed: install the package " + from + " (Debian: apt-get install " + from + ")");
    }
}
