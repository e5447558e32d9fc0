package dev.outrigger.kaged.store;

import dev.outrigger.kaged.manifest.ManifestProblem;
import java.io.IOException;
import java.nio.file.FileSystemException;

/// Why the store cannot do what it was asked to: one line, what and where, and what to do about it.
public final class StoreProblem extends Exception {
    public StoreProblem(String what) {
        super(what);
    }

    public StoreProblem(String what, IOException cause) {
        super(what + ": " + reason(cause), cause);
    }

    public StoreProblem(ManifestProblem cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }

    private static String reason(IOException e) {
        var said =
                e instanceof FileSystemException file && file.getReason() != null ? file.getReason() : e.getMessage();
        return e.getClass().getSimpleName().replaceAll("Exception$", "") + (said == null ? "" : " (" + said + ")");
    }
}
