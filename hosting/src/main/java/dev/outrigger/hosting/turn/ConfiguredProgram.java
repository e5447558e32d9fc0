package dev.outrigger.hosting.turn;

import dev.outrigger.wire.FieldReader;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsLayer;
import dev.outrigger.workspace.settings.ValueOrigin;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// A program as the settings name it, and what they may say of the workspace.
///
/// A name without a slash is for PATH. A relative path counts from the folder of the file that has it, and never from
/// wherever `jp` is called: a configuration that holds everywhere would else name another file in each clone.
final class ConfiguredProgram {
    private static final String WORKSPACE = "${workspace}";

    private final Settings settings;
    private final Path root;
    private final Path folder;

    /// `folder` is where the user stands, which is what `--cfg` counts from.
    ConfiguredProgram(Settings settings, Path root, Path folder) {
        this.settings = settings;
        this.root = root;
        this.folder = folder;
    }

    /// `key` is the path of the command that says `command`.
    String command(String key, String command) throws FieldReader.Mistake {
        var expanded = expanded(key, command);
        if (expanded.indexOf('/') <= 0) {
            return expanded;
        }
        try {
            return base(key).resolve(expanded).normalize().toString();
        } catch (InvalidPathException _) {
            throw new FieldReader.Mistake("field `command` is no path");
        }
    }

    /// Whether the user named it for this very workspace, whose own files it may then be.
    boolean named(String key) {
        return switch (origin(key).layer()) {
            case USER_WORKSPACE, OPTION -> true;
            // A variable is exported once, and then holds in every clone.
            case ENVIRONMENT, USER, DEFAULTS, WORKSPACE, FOLDER, CONVERSATION -> false;
        };
    }

    /// `${workspace}` is the workspace's root, and `$${workspace}` those very letters; nothing else is read. What came
    /// with a workspace is left as it is.
    String expanded(String key, String text) {
        if (!text.contains(WORKSPACE) || origin(key).layer().cameAlong()) {
            return text;
        }
        var out = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf(WORKSPACE); at >= 0; at = text.indexOf(WORKSPACE, from)) {
            boolean escaped = at > from && text.charAt(at - 1) == '$';
            out.append(text, from, escaped ? at - 1 : at).append(escaped ? WORKSPACE : root.toString());
            from = at + WORKSPACE.length();
        }
        return out.append(text, from, text.length()).toString();
    }

    private Path base(String key) throws FieldReader.Mistake {
        var origin = origin(key);
        if (origin.layer() == SettingsLayer.OPTION && !origin.where().startsWith("/")) {
            return folder;
        }
        if (origin.layer() == SettingsLayer.ENVIRONMENT || !origin.where().startsWith("/")) {
            throw new FieldReader.Mistake("field `command` must be a name on PATH or an absolute path, since "
                    + origin.text() + " lies in no folder that a relative one could count from");
        }
        return Path.of(origin.where()).resolveSibling("");
    }

    private ValueOrigin origin(String key) {
        var entries = settings.entries(key);
        return entries.isEmpty()
                ? new ValueOrigin(SettingsLayer.DEFAULTS, "", 0)
                : entries.getFirst().origin();
    }
}
