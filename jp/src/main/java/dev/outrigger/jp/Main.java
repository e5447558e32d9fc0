package dev.outrigger.jp;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.List;

/// The program `jp`.
public final class Main {
    private Main() {}

    public static void main(String[] words) {
        // Not System.out: it swallows what goes wrong.
        var out = new FileOutputStream(FileDescriptor.out);
        var err = new FileOutputStream(FileDescriptor.err);
        int code = new Jp(System.getenv(), Path.of("").toAbsolutePath(), out, err).run(List.of(words));
        if (code != 0) {
            // System.exit would cost several milliseconds, and there is nothing left to run down.
            Runtime.getRuntime().halt(code);
        }
    }
}
