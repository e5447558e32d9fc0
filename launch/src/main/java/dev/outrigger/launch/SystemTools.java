package dev.outrigger.launch;

import dev.outrigger.system.SearchPath;

/// Where the system's programs are that every start goes through.
record SystemTools(String setsid, String setpriv, String unshare) {
    /// The system's own folders first: what starts everything is not taken from wherever PATH happens to point.
    private static final String USUAL = "/usr/bin:/bin";

    static SystemTools find(ProgramSpec program) throws CannotStart.MissingTool {
        return find(program, USUAL + ":" + System.getenv().getOrDefault("PATH", ""));
    }

    /// `unshare` is looked for only where it is needed, and else empty.
    static SystemTools find(ProgramSpec program, String searchPath) throws CannotStart.MissingTool {
        return new SystemTools(
                find("setsid", searchPath, program),
                find("setpriv", searchPath, program),
                program.contain() ? find("unshare", searchPath, program) : "");
    }

    private static String find(String name, String searchPath, ProgramSpec program) throws CannotStart.MissingTool {
        return SearchPath.find(name, searchPath).orElseThrow(() -> new CannotStart.MissingTool(program.file(), name));
    }
}
