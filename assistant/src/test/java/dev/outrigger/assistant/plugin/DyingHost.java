package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.Cancellation;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.tool.ToToolPlugin;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// `DyingHost FOLDER FLAG MARK UNCONFINED STATE USERS`: calls a plugin that never answers, until it is killed.
final class DyingHost {
    private DyingHost() {}

    public static void main(String[] words) throws Exception {
        var folder = Path.of(words[0]);
        var spec = new PluginSpec(
                "rogue",
                "./tool-rogue",
                List.of(words[1], words[2]),
                folder,
                folder,
                Map.of("PATH", "/usr/bin:/bin"),
                List.of(),
                new ToolPluginSettings(null, Boolean.parseBoolean(words[3]), null),
                Rogue.PATIENT);
        var _ = new PluginRuntime(Path.of(words[4]), Path.of(words[5]), List.of())
                .call(spec, "do", ToToolPlugin.Context.NONE, Json.EMPTY, CallTrace.NONE, new Cancellation());
    }
}
