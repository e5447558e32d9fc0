package dev.outrigger.kaged.store;

import dev.outrigger.system.EffectiveUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Where kaged keeps its files: `root` is `$KAGED_HOME`, else `$XDG_DATA_HOME/kaged`; `config` is
/// `$XDG_CONFIG_HOME/kaged`. Plugins of a root daemon run as other users, who cannot reach root's own folder: without
/// a word in the environment, its `root` is `/var/lib/kaged`.
///
/// @param ofJp the folders of jp, which has secrets of the same user: as closed to plugins as kaged's own
public record KagedHome(Path root, Path config, List<Path> ofJp) {
    private static final Path OF_ROOT = Path.of("/var/lib/kaged");
    private static final Path JP_OF_ROOT = Path.of("/var/lib/jp");

    public KagedHome {
        ofJp = List.copyOf(ofJp);
    }

    /// Of a user without jp.
    public KagedHome(Path root, Path config) {
        this(root, config, List.of());
    }

    public static KagedHome of(Map<String, String> environment) throws StoreProblem {
        return of(environment, uid());
    }

    static KagedHome of(Map<String, String> environment, int uid) throws StoreProblem {
        var given = environment.getOrDefault("KAGED_HOME", "");
        if (!given.isEmpty() && !given.startsWith("/")) {
            // A daemon and its clients do not share a working folder.
            throw new StoreProblem("KAGED_HOME is " + given + ": set it to an absolute path, or not at all");
        }
        var user = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home", "/")))
                .toAbsolutePath();
        var data = place(environment, "XDG_DATA_HOME", user.resolve(".local/share"));
        var config = place(environment, "XDG_CONFIG_HOME", user.resolve(".config"));
        boolean said = environment.getOrDefault("XDG_DATA_HOME", "").startsWith("/");
        var usual = uid == 0 && !said ? OF_ROOT : data.resolve("kaged");
        return new KagedHome(
                given.isEmpty() ? usual : Path.of(given).normalize(),
                config.resolve("kaged"),
                ofJp(environment, user, data, config));
    }

    /// Where its own environment may have put them, and where they are without a word in it.
    private static List<Path> ofJp(Map<String, String> environment, Path user, Path data, Path config) {
        var state = place(environment, "XDG_STATE_HOME", user.resolve(".local/state"));
        var folders = new LinkedHashSet<Path>();
        for (var above : List.of(
                config,
                data,
                state,
                user.resolve(".config"),
                user.resolve(".local/share"),
                user.resolve(".local/state"))) {
            folders.add(above.resolve("jp"));
        }
        folders.add(JP_OF_ROOT);
        return List.copyOf(folders);
    }

    /// What no plugin is ever shown, but for what is its own in it.
    public List<Path> keptOut() {
        var all = new ArrayList<>(List.of(root, config));
        all.addAll(ofJp);
        return List.copyOf(all);
    }

    /// Whose process this is.
    public static int uid() throws StoreProblem {
        try {
            return EffectiveUser.uid();
        } catch (IOException e) {
            throw new StoreProblem("cannot tell who this is", e);
        }
    }

    /// The XDG specification wants a relative path ignored, and an empty one is like none.
    private static Path place(Map<String, String> environment, String variable, Path otherwise) {
        var given = environment.getOrDefault(variable, "");
        return given.startsWith("/") ? Path.of(given) : otherwise;
    }

    public Path plugins() {
        return root.resolve("plugins");
    }

    /// Which plugins are switched off, and why.
    public Path disabled() {
        return root.resolve("disabled");
    }

    /// For each plugin, the digest of what the operator agreed to.
    public Path agreed() {
        return root.resolve("agreed");
    }

    /// Where MCP servers are fetched to before they are plugins: a folder for each `kaged plugin wrap` that runs.
    public Path wraps() {
        return root.resolve("wraps");
    }

    /// For each plugin that is an MCP server, its tools as the operator agreed to them.
    public Path tools() {
        return root.resolve("tools");
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

    /// Locked while a daemon runs; holds its pid.
    public Path pid() {
        return root.resolve("kaged.pid");
    }

    /// Where each plugin's storage is.
    public Path storage() {
        return root.resolve("storage");
    }

    /// Where sandboxes are made; their users must be able to reach it.
    public Path sandboxes() {
        return root.resolve("sandbox");
    }

    /// Copies of data that plugins are tried out with, each for as long as that takes.
    public Path replays() {
        return root.resolve("replay");
    }

    /// What is kept of each project.
    public Path projects() {
        return root.resolve("projects");
    }

    public Path localConfig() {
        return config.resolve("local.toml");
    }
}
