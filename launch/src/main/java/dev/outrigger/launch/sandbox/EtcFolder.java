package dev.outrigger.launch.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The folder that a sandbox sees as its /etc, made of what the plan has there: texts, copies of the small files that
/// every sandbox is shown, links, and empty places for what is mounted over it. One mount takes the place of ten, each
/// of which would cost a tenth of a millisecond at every start.
final class EtcFolder {
    static final Path ETC = Path.of("/etc");

    /// What changes only when the system is updated, by a new file that a mount of the old one would not show either.
    private static final Set<Path> COPIED =
            Set.of(Path.of("/etc/ld.so.cache"), Path.of("/etc/localtime"), Path.of("/etc/ssl/openssl.cnf"));

    private final SharedMountFolders folders;

    EtcFolder(Path state) {
        this.folders = new SharedMountFolders(state.resolve("etc"));
    }

    /// What is in the folder, and need not be mounted.
    static boolean holds(Mount mount) {
        return mount.at().startsWith(ETC)
                && switch (mount) {
                    case Mount.Text _, Mount.Link _ -> true;
                    case Mount.ReadOnly(var source, var at, var _) -> COPIED.contains(at) && mayBeCopied(source);
                    case Mount.Writable _, Mount.Programs _, Mount.Fresh _ -> false;
                };
    }

    /// Only what everybody may read: a copy made by root would show what the plugin's user may not see.
    private static boolean mayBeCopied(Path source) {
        try {
            return Files.isRegularFile(source)
                    && Files.getPosixFilePermissions(source).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException _) {
            // Gone meanwhile: then mounting it says so.
            return false;
        }
    }

    Path of(List<Mount> mounts) throws ConfinementRefused {
        try {
            var held = new ArrayList<Part>();
            for (var mount : mounts) {
                if (mount.at().startsWith(ETC) && !mount.at().equals(ETC)) {
                    held.add(part(mount));
                }
            }
            return folders.of(held.toString(), folder -> fill(folder, held));
        } catch (IOException e) {
            throw new ConfinementRefused("the files for sandboxes cannot be written to " + folders + ": " + e);
        }
    }

    void removeUnused(List<String> notes) {
        folders.removeUnused(notes);
    }

    /// One path in the folder.
    private sealed interface Part {
        Path at();

        record Text(Path at, String content) implements Part {}

        record Copy(Path at, Path source, FileIdentity stamp) implements Part {}

        record Link(Path at, String target) implements Part {}

        record EmptyFile(Path at) implements Part {}

        record EmptyFolder(Path at) implements Part {}
    }

    private static Part part(Mount mount) throws IOException {
        return switch (mount) {
            case Mount.Text(var at, var content, var _) -> new Part.Text(at, content);
            case Mount.Link(var at, var target, var _) -> new Part.Link(at, target);
            case Mount.ReadOnly(var source, var at, var _)
            when holds(mount) -> new Part.Copy(at, source, FileIdentity.of(source));
            case Mount.Bind bind -> place(bind.at(), bind.source());
            case Mount.Programs _, Mount.Fresh _ -> new Part.EmptyFolder(mount.at());
        };
    }

    private static Part place(Path at, Path source) {
        return Files.isDirectory(source) ? new Part.EmptyFolder(at) : new Part.EmptyFile(at);
    }

    /// Parents come first, as in the plan.
    private static void fill(Path folder, List<Part> parts) throws IOException {
        for (var part : parts) {
            var names = ETC.relativize(part.at());
            int last = names.getNameCount() - 1;
            var path = folders(folder, names, last).resolve(names.getName(last));
            switch (part) {
                case Part.Text(var _, var content) -> readable(Files.writeString(path, content));
                case Part.Copy(var _, var source, var _) -> readable(Files.copy(source, path));
                case Part.Link(var _, var target) -> Files.createSymbolicLink(path, Path.of(target));
                case Part.EmptyFile _ -> readable(Files.createFile(path));
                case Part.EmptyFolder _ -> folders(folder, names, last + 1);
            }
        }
    }

    /// The folder of the first so many names, made where it is not there.
    private static Path folders(Path top, Path names, int count) throws IOException {
        var folder = top;
        for (int i = 0; i < count; i++) {
            folder = folder.resolve(names.getName(i));
            if (!Files.isDirectory(folder)) {
                Files.createDirectory(folder);
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        return folder;
    }

    private static void readable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    }
}
