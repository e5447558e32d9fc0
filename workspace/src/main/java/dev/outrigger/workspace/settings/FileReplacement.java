package dev.outrigger.workspace.settings;

import dev.outrigger.system.FileDraft;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Replaces a file so that everyone sees the old one or the new one, also after a crash.
final class FileReplacement {
    private FileReplacement() {}

    /// @param shared whether it comes with a workspace: then its folder and its mode are what they are
    /// @param old what the file held when it was read: if that is no longer so, a change would be lost
    static void write(Path file, boolean shared, String old, String content) throws WorkspaceProblem {
        try {
            // A link, as people keep for their dotfiles, stays a link.
            var target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            try (var draft = FileDraft.of(target)) {
                if (shared && Files.exists(target)) {
                    Files.setPosixFilePermissions(draft.path(), Files.getPosixFilePermissions(target));
                }
                draft.write(content.getBytes(StandardCharsets.UTF_8));
                draft.sync();
                var now = ConfigText.read(target);
                if (!(now == null ? "" : now).equals(old)) {
                    throw new WorkspaceProblem(file + " was changed by somebody else just now", "try again");
                }
                draft.replace();
            }
        } catch (IOException e) {
            throw new WorkspaceProblem(
                    "cannot write " + file + ": " + FileErrorWords.of(e), "the file is as it was", e);
        }
    }
}
