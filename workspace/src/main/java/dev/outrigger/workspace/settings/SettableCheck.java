package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.util.List;

/// Whether a value would count in a file, asked before it is written there.
final class SettableCheck {
    private SettableCheck() {}

    static void check(SettingsLayer layer, List<String> names, Json value) throws WorkspaceProblem {
        var trial = new LayerMerge();
        var key = KeyPath.text(names);
        trial.add(new SettingsSource(SettingsLayer.OPTION, "cannot set " + key, ""), KeyPath.only(names, value));
        if (!layer.cameAlong()) {
            return;
        }
        var stranger = new LayerMerge();
        stranger.add(new SettingsSource(layer, "", ""), KeyPath.only(names, value));
        if (!stranger.complaints().warnings().isEmpty()) {
            throw new WorkspaceProblem(
                    key + " would be ignored there: what comes with a workspace may not set it",
                    "set it in your own file, for all workspaces or for this one");
        }
    }
}
