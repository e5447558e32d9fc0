package dev.outrigger.workspace;

import dev.outrigger.system.FileDraft;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// `.jp/.gitignore`: what belongs to one machine or can be made again stays out of git, our conversations do not.
public final class GitIgnore {
    /// The original jp skips folders whose names begin with a dot, and so did our own file until ours had such a name.
    private static final String OURS = "!/conversations/.outrigger/";

    private static final String RULES = """
            # What belongs to one machine, or can be made again.
            /locks/
            /conversations/.*
            /conversations/*/index*
            !/conversations/.outrigger/
            /conversations/.outrigger/.*
            /conversations/.outrigger/*/index*
            *.tmp
            *.tmp-*
            """;

    private static final int LARGEST = 1 << 20;

    private GitIgnore() {}

    /// Adds our rules to a file that does not know where our conversations lie: one of an older workspace, of the
    /// original jp, or none. What people wrote there stays, and comes first.
    public static void complete(Path storage) throws IOException {
        var file = storage.resolve(".gitignore");
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            write(file, RULES);
        } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= LARGEST) {
            var text = Files.readString(file);
            if (text.lines().noneMatch(line -> line.strip().equals(OURS))) {
                write(file, text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + RULES);
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        try (var draft = FileDraft.of(file)) {
            draft.write(text.getBytes(StandardCharsets.UTF_8));
            // Shared as the folder is: a draft is for its owner alone.
            var shared = Files.exists(file) ? file : file.getParent();
            var modes = Files.getPosixFilePermissions(shared);
            modes.removeIf(mode -> mode.name().endsWith("_EXECUTE"));
            Files.setPosixFilePermissions(draft.path(), modes);
            // People's own lines are in it.
            draft.replace();
        }
    }
}
