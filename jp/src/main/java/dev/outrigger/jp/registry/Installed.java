package dev.outrigger.jp.registry;

import dev.outrigger.workspace.Places;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What was installed from a registry, and which bytes: `$XDG_DATA_HOME/jp/plugins/installed.json` beside the programs
/// in
/// `command/`.
public final class Installed {
    /// `official`: that the registry, at the time, called it so.
    public record One(String id, List<String> command, String version, String sha256, boolean official) {}

    private Installed() {}

    public static Installed read(Places places) {
        return new Installed();
    }

    public static Path folder(Places places) {
        return places.data().resolve("plugins").resolve("command");
    }

    public Optional<One> byId(String id) {
        return Optional.empty();
    }
}
