package dev.outrigger.kaged.store;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.system.SecureFolder;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Walks a plugin's folder, in the order of names, and refuses what may not be in one. Goes from folder to folder by
/// open descriptors, so that nobody who swaps a folder for a link while we look leads us out.
final class PluginFolderWalk {
    static final int MOST_ENTRIES = 10_000;
    static final long MOST_BYTES = 512L << 20;
    static final int MOST_DEPTH = 32;

    /// The author's history, which is no part of the plugin.
    static final String HISTORY = ".git";

    private final Path root;
    private final Visitor visitor;
    private final boolean withHistory;
    private int entries;

    /// Names are relative to the root, with `/` between their parts.
    interface Visitor {
        void folder(String name) throws IOException;

        void file(String name, long size, boolean executable, Opening content) throws IOException, StoreProblem;

        void link(String name, String target) throws IOException;
    }

    interface Opening {
        SeekableByteChannel open() throws IOException;
    }

    private PluginFolderWalk(Path root, Visitor visitor, boolean withHistory) {
        this.root = root;
        this.visitor = visitor;
        this.withHistory = withHistory;
    }

    /// What is a part of the plugin. `root` must be a real path.
    static void walk(Path root, Visitor visitor) throws StoreProblem {
        walk(root, visitor, false);
    }

    /// Everything that is there.
    static void walkAll(Path root, Visitor visitor) throws StoreProblem {
        walk(root, visitor, true);
    }

    private static void walk(Path root, Visitor visitor, boolean withHistory) throws StoreProblem {
        try (var stream = Files.newDirectoryStream(root)) {
            new PluginFolderWalk(root, visitor, withHistory).folder(SecureFolder.of(stream), "", 0);
        } catch (IOException e) {
            throw new StoreProblem("cannot look into " + root, e);
        }
    }

    private void folder(SecureDirectoryStream<Path> stream, String prefix, int depth) throws IOException, StoreProblem {
        if (depth > MOST_DEPTH) {
            throw refused(prefix, "folders are nested deeper than " + MOST_DEPTH);
        }
        for (var leaf : leaves(stream)) {
            var name = prefix + leaf;
            if (name.equals(HISTORY) && !withHistory) {
                continue;
            }
            var seen = stream.getFileAttributeView(leaf, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .readAttributes();
            if (seen.isDirectory()) {
                visitor.folder(name);
                try (var inner = stream.newDirectoryStream(leaf, LinkOption.NOFOLLOW_LINKS)) {
                    folder(inner, name + "/", depth + 1);
                }
            } else if (seen.isSymbolicLink()) {
                visitor.link(name, safeTarget(name));
            } else if (seen.isRegularFile()) {
                visitor.file(name, seen.size(), executable(seen), () -> open(stream, leaf));
            } else {
                throw refused(name, "is a device, a socket or a pipe: only files, folders and links can be installed");
            }
        }
    }

    private static SeekableByteChannel open(SecureDirectoryStream<Path> stream, Path leaf) throws IOException {
        return stream.newByteChannel(leaf, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /// What joins and parts is left to the writings that need it.
    private static boolean misleads(int c) {
        return switch (ReaderRisk.of(c)) {
            case CONTROL, LINE_END, DIRECTION, HIDDEN -> true;
            case NONE, JOINER, BLANK, HALF, UNDEFINED, PRIVATE -> false;
        };
    }

    private List<Path> leaves(SecureDirectoryStream<Path> stream) throws StoreProblem {
        var leaves = new ArrayList<Path>();
        for (var path : stream) {
            var leaf = path.getFileName();
            if (++entries > MOST_ENTRIES) {
                throw new StoreProblem(root + ": more than " + MOST_ENTRIES + " files: this is no plugin's folder");
            }
            if (leaf.toString().codePoints().anyMatch(PluginFolderWalk::misleads)) {
                throw refused(ReaderRisk.masked(leaf.toString()), "its name has invisible characters: rename it");
            }
            leaves.add(leaf);
        }
        leaves.sort(null);
        return leaves;
    }

    private static boolean executable(PosixFileAttributes seen) {
        return seen.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
    }

    /// Inside at every step of its way: one that leaves the folder and comes back by the folder's name leads elsewhere
    /// once it is copied. The links on its way are judged for themselves.
    private String safeTarget(String name) throws IOException, StoreProblem {
        var link = root.resolve(name);
        var target = Files.readSymbolicLink(link);
        var out = "is a link that leads out of the folder: put the file itself there";
        if (target.isAbsolute()) {
            throw refused(name, out);
        }
        try {
            var at = WholeFolders.parent(link).toRealPath();
            for (var step : target) {
                at = at.resolve(step).toRealPath();
                if (!at.startsWith(root)) {
                    throw refused(name, out);
                }
                if (at.startsWith(root.resolve(HISTORY))) {
                    throw refused(name, "is a link into " + HISTORY + ", which is not installed: remove it");
                }
            }
        } catch (FileSystemException _) {
            throw refused(name, "is a link that leads nowhere: remove it");
        }
        return target.toString();
    }

    private StoreProblem refused(String name, String why) {
        return new StoreProblem(root.resolve(name) + " " + why);
    }
}
