package dev.outrigger.workspace;

import java.nio.file.Path;
import java.util.Map;

/// Where the user's own files are, by the XDG base directory specification.
public record UserPlaces(Path configHome, Path dataHome, Path stateHome) {
    public static UserPlaces of(Map<String, String> environment) {
        var home = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "/")))
                .toAbsolutePath();
        return new UserPlaces(
                place(environment, "XDG_CONFIG_HOME", home, ".config"),
                place(environment, "XDG_DATA_HOME", home, ".local/share"),
                place(environment, "XDG_STATE_HOME", home, ".local/state"));
    }

    /// The specification wants a relative path ignored, and an empty one is like none.
    private static Path place(Map<String, String> environment, String variable, Path home, String otherwise) {
        var given = environment.getOrDefault(variable, "");
        return given.startsWith("/") ? Path.of(given) : home.resolve(otherwise);
    }

    public Path config() {
        return configHome.resolve("jp");
    }

    public Path userConfig() {
        return config().resolve("config.toml");
    }

    public Path data() {
        return dataHome.resolve("jp");
    }

    /// Where the user's own workspace is.
    public Path own() {
        return data().resolve("personal");
    }

    public Path state() {
        return stateHome.resolve("jp");
    }
}
