package dev.outrigger.launch;

import java.io.File;
import java.nio.file.Path;

/// Where the system's programs are that every start goes through.
record Tools(String setsid, String setpriv, String unshare) {
    private static final String[] USUAL = {"/usr/bin/", "/bin/"};

    /// `unshare` is looked for only where it is needed, and else empty.
    static Tools find(Program program) throws CannotStart.MissingTool {
        var file = program.file();
        return new Tools(find("setsid", file), find("setpriv", file), program.contain() ? find("unshare", file) : "");
    }

    private static String find(String name, Path program) throws CannotStart.MissingTool {
        for (var folder : USUAL) {
            if (new File(folder + name).canExecute()) {
                return folder + name;
            }
        }
        return SearchPath.find(name, System.getenv().getOrDefault("PATH", ""))
                .orElseThrow(() -> new CannotStart.MissingTool(program, name));
    }
}
