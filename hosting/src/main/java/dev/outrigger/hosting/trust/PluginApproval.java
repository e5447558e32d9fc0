package dev.outrigger.hosting.trust;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.WorkspaceProblemWords;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.ConfigFile;
import dev.outrigger.workspace.settings.SettingsLayer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// The user's word, as it stands in their own file. Each change is one edit: all of it lands, or nothing.
public final class PluginApproval {
    private static final Json UNATTENDED = Json.of("unattended");

    private final String id;
    private final ConfigFile file;

    public PluginApproval(JpContext context, String id) {
        this.id = id;
        this.file = new ConfigFile(context.places().userConfig(), SettingsLayer.USER);
    }

    public Path file() {
        return file.path();
    }

    /// For this program alone.
    public void give(String sha256) throws Problem {
        var values = pinned(sha256);
        values.putFirst(PluginTerms.keyOf(id, "run"), UNATTENDED);
        change(values, List.of(dev()));
    }

    /// For this file, whatever is written to it.
    public void giveForDevelopment(Path real) throws Problem {
        var values = new LinkedHashMap<String, Json>();
        values.put(PluginTerms.keyOf(id, "run"), UNATTENDED);
        values.put(dev(), Json.of(real.toString()));
        change(values, List.of(PluginTerms.keyOf(id, "checksum")));
    }

    /// For whatever has that name.
    public void giveToAny() throws Problem {
        var values = new LinkedHashMap<String, Json>();
        values.put(PluginTerms.keyOf(id, "run"), UNATTENDED);
        change(values, List.of(PluginTerms.keyOf(id, "checksum"), dev()));
    }

    public void pin(String sha256) throws Problem {
        change(pinned(sha256), List.of(dev()));
    }

    public boolean isPinned() throws Problem {
        return says(List.of(PluginTerms.keyOf(id, "checksum")));
    }

    public void unpin() throws Problem {
        change(Map.of(), List.of(PluginTerms.keyOf(id, "checksum")));
    }

    /// Whether there is anything to take back.
    public boolean isGiven() throws Problem {
        return says(all());
    }

    public void takeBack() throws Problem {
        change(Map.of(), all());
    }

    private List<String> all() {
        return List.of(PluginTerms.keyOf(id, "run"), PluginTerms.keyOf(id, "checksum"), dev());
    }

    private String dev() {
        return PluginTerms.keyOf(id, "dev");
    }

    private SequencedMap<String, Json> pinned(String sha256) {
        var values = new LinkedHashMap<String, Json>();
        values.put(PluginTerms.keyOf(id, "checksum", "algorithm"), Json.of("sha256"));
        values.put(PluginTerms.keyOf(id, "checksum", "value"), Json.of(sha256));
        return values;
    }

    private boolean says(List<String> keys) throws Problem {
        try {
            return file.wouldChange(Map.of(), keys);
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }

    private void change(Map<String, Json> values, List<String> without) throws Problem {
        try {
            file.change(values, without);
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }
}
