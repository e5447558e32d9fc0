package dev.outrigger.system;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// What a file will hold, in a file beside it, until it takes its place at once: everyone sees the old one or the new
/// one. Gone when it is closed and did not. [WholeFile] is the short way, for those who have the bytes.
///
/// No interrupt of the thread breaks the writing off: several write for others as well.
public final class FileDraft implements AutoCloseable {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE = PosixFilePermissions.asFileAttribute(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    private final Path draft;
    private final Path file;
    private boolean replaced;

    private FileDraft(Path draft, Path file) {
        this.draft = draft;
        this.file = file;
    }

    /// For nobody's eyes but ours, under a name that nobody else has. The folder has to be there.
    public static FileDraft of(Path file) throws IOException {
        var draft = Files.createTempFile(WholeFile.folder(file), "." + file.getFileName(), ".tmp", PRIVATE);
        return new FileDraft(draft, file);
    }

    /// As open to others as the umask lets it be, under this name in the file's folder. What a crash left under it is
    /// overwritten, so only one at a time may use a name.
    public static FileDraft shared(Path file, String name) throws IOException {
        return make(file, name);
    }

    /// The same, for nobody's eyes but ours.
    public static FileDraft named(Path file, String name) throws IOException {
        return make(file, name, PRIVATE);
    }

    private static FileDraft make(Path file, String name, FileAttribute<?>... mode) throws IOException {
        var draft = file.resolveSibling(name);
        Files.deleteIfExists(draft);
        Files.createFile(draft, mode);
        return new FileDraft(draft, file);
    }

    /// Where it is, for who changes its mode.
    public Path path() {
        return draft;
    }

    /// To be written from its beginning.
    public OutputStream out() throws IOException {
        return Files.newOutputStream(draft, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    public void write(byte[] bytes) throws IOException {
        try (var out = out()) {
            out.write(bytes);
        }
    }

    /// Waits until its bytes are on the disk.
    public void sync() throws IOException {
        WholeFile.force(draft, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /// Takes the place of the file. When this returns, no crash brings the old one back.
    public void replace() throws IOException {
        sync();
        replaceUnsynced();
        WholeFile.syncFolder(WholeFile.folder(file));
    }

    /// Takes the place of the file, without waiting for the disk: a crash may leave the old one, or an empty one, so
    /// this is for what can be made again.
    public void replaceUnsynced() throws IOException {
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        replaced = true;
    }

    @Override
    public void close() throws IOException {
        if (!replaced) {
            Files.deleteIfExists(draft);
        }
    }
}
