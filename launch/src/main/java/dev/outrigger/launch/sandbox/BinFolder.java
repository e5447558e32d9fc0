package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The folder that a sandbox sees as its folder of programs. A hundred mounts would cost fifty milliseconds
/// at every start; so the base set is copied once, and one folder is mounted.
final class BinFolder {
    private final SharedMountFolders folders;
    private final AtomicReference<@Nullable Last> last = new AtomicReference<>();

    /// Most plugins have the same programs, and a hundred stamps to sum up.
    private record Last(SandboxPrograms programs, Path folder) {}

    BinFolder(Path state) {
        this.folders = new SharedMountFolders(state.resolve("programs"));
    }

    Path of(SandboxPrograms programs) throws ConfinementRefused {
        try {
            var known = last.get();
            if (known != null && known.programs().equals(programs) && Files.isDirectory(known.folder())) {
                return known.folder();
            }
            var folder = folders.of(what(programs), made -> fill(made, programs));
            last.set(new Last(programs, folder));
            return folder;
        } catch (IOException e) {
            throw new ConfinementRefused("the programs for sandboxes cannot be copied to " + folders + ": " + e);
        }
    }

    void removeUnused(List<String> notes) {
        folders.removeUnused(notes);
    }

    private static String what(SandboxPrograms programs) {
        var text = new StringBuilder();
        for (var base : programs.base()) {
            text.append(base.name()).append('\n').append(base.file()).append('\n');
            text.append(base.stamp()).append('\n');
        }
        for (var placed : programs.placed()) {
            text.append(placed.name()).append('\n').append(placed.file()).append("\n");
        }
        return text.toString();
    }

    private static void fill(Path folder, SandboxPrograms programs) throws IOException {
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
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
            }
            var name = folder.resolve(placed.name());
            if (!Files.exists(name) && !Files.isSymbolicLink(name)) {
                var target = placed.inBin() ? file.getFileName() : placed.file();
                Files.createSymbolicLink(name, target);
            }
        }
    }
}
