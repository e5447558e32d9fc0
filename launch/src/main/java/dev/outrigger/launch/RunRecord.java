package dev.outrigger.launch;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// A file that is there while a run lives, named by its cookie. It tells on which boot and in which process namespace
/// the cookie's pid counts, and for people, which program it is.
record RunRecord(File file) {
    static Path folder(Path stateDir) {
        return stateDir.resolve("runs");
    }

    /// A run without a record is still ended by its own host; so a state folder that cannot be written is no reason not
    /// to start.
    static @Nullable RunRecord write(Path stateDir, ProgramRun run, Path program, ProgramListener listener) {
        var folder = folder(stateDir).toFile();
        var file = new File(folder, run.cookie());
        try {
            if (!folder.isDirectory()) {
                Files.createDirectories(stateDir);
                Files.createDirectories(
                        folder.toPath(),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            try (var out = new FileOutputStream(file)) {
                out.write((here() + program + "\n").getBytes(StandardCharsets.UTF_8));
            }
            return new RunRecord(file);
        } catch (IOException e) {
            var _ = file.delete();
            listener.warning("cannot note in " + folder + " that " + program + " runs (" + e.getMessage()
                    + "): should this program be killed, nobody ends what " + program + " leaves");
            return null;
        }
    }

    /// Whether its host is dead. One that is not written to its end yet says nothing of another boot. Of a host in
    /// another process namespace we cannot know; a run that we are part of is for others to end.
    static boolean isLeftover(ProgramRun run, String text) throws IOException {
        if (!text.endsWith("\n")) {
            return !run.hostAlive();
        }
        if (!text.startsWith(bootId() + "\n")) {
            return true;
        }
        boolean ourOwn = System.getenv().getOrDefault(ProgramRun.VARIABLE, "").contains(run.cookie());
        return text.startsWith(here()) && !ourOwn && !run.hostAlive();
    }

    static String program(String text) {
        var lines = text.strip();
        return lines.substring(lines.lastIndexOf('\n') + 1);
    }

    void remove() {
        var _ = file.delete();
    }

    /// Only here does a pid of ours mean the same process to whoever reads it, and may be looked into.
    static String here() throws IOException {
        return bootId() + "\n" + Files.readSymbolicLink(Path.of("/proc/self/ns/pid")) + " "
                + Files.readSymbolicLink(Path.of("/proc/self/ns/user")) + "\n";
    }

    static String bootId() {
        return ProcFiles.line("/proc/sys/kernel/random/boot_id");
    }
}
