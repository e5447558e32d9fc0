package dev.outrigger.launch.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Folders that are made once and then mounted by every sandbox that sees the same there: one mount instead of
/// many, each of which would cost at every start. A folder is named after what it was made from, so that an
/// update of the system makes a new one.
final class MadeFolders {
    private final Path folders;
    private final Path at;
    private final Set<String> used = new HashSet<>();

    /// They lie in `folders`, and are seen inside as `at`.
    MadeFolders(Path folders, Path at) {
        this.folders = folders;
        this.at = at;
    }

    interface Filling {
        void fill(Path folder) throws IOException;
    }

    /// The folder made from `what`.
    Path of(String what, Filling filling) throws IOException {
        var key = key(what);
        var folder = folders.resolve(key);
        synchronized (used) {
            used.add(key);
            if (!Files.isDirectory(folder)) {
                make(folder, filling);
            }
        }
        return folder;
    }

    @Override
    public String toString() {
        return folders.toString();
    }

    private static String key(String what) {
        try {
            var sum = MessageDigest.getInstance("SHA-256").digest(what.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// Two that make the same at once both succeed: the later one finds it there.
    private void make(Path folder, Filling filling) throws IOException {
        Files.createDirectories(folders);
        var making = Files.createTempDirectory(folders, "making-");
        try {
            filling.fill(making);
            Files.setPosixFilePermissions(making, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(making, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            remove(making);
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    /// Removes those that nobody sees: neither a sandbox that is alive, nor one that is being made here.
    void removeUnused(List<String> notes) {
        var names = folders.toFile().list();
        if (names == null || names.length == 0) {
            return;
        }
        synchronized (used) {
            try {
                var mounted = mounted();
                for (var name : names) {
                    var path = folders.resolve(name).toAbsolutePath().toString();
                    if (!used.contains(name) && mounted.stream().noneMatch(path::endsWith)) {
                        remove(folders.resolve(name));
                        notes.add("removed copies that no sandbox uses: " + folders.resolve(name));
                    }
                }
            } catch (IOException e) {
                notes.add("copies in " + folders + " cannot be removed: " + e.getMessage());
            }
        }
    }

    /// What some process sees there, by the paths on the file system it lies on.
    private Set<String> mounted() {
        var found = new HashSet<String>();
        var processes = new File("/proc").list();
        for (var process : processes == null ? new String[0] : processes) {
            if (Character.isDigit(process.charAt(0))) {
                for (var line : mounts(Path.of("/proc", process, "mountinfo"))) {
                    var fields = line.split(" ", 6);
                    if (fields.length == 6 && fields[4].equals(at.toString())) {
                        found.add(fields[3]);
                    }
                }
            }
        }
        return found;
    }

    private static List<String> mounts(Path mountinfo) {
        try {
            return Files.readAllLines(mountinfo, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            // Somebody else's, whose sandbox is not ours; or dead before it was read to its end.
            return List.of();
        }
    }

    /// With all that is in it. Links are removed, never followed.
    static void remove(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path left, @Nullable IOException e) throws IOException {
                if (e != null) {
                    throw e;
                }
                Files.deleteIfExists(left);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
