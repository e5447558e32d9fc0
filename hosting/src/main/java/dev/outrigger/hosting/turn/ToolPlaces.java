package dev.outrigger.hosting.turn;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.launch.sandbox.FolderReach;
import dev.outrigger.workspace.UserPlaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Where tool plugins are, what their sandboxes need while they run, and what no plugin is ever shown.
///
/// Root's sandboxed plugins run as other users, who cannot go through a home of mode 0700. For root, a place that
/// others do not reach is the one of the same path below /var/lib/jp instead.
///
/// @param users for root: a folder for each plugin, whose owner is the user that it runs as
/// @param keptOut everything of jp's and of kaged's, whether or not it is there
record ToolPlaces(Path plugins, Path users, Path state, List<Path> keptOut) {
    private static final Path REACHABLE = Path.of("/var/lib/jp");
    private static final Path ROOTS_KAGED = Path.of("/var/lib/kaged");

    static ToolPlaces of(JpContext context) {
        var places = context.places();
        var keptOut = new ArrayList<>(List.of(
                places.config(),
                places.data(),
                places.state(),
                REACHABLE,
                places.configHome().resolve("kaged"),
                places.dataHome().resolve("kaged"),
                ROOTS_KAGED));
        // A daemon that was started without these variables has its folders where they are without.
        var home = context.environment().getOrDefault("HOME", "");
        var usual = UserPlaces.of(home.isEmpty() ? Map.of() : Map.of("HOME", home));
        keptOut.add(usual.configHome().resolve("kaged"));
        keptOut.add(usual.dataHome().resolve("kaged"));
        var kaged = context.environment().getOrDefault("KAGED_HOME", "");
        if (kaged.startsWith("/")) {
            keptOut.add(Path.of(kaged).normalize());
        }
        return new ToolPlaces(
                reachable(places.data().resolve("plugins/tool")),
                reachable(places.data().resolve("plugins/tool-users")),
                reachable(places.state().resolve("sandboxes")),
                List.copyOf(keptOut));
    }

    private static Path reachable(Path usual) {
        try {
            return FolderReach.matters() && FolderReach.obstacle(usual).isPresent()
                    ? REACHABLE.resolve(Path.of("/").relativize(usual.toAbsolutePath()))
                    : usual;
        } catch (ConfinementRefused _) {
            // Whoever needs the place will say what is wrong with it.
            return usual;
        }
    }
}
