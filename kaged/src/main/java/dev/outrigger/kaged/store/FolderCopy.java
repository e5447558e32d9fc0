package dev.outrigger.kaged.store;

import dev.outrigger.system.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/// Reads a plugin's folder whole, to copy it or only to know it again: the digest covers names, kinds, who may execute,
/// targets of links and every byte. What is copied keeps nothing else: no owner, no time, no other bit of its mode.
public final class FolderCopy implements PluginFolderWalk.Visitor {
    private static final int CHUNK = 64 * 1024;

    private final @Nullable Path to;
    private final MessageDigest digest = Sha256.digest();
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    private long bytes;

    private FolderCopy(@Nullable Path to) {
        this.to = to;
    }

    static String digest(Path from) throws StoreProblem {
        return run(from, new FolderCopy(null));
    }

    /// With the history: of a folder that is run, nothing is left out.
    static String digestOfAll(Path from) throws StoreProblem {
        var copy = new FolderCopy(null);
        PluginFolderWalk.walkAll(from, copy);
        return Sha256.hex(copy.digest);
    }

    /// Into an empty folder; on the disk when this returns. Says the digest of what was written.
    public static String make(Path from, Path to) throws StoreProblem {
        var digest = run(from, new FolderCopy(to));
        WholeFolders.syncFolders(to);
        return digest;
    }

    private static String run(Path from, FolderCopy copy) throws StoreProblem {
        PluginFolderWalk.walk(from, copy);
        return Sha256.hex(copy.digest);
    }

    @Override
    public void folder(String name) throws IOException {
        add("folder", name);
        if (to != null) {
            Files.createDirectory(to.resolve(name));
            Files.setPosixFilePermissions(to.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Override
    public void file(String name, long size, boolean executable, PluginFolderWalk.Opening content)
            throws IOException, StoreProblem {
        add(executable ? "program" : "file", name);
        try (var in = content.open()) {
            add("size", Long.toString(in.size()));
            if (to == null) {
                read(in, null);
                return;
            }
            var file = to.resolve(name);
            try (var out = FileChannel.open(
                    file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
                Files.setPosixFilePermissions(
                        file, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
                read(in, out);
                out.force(true);
            }
        }
    }

    @Override
    public void link(String name, String target) throws IOException {
        add("link", name);
        add("to", target);
        if (to != null) {
            Files.createSymbolicLink(to.resolve(name), Path.of(target));
        }
    }

    private void read(SeekableByteChannel in, @Nullable FileChannel out) throws IOException, StoreProblem {
        while (in.read(chunk.clear()) >= 0) {
            bytes += chunk.flip().remaining();
            if (bytes > PluginFolderWalk.MOST_BYTES) {
                throw new StoreProblem("a file grows while it is read: try again when nothing writes to the folder");
            }
            digest.update(chunk.duplicate());
            while (out != null && chunk.hasRemaining()) {
                out.write(chunk);
            }
        }
    }

    /// With its length in front, so that no two trees are read as the same bytes.
    private void add(String kind, String text) {
        var bytes = (kind + " " + text).getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        digest.update(bytes);
    }
}
