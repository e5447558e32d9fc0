package dev.outrigger.jp.describe;

import dev.outrigger.jp.finding.Plugin;
import java.nio.file.Path;
import java.util.Optional;

/// What is remembered of the plugins that were asked, in `$XDG_STATE_HOME/jp/described`.
public final class Descriptions {
    private Descriptions() {}

    public static Descriptions open(Path state) {
        return new Descriptions();
    }

    /// What this very file (path, size, time) said when it was asked last. Starts nothing.
    public Optional<Description> known(Plugin plugin) {
        return Optional.empty();
    }
}
