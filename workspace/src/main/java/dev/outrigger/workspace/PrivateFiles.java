package dev.outrigger.workspace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files and folders that are nobody's but the user's: made so from their first moment, whatever the umask, and taken
/// back from others where they are found open.
///
/// For everything that jp writes into the user's own places and for what it is told to write elsewhere. Not for what
/// lies in a workspace, which people share.
public final class PrivateFiles {
    private static final Set<PosixFilePermission> FILE =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> OWN = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    /// Root's sandboxed plugins run as other users, who pass through root's folders to their own, and see nothing
    /// there.
    private static final Set<PosixFilePermission> PASSAGE =
            EnumSet.of(PosixFilePermission.GROUP_EXECUTE, PosixFilePermission.OTHERS_EXECUTE);

    private PrivateFiles() {}

    /// As an argument for what makes a file.
    public static FileAttribute<Set<PosixFilePermission>> file() {
        return PosixFilePermissions.asFileAttribute(FILE);
    }

    /// Makes a folder, and those above it that are missing.
    public static Path folders(Path folder) throws IOException {
        var most = EnumSet.copyOf(OWN);
        if ("root".equals(System.getProperty("user.name"))) {
            most.addAll(PASSAGE);
        }
        Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(most));
        noMoreThan(most, folder);
        return folder;
    }

    /// A new folder with a name that nobody has.
    public static Path temporaryFolder(Path parent, String prefix) throws IOException {
        return Files.createTempDirectory(parent, prefix, PosixFilePermissions.asFileAttribute(OWN));
    }

    /// There afterwards, open to write.
    public static FileChannel channel(Path file, OpenOption... more) throws IOException {
        var options = new HashSet<OpenOption>(Set.of(more));
        options.add(StandardOpenOption.CREATE);
        options.add(StandardOpenOption.WRITE);
        var channel = FileChannel.open(file, options, file());
        try {
            closeToOthers(file);
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// To write a file from its beginning. What is no ordinary file, such as a terminal or a pipe, stays as open as it
    /// is. A file of somebody else's is refused, also where root could write it: they could open it again.
    public static OutputStream output(Path file) throws IOException {
        try {
            return Channels.newOutputStream(
                    FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), file()));
        } catch (FileAlreadyExistsException _) {
            if (Files.isRegularFile(file)) {
                refuseForeign(file);
                closeToOthers(file);
            }
            return Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        }
    }

    /// To write a file from its beginning once there is something to write: until then, what is in it stays.
    public static OutputStream outputWhenWritten(Path file) throws IOException {
        if (Files.isDirectory(file) || (Files.exists(file) && !Files.isWritable(file))) {
            throw new AccessDeniedException(file.toString());
        }
        if (Files.isRegularFile(file)) {
            refuseForeign(file);
        }
        if (!Files.exists(file) && !Files.isDirectory(file.toAbsolutePath().resolveSibling(""))) {
            throw new NoSuchFileException(file.toString());
        }
        return new OutputStream() {
            private @Nullable OutputStream open;

            private OutputStream opened() throws IOException {
                if (open == null) {
                    open = output(file);
                }
                return open;
            }

            @Override
            public void write(int one) throws IOException {
                opened().write(one);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                opened().write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                if (open != null) {
                    open.close();
                }
            }
        };
    }

    private static void refuseForeign(Path file) throws IOException {
        if (!FolderOwner.isUs(file)) {
            throw new FileSystemException(file.toString(), null, "it belongs to another user");
        }
    }

    /// Takes from group and others what they may do with it. Fails where it is not ours to take.
    private static void closeToOthers(Path file) throws IOException {
        noMoreThan(OWN, file);
    }

    private static void noMoreThan(Set<PosixFilePermission> most, Path path) throws IOException {
        var mode = Files.getPosixFilePermissions(path);
        var rest = EnumSet.copyOf(most);
        rest.retainAll(mode);
        if (!rest.equals(mode)) {
            Files.setPosixFilePermissions(path, rest);
        }
    }
}
