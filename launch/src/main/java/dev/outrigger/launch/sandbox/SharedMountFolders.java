package dev.outrigger.launch.sandbox;

import dev.outrigger.system.Sha256;
import dev.outrigger.system.TreeDeletion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Folders that are made once and then mounted by every sandbox that sees the same there: one mount instead of
/// many, each of which would cost at every start. A folder is named after what it was made from, so that an
/// update of the system makes a new one, and after the boot that it was made in: after a power failure, the right
/// names may have nothing behind them.
///
/// Several processes share them. Whoever makes or uses one has the [StateFolderUse] of the folders together with
/// others, and whoever removes some has it alone. A folder has its name only while it is whole.
final class SharedMountFolders {
    private static final Duration KEPT = Duration.ofDays(7);
    private static final Duration FRESH = Duration.ofDays(1);
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path folders;

    SharedMountFolders(Path folders) {
        this.folders = folders;
    }

    interface Filling {
        void fill(Path folder) throws IOException;
    }

    /// The folder made from `what`.
    Path of(String what, Filling filling) throws IOException {
        var folder = folders.resolve(Sha256.of(what).substring(0, 32) + boot());
        if (Files.isDirectory(folder)) {
            isUsed(folder);
        } else {
            make(folder, filling);
        }
        return folder;
    }

    @Override
    public String toString() {
        return folders.toString();
    }

    private static String boot() throws IOException {
        return "-" + Files.readString(BOOT).strip();
    }

    private static void isUsed(Path folder) throws IOException {
        var now = Instant.now();
        if (Files.getLastModifiedTime(folder).toInstant().isBefore(now.minus(FRESH))) {
            Files.setLastModifiedTime(folder, FileTime.from(now));
        }
    }

    /// Two that make the same at once both succeed: the later one finds it there.
    private void make(Path folder, Filling filling) throws IOException {
        Files.createDirectories(
                folders, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        var making = Files.createTempDirectory(folders, "making-");
        try {
            filling.fill(making);
            Files.setPosixFilePermissions(making, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.move(making, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            TreeDeletion.delete(making);
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    /// Removes those that were not used for a week, those of another boot, and what somebody who died left half made or
    /// half removed. Only for who has the [StateFolderUse] alone.
    void removeUnused(List<String> notes) {
        var names = folders.toFile().list();
        if (names == null) {
            return;
        }
        try {
            var whole = new ArrayList<Path>();
            for (var name : names) {
                var folder = folders.resolve(name);
                if (name.endsWith(boot())) {
                    whole.add(folder);
                } else {
                    TreeDeletion.delete(folder);
                    notes.add("removed what no sandbox uses: " + folder);
                }
            }
            for (var folder : whole) {
                if (isOld(folder)) {
                    // Under another name first: whoever found a half of it would take it for the whole.
                    TreeDeletion.delete(Files.move(folder, folders.resolve("going")));
                    notes.add("removed what no sandbox has used for a week: " + folder);
                }
            }
        } catch (IOException e) {
            notes.add("what no sandbox uses in " + folders + " cannot be removed: " + e);
        }
    }

    private static boolean isOld(Path folder) throws IOException {
        return Files.getLastModifiedTime(folder)
                .toInstant()
                .isBefore(Instant.now().minus(KEPT));
    }
}
