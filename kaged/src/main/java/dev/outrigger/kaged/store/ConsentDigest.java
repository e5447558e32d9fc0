package dev.outrigger.kaged.store;

import dev.outrigger.system.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/// By what a consent is known again: SHA-256 over a line `mode sha256 path` for each file and link as it will be
/// installed, sorted; then where it came from, which commit of that, and what it may.
public final class ConsentDigest implements PluginFolderWalk.Visitor {
    private static final String PLAIN = "100644";
    private static final String PROGRAM = "100755";
    private static final String LINK = "120000";

    private final List<String> lines = new ArrayList<>();
    private final ByteBuffer chunk = ByteBuffer.allocate(64 << 10);
    private long bytes;

    private ConsentDigest() {}

    /// `folder` must be a real path.
    public static String of(Path folder, String source, String commit, List<String> capabilities) throws StoreProblem {
        var files = new ConsentDigest();
        PluginFolderWalk.walk(folder, files);
        var whole = Sha256.digest();
        files.lines.stream().sorted().forEach(line -> add(whole, line));
        add(whole, "source " + source);
        add(whole, "commit " + commit);
        capabilities.forEach(capability -> add(whole, "capability " + capability));
        return Sha256.hex(whole);
    }

    /// No name of a file has the end of a line in it: [PluginFolderWalk] refuses that.
    private static void add(MessageDigest digest, String line) {
        digest.update((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void folder(String name) {
        // Known by what is in it.
    }

    @Override
    public void file(String name, long size, boolean executable, PluginFolderWalk.Opening content)
            throws IOException, StoreProblem {
        var digest = Sha256.digest();
        try (var in = content.open()) {
            while (in.read(chunk.clear()) >= 0) {
                bytes += chunk.flip().remaining();
                if (bytes > PluginFolderWalk.MOST_BYTES) {
                    throw new StoreProblem(name + ": more than " + (PluginFolderWalk.MOST_BYTES >> 20)
                            + " MiB with what is before it");
                }
                digest.update(chunk);
            }
        }
        lines.add((executable ? PROGRAM : PLAIN) + " " + Sha256.hex(digest) + " " + name);
    }

    @Override
    public void link(String name, String target) {
        var digest = Sha256.digest();
        digest.update(target.getBytes(StandardCharsets.UTF_8));
        lines.add(LINK + " " + Sha256.hex(digest) + " " + name);
    }
}
