package dev.outrigger.kaged.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/// Files for nobody's eyes but ours: so from their first moment, whatever the umask.
public final class PrivateFile {
    private static final String MODE = "rw-------";

    private PrivateFile() {}

    /// There afterwards, and closed to others, also when it was there before. Fails where it is not ours to close.
    /// What is no ordinary file, such as a terminal or a pipe, stays as open as it is. Root could close a file of
    /// somebody else's, who could open it again: it is refused.
    public static void make(Path file) throws IOException {
        var mode = PosixFilePermissions.fromString(MODE);
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(mode));
        } catch (FileAlreadyExistsException _) {
            if (Files.isRegularFile(file)) {
                refuseForeign(file);
            }
            if (Files.isRegularFile(file)
                    && !Files.getPosixFilePermissions(file).equals(mode)) {
                Files.setPosixFilePermissions(file, mode);
            }
        }
    }

    private static void refuseForeign(Path file) throws IOException {
        if ("root".equals(System.getProperty("user.name"))
                && !Integer.valueOf(0).equals(Files.getAttribute(file, "unix:uid"))) {
            throw new FileSystemException(file.toString(), null, "it belongs to another user");
        }
    }

    /// To be written from its beginning.
    public static OutputStream output(Path file) throws IOException {
        make(file);
        return Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }
}
