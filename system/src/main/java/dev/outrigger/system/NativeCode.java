package dev.outrigger.system;

import java.nio.file.Path;

/// Where what we have in C lies: the small programs, and the one library.
public final class NativeCode {
    private NativeCode() {}

    /// Beside our jar, or where the tests say.
    public static Path folder() {
        var said = System.getProperty("outrigger.native", "");
        if (!said.isEmpty()) {
            return Path.of(said);
        }
        var classes = System.getProperty("java.class.path", "");
        int colon = classes.indexOf(':');
        var jar = Path.of(colon < 0 ? classes : classes.substring(0, colon)).toAbsolutePath();
        return jar.resolveSibling("native");
    }
}
