package dev.outrigger.launch;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A folder of this process alone, gone when it is closed. What a killed process leaves in one is removed by the next,
/// which tells by the folder's name that nobody owns it any more.
public final class ClaimedFolder implements AutoCloseable {
    private static final String HOST = "host";

    private final Path folder;

    private ClaimedFolder(Path folder) {
        this.folder = folder;
    }

    /// A new folder in this one, for its owner's eyes only.
    public static ClaimedFolder in(Path parent) throws IOException {
        var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Files.createDirectories(parent, mode);
        var folder = Files.createDirectory(parent.resolve(ProgramRun.begin().cookie()), mode);
        var claim = new ClaimedFolder(folder);
        try {
            Files.writeString(folder.resolve(HOST), RunRecord.here());
            return claim;
        } catch (IOException e) {
            claim.close();
            throw e;
        }
    }

    public Path folder() {
        return folder;
    }

    /// What is not ours to remove, or vanishes meanwhile, is for somebody else.
    public static void removeLeft(Path parent) {
        var names = parent.toFile().list();
        if (names == null) {
            return;
        }
        for (var name : names) {
            var run = ProgramRun.parse(name);
            var folder = parent.resolve(name);
            if (run.isPresent() && left(run.get(), folder)) {
                new ClaimedFolder(folder).close();
            }
        }
    }

    private static boolean left(ProgramRun run, Path folder) {
        try {
            return RunRecord.isLeftover(run, host(folder));
        } catch (IOException _) {
            // Gone just now, or not ours to judge.
            return false;
        }
    }

    /// Not there, or not whole, while its owner is still at it.
    private static String host(Path folder) throws IOException {
        try {
            return new String(Files.readAllBytes(folder.resolve(HOST)), StandardCharsets.UTF_8);
        } catch (NoSuchFileException _) {
            return "";
        }
    }

    /// The mark of the owner goes last: what is interrupted in the middle is continued by the next.
    @Override
    public void close() {
        var files = folder.toFile().listFiles();
        if (files != null) {
            for (var file : files) {
                if (!file.getName().equals(HOST)) {
                    var _ = file.delete();
                }
            }
        }
        var _ = new File(folder.toFile(), HOST).delete();
        var _ = folder.toFile().delete();
    }
}
