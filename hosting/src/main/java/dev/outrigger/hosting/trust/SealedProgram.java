package dev.outrigger.hosting.trust;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.launch.ClaimedFolder;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.system.Sha256;
import dev.outrigger.terminal.program.Problem;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A program whose bytes are read once: hashed, and in the same breath written to a file of our own, which nobody
/// else can change. That file is what runs, so the bytes that were checked are the bytes that run. Gone when closed.
final class SealedProgram implements AutoCloseable {
    /// A program that is larger fills disks.
    private static final long MOST_BYTES = 1L << 30;

    private final ClaimedFolder claim;
    private final Path file;
    private final String sha256;

    private SealedProgram(ClaimedFolder claim, Path file, String sha256) {
        this.claim = claim;
        this.file = file;
        this.sha256 = sha256;
    }

    static SealedProgram of(PluginProgram plugin, Path state) throws Problem {
        var place = place(state);
        var claim = claim(plugin, place);
        try {
            return of(plugin, claim, place);
        } catch (Problem e) {
            claim.close();
            throw e;
        }
    }

    /// Its place only: the bytes are read, hashed and written by the process that becomes it, if they have this sha256.
    static SealedProgram atStart(PluginProgram plugin, Path state, String sha256) throws Problem {
        var claim = claim(plugin, place(state));
        return new SealedProgram(claim, copy(plugin, claim), sha256);
    }

    private static Path place(Path state) {
        return state.resolve("sealed");
    }

    private static ClaimedFolder claim(PluginProgram plugin, Path place) throws Problem {
        ClaimedFolder.removeLeft(place);
        try {
            return ClaimedFolder.in(place);
        } catch (IOException e) {
            throw noPlace(plugin, place, e);
        }
    }

    /// Its own name: that is what it finds in $0.
    private static Path copy(PluginProgram plugin, ClaimedFolder claim) {
        return claim.folder().resolve("jp-" + plugin.id());
    }

    private static SealedProgram of(PluginProgram plugin, ClaimedFolder claim, Path place) throws Problem {
        var copy = copy(plugin, claim);
        var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        String sha256;
        try (var in = open(plugin)) {
            Files.createFile(copy, mode);
            try (var out = Files.newOutputStream(copy)) {
                sha256 = read(plugin, in, out);
            }
        } catch (IOException e) {
            throw noPlace(plugin, place, e);
        }
        if (!copy.toFile().canExecute()) {
            throw new Problem(
                    "jp-" + plugin.id() + " is pinned, and its checked copy cannot be executed: " + place
                            + " is on a file system that is mounted noexec",
                    "Set XDG_STATE_HOME to a folder on another one.");
        }
        return new SealedProgram(claim, copy, sha256);
    }

    private static Problem noPlace(PluginProgram plugin, Path place, IOException e) {
        return new Problem(
                "jp-" + plugin.id() + " is pinned, and its checked copy cannot be written to " + place + ": "
                        + FileErrorWords.of(e),
                "Is the disk full, or the folder read-only? XDG_STATE_HOME names another.");
    }

    /// Looked at, and not kept.
    static String sha256(PluginProgram plugin) throws Problem {
        try (var in = open(plugin)) {
            return read(plugin, in, OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw unreadable(plugin, e);
        }
    }

    private static InputStream open(PluginProgram plugin) throws Problem {
        if (!plugin.file().toFile().isFile()) {
            // A pipe would keep us waiting for ever.
            throw new Problem(plugin.file() + " is no ordinary file, so that its sha256 cannot be computed", "");
        }
        try {
            return new FileInputStream(plugin.file().toFile());
        } catch (IOException e) {
            throw unreadable(plugin, e);
        }
    }

    private static Problem unreadable(PluginProgram plugin, IOException e) {
        return new Problem(
                "jp-" + plugin.id() + " cannot be read, so that nobody knows its sha256: " + FileErrorWords.of(e),
                "chmod u+r " + plugin.file());
    }

    private static String read(PluginProgram plugin, InputStream in, OutputStream out) throws IOException, Problem {
        var digest = Sha256.digest();
        var chunk = new byte[64 * 1024];
        long total = 0;
        for (int count = next(plugin, in, chunk); count >= 0; count = next(plugin, in, chunk)) {
            total += count;
            if (total > MOST_BYTES) {
                throw new Problem(plugin.file() + " is larger than 1 GiB: too large to be pinned", "");
            }
            digest.update(chunk, 0, count);
            out.write(chunk, 0, count);
        }
        return Sha256.hex(digest);
    }

    /// What fails here is the program, what fails elsewhere is our copy.
    private static int next(PluginProgram plugin, InputStream in, byte[] chunk) throws Problem {
        try {
            return in.read(chunk);
        } catch (IOException e) {
            throw unreadable(plugin, e);
        }
    }

    /// What to execute.
    Path file() {
        return file;
    }

    String sha256() {
        return sha256;
    }

    @Override
    public void close() {
        claim.close();
    }
}
