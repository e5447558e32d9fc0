package dev.outrigger.assistant.tools;

import dev.outrigger.system.SecureFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// One place below a [ToolFolder]: the folder it is in is held open, so what happens here happens there.
final class PlaceInFolder implements AutoCloseable {
    enum Kind {
        FILE,
        FOLDER,
        /// A pipe, a socket, a device: reading it could wait for ever or do something.
        SPECIAL,
        ABSENT
    }

    private final ToolFolder ground;
    private final List<SecureDirectoryStream<Path>> open;
    private final List<String> names;
    private final List<String> missing;
    private final Kind kind;
    private final @Nullable BasicFileAttributes attributes;

    /// @param names from the root to here, as far as they exist
    /// @param missing the names behind them, for something absent
    PlaceInFolder(
            ToolFolder ground,
            List<SecureDirectoryStream<Path>> open,
            List<String> names,
            List<String> missing,
            Kind kind,
            @Nullable BasicFileAttributes attributes) {
        this.ground = ground;
        this.open = open;
        this.names = names;
        this.missing = missing;
        this.kind = kind;
        this.attributes = attributes;
    }

    Kind kind() {
        return kind;
    }

    /// From the root, links resolved; `.` for the root.
    String path() {
        var all = new ArrayList<>(names);
        all.addAll(missing);
        return all.isEmpty() ? "." : String.join("/", all);
    }

    /// The last name of the path.
    String name() {
        return missing.isEmpty() ? names.isEmpty() ? "." : names.getLast() : missing.getLast();
    }

    /// Of a file.
    long size() {
        return attributes == null ? 0 : attributes.size();
    }

    /// The folders from the root to here, open, for as long as this place is.
    List<SecureDirectoryStream<Path>> way() {
        return open;
    }

    /// Of a folder, to look around in; the caller closes it.
    SecureDirectoryStream<Path> look() throws IOException {
        return SecureFolder.of(open.getLast().newDirectoryStream(Path.of("."), LinkOption.NOFOLLOW_LINKS));
    }

    /// Of a file.
    SeekableByteChannel read() throws ToolRefused, IOException {
        return read(open.getLast(), Path.of(names.getLast()), Objects.requireNonNull(attributes));
    }

    /// Opens a file that was just seen to be an ordinary one. If it is another by now, it is not read.
    static SeekableByteChannel read(SecureDirectoryStream<Path> folder, Path name, BasicFileAttributes seen)
            throws ToolRefused, IOException {
        var channel = folder.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        try {
            var now = ToolFolder.attributes(folder, name);
            if (!now.isRegularFile() || !Objects.equals(now.fileKey(), seen.fileKey())) {
                throw new ToolRefused(
                        ToolFolder.shown(name.toString()) + " was changed by somebody just now; try again");
            }
        } catch (ToolRefused | IOException e) {
            channel.close();
            throw e;
        }
        return channel;
    }

    /// The file gets this content, all of it or none; folders on the way are made. An existing one keeps its mode.
    void replace(byte[] content) throws ToolRefused, IOException {
        var made = new ArrayList<SecureDirectoryStream<Path>>();
        try {
            var folder = open.getLast();
            for (int i = 0; i + 1 < missing.size(); i++) {
                folder = make(folder, Path.of(missing.get(i)));
                made.add(folder);
            }
            write(folder, Path.of(name()), content);
        } finally {
            closeAll(made);
        }
    }

    /// There is no call that makes a folder inside an open one; but one that moves it there.
    private SecureDirectoryStream<Path> make(SecureDirectoryStream<Path> parent, Path name)
            throws ToolRefused, IOException {
        var draft = Path.of(draftName());
        Files.createDirectory(ground.root().resolve(draft));
        boolean moved = false;
        try {
            open.getFirst().move(draft, parent, name);
            moved = true;
        } catch (FileAlreadyExistsException _) {
            throw new ToolRefused(ToolFolder.shown(name.toString()) + " was made by somebody just now; try again");
        } finally {
            if (!moved) {
                open.getFirst().deleteDirectory(draft);
            }
        }
        return SecureFolder.of(parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    /// As `FileDraft` does it, which goes by names: here all is done in open folders, so that nobody who swaps one for
    /// a
    /// link meanwhile has us write elsewhere.
    private void write(SecureDirectoryStream<Path> folder, Path name, byte[] content) throws IOException {
        var draft = Path.of(draftName());
        boolean moved = false;
        var options =
                Set.<OpenOption>of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            try (var channel = folder.newByteChannel(draft, options)) {
                if (kind == Kind.FILE) {
                    mode(folder, draft).setPermissions(permissions(folder, name));
                }
                var bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                if (channel instanceof FileChannel file) {
                    file.force(true);
                }
            }
            folder.move(draft, folder, name);
            moved = true;
            sync(folder);
        } finally {
            if (!moved) {
                discard(folder, draft);
            }
        }
    }

    /// So that the name lasts, too: of the open folder, whatever its own name leads to by now.
    private static void sync(SecureDirectoryStream<Path> folder) throws IOException {
        try (var channel = folder.newByteChannel(Path.of("."), Set.of(StandardOpenOption.READ))) {
            if (channel instanceof FileChannel itself) {
                itself.force(true);
            }
        }
    }

    private static void discard(SecureDirectoryStream<Path> folder, Path draft) throws IOException {
        try {
            folder.deleteFile(draft);
        } catch (NoSuchFileException _) {
            // It was never made.
            return;
        }
    }

    private static Set<PosixFilePermission> permissions(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        return mode(folder, name).readAttributes().permissions();
    }

    private static PosixFileAttributeView mode(SecureDirectoryStream<Path> folder, Path name) {
        return folder.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static String draftName() {
        var bytes = new byte[8];
        ThreadLocalRandom.current().nextBytes(bytes);
        return ".jp-draft-" + HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() throws IOException {
        closeAll(open);
    }

    static void closeAll(List<SecureDirectoryStream<Path>> streams) throws IOException {
        IOException first = null;
        for (var stream : streams) {
            try {
                stream.close();
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
