package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import dev.outrigger.workspace.Workspace;
import dev.outrigger.workspace.WorkspaceProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the layers in their order, the weakest first.
final class SettingsLayers {
    private final SettingsSources sources;
    private final LayerMerge merge;

    SettingsLayers(SettingsSources sources, LayerMerge merge) {
        this.sources = sources;
        this.merge = merge;
    }

    void addAll() throws WorkspaceProblem {
        file(SettingsLayer.USER, sources.places().userConfig());
        var workspace = sources.workspace();
        if (workspace != null) {
            cameAlong(workspace, SettingsLayer.WORKSPACE, workspace.storage().resolve("config.toml"));
            folders(workspace);
            own(workspace);
        }
        environment();
        if (!sources.conversation().fields().isEmpty()) {
            merge.add(new SettingsSource(SettingsLayer.CONVERSATION, "the conversation", ""), sources.conversation());
        }
        for (var option : sources.options()) {
            option(option);
        }
    }

    /// `.jp.toml` from the root down to the current folder; just the root's when that is elsewhere.
    private void folders(Workspace workspace) throws WorkspaceProblem {
        var folder = workspace.root();
        cameAlong(workspace, SettingsLayer.FOLDER, folder.resolve(".jp.toml"));
        for (var name : below(sources, folder)) {
            folder = folder.resolve(name);
            cameAlong(workspace, SettingsLayer.FOLDER, folder.resolve(".jp.toml"));
        }
    }

    /// The names that lead from the root to the current folder.
    static List<Path> below(SettingsSources sources, Path root) {
        var names = new ArrayList<Path>();
        var current = sources.folder().toAbsolutePath().normalize();
        if (current.startsWith(root) && !current.equals(root)) {
            for (var name : root.relativize(current)) {
                names.add(name);
            }
        }
        return names;
    }

    /// The user's file for this workspace. What a workspace with the same id left elsewhere is told of, not believed.
    private void own(Workspace workspace) throws WorkspaceProblem {
        var folder = workspace.userFolder(sources.places());
        if (folder.exists()) {
            file(SettingsLayer.USER_WORKSPACE, folder.config());
        }
        var left = folder.leftBehind();
        if (left.isPresent()) {
            var file = left.get().resolve("config.toml").toString();
            merge.complaints()
                    .unusable(
                            new SettingsSource(SettingsLayer.USER_WORKSPACE, file, ""),
                            "holds your settings for a workspace with this id that was elsewhere, and does not count here:"
                                    + " an id can be copied. If you moved it here: jp init --adopt; if not: remove the file");
        }
    }

    private void file(SettingsLayer layer, Path file) throws WorkspaceProblem {
        var text = ConfigText.read(file);
        if (text != null) {
            merge.add(new SettingsSource(layer, file.toString(), text), ConfigToml.parse(file.toString(), text));
        }
    }

    /// A file of a stranger's may be a link to any file of ours: only what lies in the workspace is read.
    private void cameAlong(Workspace workspace, SettingsLayer layer, Path file) throws WorkspaceProblem {
        try {
            if (Files.isSymbolicLink(file)
                    && Files.exists(file)
                    && !file.toRealPath().startsWith(workspace.root())) {
                merge.complaints()
                        .unusable(
                                new SettingsSource(layer, file.toString(), ""),
                                "is ignored: a link that leads out of the workspace");
                return;
            }
        } catch (IOException e) {
            throw new WorkspaceProblem("cannot read " + file + ": " + e.getMessage(), "", e);
        }
        file(layer, file);
    }

    private void environment() throws WorkspaceProblem {
        for (var variable : sources.environment().entrySet()) {
            if (KeyAssignment.isVariable(variable.getKey())) {
                // It is for jp alone, and may set what nobody else is to see.
                merge.secretVariables().add(variable.getKey());
                var assignment = KeyAssignment.fromEnvironment(variable.getKey(), variable.getValue());
                merge.add(new SettingsSource(SettingsLayer.ENVIRONMENT, variable.getKey(), ""), assignment.tree());
            }
        }
    }

    private void option(String option) throws WorkspaceProblem {
        if (!option.startsWith("@")) {
            merge.add(
                    new SettingsSource(SettingsLayer.OPTION, "--cfg", ""),
                    KeyAssignment.parse(option).tree());
            return;
        }
        var file = sources.folder().resolve(option.substring(1));
        var text = ConfigText.read(file);
        if (text == null) {
            throw new WorkspaceProblem("--cfg " + option + ": there is no such file", "");
        }
        merge.add(new SettingsSource(SettingsLayer.OPTION, file.toString(), text), parse(file.toString(), text));
    }

    private static Json.Obj parse(String file, String text) throws WorkspaceProblem {
        if (!file.endsWith(".json")) {
            return ConfigToml.parse(file, text);
        }
        try {
            if (JsonText.parse(text) instanceof Json.Obj values) {
                return values;
            }
            throw new WorkspaceProblem(file + " holds no JSON object", "");
        } catch (MalformedJson e) {
            throw new WorkspaceProblem(file + ": no JSON: " + e.getMessage(), "", e);
        }
    }
}
