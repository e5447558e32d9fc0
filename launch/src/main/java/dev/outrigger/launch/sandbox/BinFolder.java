package dev.outrigger.launch.sandbox;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/// The folder that a sandbox sees as its folder of programs. A hundred mounts would cost fifty milliseconds
/// at every start; so the base set is copied once, and one folder is mounted. It is named after what the
/// copies were made from (files, sizes, times), so that an update of the system makes a new one.
final class BinFolder {
    private final Path folders;
    private final Set<String> used = new HashSet<>();

    BinFolder(Path state) {
        this.folders = state.resolve("programs");
    }

    Path of(ExecSet programs) throws Refused {
        try {
            var key = key(programs);
            var folder = folders.resolve(key);
            synchronized (used) {
                used.add(key);
                if (!Files.isDirectory(folder)) {
                    make(programs, folder);
                }
            }
            return folder;
        } catch (IOException e) {
            throw new Refused("the programs for sandboxes cannot be copied to " + folders + ": " + e);
        }
    }

    private static String key(ExecSet programs) {
        var text = new StringBuilder();
        for (var base : programs.base()) {
            text.append(base.name()).append('\n').append(base.file()).append('\n');
            text.append(base.stamp()).append('\n');
        }
        for (var placed : programs.placed()) {
            text.append(placed.name()).append('\n').append(placed.file()).append("\n");
        }
        try {
            var sum =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// Two that make the same at once both succeed: the later one finds it there.
    private void make(ExecSet programs, Path folder) throws IOException {
        Files.createDirectories(folders);
        var making = Files.createTempDirectory(folders, "making-");
        try {
            fill(making, programs);
            Files.setPosixFilePermissions(making, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(making, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            remove(making);
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static void fill(Path folder, ExecSet programs) throws IOException {
        var copies = new HashMap<Path, Path>();
        for (var base : programs.base()) {
            var copy = folder.resolve(base.name());
            var same = copies.putIfAbsent(base.file(), copy);
            if (same != null) {
                Files.createLink(copy, same);
            } else {
                // The bytes alone: no owner, no set-user-id.
                Files.copy(base.file(), copy);
                Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        for (var placed : programs.placed()) {
            var file = folder.resolve(String.valueOf(placed.file().getFileName()));
            if (placed.inBin() && !Files.exists(file)) {
                Files.createFile(file);
            }
            var name = folder.resolve(placed.name());
            if (!Files.exists(name) && !Files.isSymbolicLink(name)) {
                var target = placed.inBin() ? file.getFileName() : placed.file();
                Files.createSymbolicLink(name, target);
            }
        }
    }

    /// Removes the copies that nobody sees: neither a sandbox that is alive, nor one that is being made here.
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
                        notes.add("removed copies of programs that no sandbox uses: " + folders.resolve(name));
                    }
                }
            } catch (IOException e) {
                notes.add("copies of programs in " + folders + " cannot be removed: " + e.getMessage());
            }
        }
    }

    /// The folders that some process sees as its folder of programs, by their paths on the file system they lie on.
    private static Set<String> mounted() {
        var found = new HashSet<String>();
        var processes = new File("/proc").list();
        for (var process : processes == null ? new String[0] : processes) {
            if (Character.isDigit(process.charAt(0))) {
                for (var line : mounts(Path.of("/proc", process, "mountinfo"))) {
                    var fields = line.split(" ", 6);
                    if (fields.length == 6 && fields[4].equals(ExecSet.BIN.toString())) {
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

    static void remove(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
