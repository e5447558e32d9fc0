package dev.outrigger.assistant.plugin;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The smallest manifest, for an author who has none yet: with the program that lies in the folder, if one does.
public final class DraftManifest {
    private DraftManifest() {}

    /// Nothing when there is a manifest, right or wrong.
    public static Optional<String> of(Path folder) {
        var real = folder.toAbsolutePath().normalize();
        return real.resolve(ToolPluginManifest.FILE).toFile().exists() ? Optional.empty() : Optional.of(text(real));
    }

    private static String text(Path folder) {
        return """
                {
                  "plugin_id": "%s",
                  "plugin_version": "0.1.0",
                  "protocol_version": "rterm.plugin.v1",
                  "process": {"command": "./%s", "env": {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}},
                  "tools": [
                    {
                      "name": "my_tool",
                      "description": "What it does, for the model.",
                      "input_schema": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}},
                      "approval_tier": "moderate",
                      "mutating": false
                    }
                  ]
                }
                """.formatted(id(folder), program(folder));
    }

    private static String id(Path folder) {
        var name = folder.getFileName();
        var id = (name == null ? "" : name.toString().toLowerCase(Locale.ROOT))
                .replaceAll("[^a-z0-9_-]", "-")
                .replaceFirst("^[^a-z]+", "");
        return id.isEmpty() ? "my-plugin" : id.substring(0, Math.min(id.length(), 64));
    }

    private static String program(Path folder) {
        var files = folder.toFile().listFiles();
        return Arrays.stream(files == null ? new File[0] : files)
                .filter(file -> file.isFile() && file.canExecute())
                .map(File::getName)
                .filter(name -> name.matches("[A-Za-z0-9._-]+"))
                .sorted()
                .findFirst()
                .orElse("my-program");
    }
}
