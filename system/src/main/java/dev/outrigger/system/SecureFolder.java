package dev.outrigger.system;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;

/// A folder that is open, whatever its name leads to by now: what is in it is reached from there, so that nobody who
/// swaps a folder for a link meanwhile leads us elsewhere.
public final class SecureFolder {
    private SecureFolder() {}

    /// Closed, where this system has no such thing.
    public static SecureDirectoryStream<Path> of(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this system cannot open a file relative to an open folder");
    }
}
