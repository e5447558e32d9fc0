package dev.outrigger.kaged.commands;

import dev.outrigger.terminal.program.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/// A manifest in the operator's own editor, in a folder that has nothing else in it.
final class ManifestEditor {
    private final Map<String, String> environment;

    ManifestEditor(Map<String, String> environment) {
        this.environment = environment;
    }

    /// The text as it was saved.
    String edit(String text) throws Problem {
        var editor = environment.getOrDefault("VISUAL", environment.getOrDefault("EDITOR", "vi"));
        try {
            var folder = Files.createTempDirectory("kaged-");
            var file = folder.resolve("kaged-plugin.yaml");
            try {
                Files.writeString(file, text);
                var terminal = new File("/dev/tty");
                var builder = new ProcessBuilder("/bin/sh", "-c", editor + " \"$1\"", "editor", file.toString())
                        .directory(folder.toFile())
                        .redirectInput(terminal)
                        .redirectOutput(terminal)
                        .redirectError(terminal);
                int code = builder.start().waitFor();
                if (code != 0) {
                    throw new Problem(
                            "the editor (" + editor + ") ended with " + code, "$VISUAL or $EDITOR say which it is.");
                }
                return Files.readString(file);
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (IOException e) {
            throw new Problem("the editor (" + editor + ") cannot have the manifest: " + e.getMessage(), "");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new Problem("interrupted while the editor was open", "");
        }
    }
}
