package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// One file of settings that a person edits, and jp for them. Comments and layout stay.
public final class ConfigFile {
    private final Path path;
    private final Layer layer;

    /// @param layer what the file is: in one that comes with a workspace, what would be ignored there is not set either
    public ConfigFile(Path path, Layer layer) {
        this.path = path;
        this.layer = layer;
    }

    public Path path() {
        return path;
    }

    /// Sets a key to a value as a person types it: the key knows what kind it wants.
    public void set(String key, String value) throws WorkspaceProblem {
        set(key, Assignment.typed(KeyPath.parse(key), value));
    }

    public void set(String key, Json value) throws WorkspaceProblem {
        change(Map.of(key, value), List.of());
    }

    /// Takes a key, or a table with all that is in it, out of the file. False when it was not there.
    public boolean unset(String key) throws WorkspaceProblem {
        return change(Map.of(), List.of(key));
    }

    /// Takes keys out and sets others, in one step: all of it or nothing. Of several who do so at once, each waits for
    /// the one before. False when the file says it all already.
    public boolean change(Map<String, Json> values, List<String> without) throws WorkspaceProblem {
        for (var value : values.entrySet()) {
            Settable.check(layer, KeyPath.parse(value.getKey()), value.getValue());
        }
        refuseLink();
        try (var _ = ConfigLock.of(path, layer.cameAlong())) {
            var old = read();
            var edited = old;
            for (var key : without) {
                var names = KeyPath.parse(key);
                if (KeyPath.at(Toml.parse(path.toString(), edited), names) != null) {
                    edited = TomlEdit.unset(path.toString(), edited, names);
                }
            }
            for (var value : values.entrySet()) {
                edited = TomlEdit.set(path.toString(), edited, KeyPath.parse(value.getKey()), value.getValue());
            }
            if (edited.equals(old)) {
                return false;
            }
            FileSwap.write(path, layer.cameAlong(), old, edited);
            return true;
        }
    }

    private String read() throws WorkspaceProblem {
        refuseLink();
        var text = ConfigText.read(path);
        return text == null ? "" : text;
    }

    private void refuseLink() throws WorkspaceProblem {
        if (layer.cameAlong() && Files.isSymbolicLink(path)) {
            throw new WorkspaceProblem(
                    path + " is a link, through which jp does not write: a cloned one could lead to any file of yours",
                    "change the file it leads to by hand");
        }
    }
}
