package dev.outrigger.kaged.store;

import java.nio.file.Path;
import java.util.Map;

/// Where kaged keeps its files: `root` is `$KAGED_HOME`, else `$XDG_DATA_HOME/kaged`; `config` is
/// `$XDG_CONFIG_HOME/kaged`.
public record Home(Path root, Path config) {
    public static Home of(Map<String, String> environment) throws StoreProblem {
        var given = environment.getOrDefault("KAGED_HOME", "");
        if (!given.isEmpty() && !given.startsWith("/")) {
            // A daemon and its clients do not share a working folder.
            throw new StoreProblem("KAGED_HOME is " + given + ": set it to an absolute path, or not at all");
        }
        var user = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "/")))
                .toAbsolutePath();
        var data = place(environment, "XDG_DATA_HOME", user.resolve(".local/share"));
        var config = place(environment, "XDG_CONFIG_HOME", user.resolve(".config"));
        return new Home(given.isEmpty() ? data.resolve("kaged") : Path.of(given).normalize(), config.resolve("kaged"));
    }

    /// The XDG specification wants a relative path ignored, and an empty one is like none.
    private static Path place(Map<String, String> environment, String variable, Path otherwise) {
        var given = environment.getOrDefault(variable, "");
        return given.startsWith("/") ? Path.of(given) : otherwise;
    }

    public Path plugins() {
        return root.resolve("plugins");
    }

    public Path plugin(String name) {
        return plugins().resolve(name);
    }

    public Path data() {
        return root.resolve("data");
    }

    /// The one folder that a plugin may write to and that lasts.
    public Path data(String name) {
        return data().resolve(name);
    }

    public Path database() {
        return root.resolve("kaged.db");
    }

    public Path logs() {
        return root.resolve("logs");
    }

    public Path socket() {
        return root.resolve("kaged.sock");
    }

    public Path localConfig() {
        return config.resolve("local.toml");
    }
}
