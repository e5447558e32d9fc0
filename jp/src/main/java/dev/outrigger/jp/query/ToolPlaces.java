package dev.outrigger.jp.query;

import dev.outrigger.launch.sandbox.Reach;
import dev.outrigger.launch.sandbox.Refused;
import dev.outrigger.workspace.Places;
import java.nio.file.Path;

/// Where tool plugins are, what they keep, and what their sandboxes need while they run.
///
/// Root's sandboxed plugins run as other users, who cannot go through a home of mode 0700. For root, a place that
/// others
/// do not reach is the one of the same path below /var/lib/jp instead.
record ToolPlaces(Path plugins, Path data, Path state) {
    private static final Path REACHABLE = Path.of("/var/lib/jp");

    static ToolPlaces of(Places places) {
        return new ToolPlaces(
                reachable(places.data().resolve("plugins/tool")),
                reachable(places.data().resolve("plugins/tool-data")),
                reachable(places.state().resolve("sandboxes")));
    }

    private static Path reachable(Path usual) {
        try {
            return Reach.matters() && Reach.obstacle(usual).isPresent()
                    ? REACHABLE.resolve(Path.of("/").relativize(usual.toAbsolutePath()))
                    : usual;
        } catch (Refused _) {
            // Whoever needs the place will say what is wrong with it.
            return usual;
        }
    }
}
