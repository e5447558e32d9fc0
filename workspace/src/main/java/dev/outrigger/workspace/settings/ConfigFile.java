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
    private final SettingsLayer layer;

    /// @param layer what the file is: in one that comes with a workspace, what would be ignored there is not set either
    public ConfigFile(Path path, SettingsLayer layer) {
        this.path = path;
        this.layer = layer;
    }

    public Path path() {
        return path;
    }

    /// A value as a person types it: the key knows what kind it wants.
    public static Json typed(String key, String value) throws WorkspaceProblem {
        return KeyAssignment.typed(KeyPath.parse(key), value);
    }

    /// Sets a key to a value as a person types it.
    public void set(String key, String value) throws WorkspaceProblem {
        set(key, typed(key, value));
    }

    public void set(String key, Json value) throws WorkspaceProblem {
        change(Map.of(key, value), List.of());
    }

    /// Takes a key, or a table with all that is in it, out of the file. False when it was not there.
    public boolean unset(String key) throws WorkspaceProblem {
        return change(Map.of(), List.of(key));
    }

    /// Whether [#change] would change anything; a problem where it would be one. Touches nothing.
    public boolean wouldChange(Map<String, Json> values, List<String> without) throws WorkspaceProblem {
        check(values);
        var old = read();
        return !edited(old, values, without).equals(old);
    }

    /// Takes keys out and sets others, in one step: all of it or nothing. Of several who do so at once, each waits for
    /// the one before. False when the file says it all already.
    public boolean change(Map<String, Json> values, List<String> without) throws WorkspaceProblem {
        // Before there is so much as a folder or a lock.
        if (!wouldChange(values, without)) {
            return false;
        }
        try (var _ = ConfigLock.of(path, layer.cameAlong())) {
            var old = read();
            var edited = edited(old, values, without);
            if (edited.equals(old)) {
                return false;
            }
            FileReplacement.write(path, layer.cameAlong(), old, edited);
            return true;
        }
    }

    private void check(Map<String, Json> values) throws WorkspaceProblem {
        for (var value : values.entrySet()) {
            SettableCheck.check(layer, KeyPath.parse(value.getKey()), value.getValue());
        }
    }

    private String edited(String old, Map<String, Json> values, List<String> without) throws WorkspaceProblem {
        var edited = old;
        for (var key : without) {
            var names = KeyPath.parse(key);
            if (KeyPath.at(ConfigToml.parse(path.toString(), edited), names) != null) {
                edited = TomlEdit.unset(path.toString(), edited, names);
            }
        }
        for (var value : values.entrySet()) {
            edited = TomlEdit.set(path.toString(), edited, KeyPath.parse(value.getKey()), value.getValue());
        }
        return edited;
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
