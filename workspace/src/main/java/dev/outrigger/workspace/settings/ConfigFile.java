package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.nio.file.Files;
import java.nio.file.Path;

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
        var names = KeyPath.parse(key);
        Settable.check(layer, names, value);
        var old = read();
        var edited = TomlEdit.set(path.toString(), old, names, value);
        FileSwap.write(path, old, edited);
    }

    /// Takes a key, or a table with all that is in it, out of the file. False when it was not there.
    public boolean unset(String key) throws WorkspaceProblem {
        var names = KeyPath.parse(key);
        var old = read();
        if (KeyPath.at(Toml.parse(path.toString(), old), names) == null) {
            return false;
        }
        FileSwap.write(path, old, TomlEdit.unset(path.toString(), old, names));
        return true;
    }

    private String read() throws WorkspaceProblem {
        if (layer.cameAlong() && Files.isSymbolicLink(path)) {
            throw new WorkspaceProblem(
                    path + " is a link, through which jp does not write: a cloned one could lead to any file of yours",
                    "change the file it leads to by hand");
        }
        var text = ConfigText.read(path);
        return text == null ? "" : text;
    }
}
