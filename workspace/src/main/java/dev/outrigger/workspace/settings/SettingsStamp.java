package dev.outrigger.workspace.settings;

import dev.outrigger.workspace.WorkspaceProblem;
import java.nio.file.Path;
import java.util.Optional;

/// What all files of settings look like, for those who keep what they made of them.
final class SettingsStamp {
    private SettingsStamp() {}

    /// What [SettingsLayers#addAll] would read, as sizes and times: another text as soon as one of the files is
    /// another.
    /// Empty when not only files are read.
    static Optional<String> of(SettingsSources sources) throws WorkspaceProblem {
        if (!sources.options().isEmpty() || !sources.conversation().fields().isEmpty()) {
            return Optional.empty();
        }
        for (var variable : sources.environment().keySet()) {
            if (KeyAssignment.isVariable(variable)) {
                return Optional.empty();
            }
        }
        var stamp = new StringBuilder();
        stamp(stamp, sources.places().userConfig());
        var workspace = sources.workspace();
        if (workspace != null) {
            stamp(stamp, workspace.storage().resolve("config.toml"));
            var folder = workspace.root();
            stamp(stamp, folder.resolve(".jp.toml"));
            for (var name : SettingsLayers.below(sources, folder)) {
                folder = folder.resolve(name);
                stamp(stamp, folder.resolve(".jp.toml"));
            }
            stamp(stamp, workspace.userFolder(sources.places()).config());
        }
        return Optional.of(stamp.toString());
    }

    private static void stamp(StringBuilder stamp, Path path) {
        var file = path.toFile();
        stamp.append(path)
                .append(':')
                .append(file.length())
                .append(':')
                .append(file.lastModified())
                .append('|');
    }
}
