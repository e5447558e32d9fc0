package dev.outrigger.assistant.plugin;

import dev.outrigger.system.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All that is in a plugin's folder: its files with their bytes and whether they may be executed, its links.
final class PluginFolderContent {
    /// Nobody else writes there, whatever the umask.
    static final FileAttribute<Set<PosixFilePermission>> FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));

    private static final int MOST_FILES = 20_000;
    /// All of them are read before every call.
    private static final long MOST_BYTES = 256L << 20;

    private final Path folder;
    private final Map<String, Path> entries = new TreeMap<>();
    private long bytes;

    private PluginFolderContent(Path folder) {
        this.folder = folder;
    }

    /// Refuses what cannot be copied and mean the same: links that lead out of the folder, devices, too much.
    static PluginFolderContent of(Path folder) throws IOException, ToolManifestProblem {
        var content = new PluginFolderContent(folder.toRealPath());
        var refused = content.walk();
        if (refused != null) {
            throw refused;
        }
        return content;
    }

    private @Nullable ToolManifestProblem walk() throws IOException {
        var refused = new ToolManifestProblem[1];
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
                return add(path, 0);
            }

            @Override
            public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
                if (attributes.isSymbolicLink()) {
                    var to = Files.readSymbolicLink(path);
                    var parent = path.getParent();
                    if (to.isAbsolute()
                            || parent == null
                            || !parent.resolve(to).normalize().startsWith(folder)
                            || (Files.exists(path) && !path.toRealPath().startsWith(folder))) {
                        return stop(path, "is a link that leads out of the plugin's folder: copy the file instead");
                    }
                } else if (!attributes.isRegularFile()) {
                    return stop(path, "is neither a file nor a folder: remove it");
                }
                return add(path, attributes.size());
            }

            private FileVisitResult add(Path path, long size) {
                entries.put(folder.relativize(path).toString(), path);
                bytes += size;
                return entries.size() > MOST_FILES || bytes > MOST_BYTES
                        ? stop(
                                folder,
                                "has more than " + MOST_FILES + " files or 256 MiB: too much for a plugin,"
                                        + " whose content is checked before every call; keep large data elsewhere")
                        : FileVisitResult.CONTINUE;
            }

            private FileVisitResult stop(Path path, String why) {
                refused[0] = new ToolManifestProblem(path, 0, List.of(), why);
                return FileVisitResult.TERMINATE;
            }
        });
        return refused[0];
    }

    /// Sixty-four hexadecimal digits that no other content has.
    String sha256() throws IOException {
        var digest = Sha256.digest();
        for (var entry : entries.entrySet()) {
            var path = entry.getValue();
            if (Files.isSymbolicLink(path)) {
                head(digest, 'l', entry.getKey(), Files.readSymbolicLink(path).toString());
            } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                head(digest, 'd', entry.getKey(), "");
            } else {
                head(
                        digest,
                        Files.isExecutable(path) ? 'x' : 'f',
                        entry.getKey(),
                        Sha256.of(path, LinkOption.NOFOLLOW_LINKS));
            }
        }
        return Sha256.hex(digest);
    }

    private static void head(MessageDigest digest, char kind, String name, String what) {
        digest.update((kind + name + "\0" + what + "\0").getBytes(StandardCharsets.UTF_8));
    }

    /// To a folder that is not there yet.
    void copyTo(Path target) throws IOException {
        for (var entry : entries.entrySet()) {
            var to = target.resolve(entry.getKey());
            if (Files.isDirectory(entry.getValue(), LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectories(to, FOLDER);
            } else {
                Files.copy(entry.getValue(), to, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
