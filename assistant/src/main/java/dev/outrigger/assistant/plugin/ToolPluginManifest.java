package dev.outrigger.assistant.plugin;

import dev.outrigger.wire.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `rterm-plugin.json`: what a tool plugin is, how it is started, and what it offers. What is not said is "".
///
/// @param capabilities of the plugin as a whole
/// @param timeout how long a call may take, by its author's word
public record ToolPluginManifest(
        String id,
        String displayName,
        String description,
        String version,
        List<String> capabilities,
        Optional<Duration> timeout,
        Start process,
        List<ToolEntry> tools) {
    public static final String FILE = "rterm-plugin.json";

    public ToolPluginManifest {
        capabilities = List.copyOf(capabilities);
        tools = List.copyOf(tools);
    }

    /// `dir` is "" for the plugin's own folder.
    public record Start(String command, List<String> args, String dir, Map<String, String> env) {
        public Start {
            args = List.copyOf(args);
            env = Map.copyOf(env);
        }
    }

    public record ToolEntry(
            String name,
            String description,
            Json.Obj inputSchema,
            Optional<Json.Obj> outputSchema,
            List<String> capabilities,
            Tier tier,
            boolean mutating) {
        public ToolEntry {
            capabilities = List.copyOf(capabilities);
        }
    }

    /// How much harm a tool can do, as its author sees it.
    public enum Tier {
        SAFE,
        MODERATE,
        DANGEROUS,
        DESTRUCTIVE;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Optional<ToolEntry> tool(String name) {
        return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /// Everything that it may declare in its handshake: its own, and what its tools name.
    public List<String> allCapabilities() {
        var all = new LinkedHashSet<>(capabilities);
        tools.forEach(tool -> all.addAll(tool.capabilities()));
        return new ArrayList<>(all);
    }

    /// The user's word is above the author's.
    Duration timeout(ToolPluginSettings settings) {
        var wanted =
                settings.timeout() == null ? timeout.orElse(PluginSpec.Limits.USUAL.invocation()) : settings.timeout();
        return wanted.compareTo(PluginSpec.Limits.LONGEST) < 0 ? wanted : PluginSpec.Limits.LONGEST;
    }

    /// How it is held to this, in the folder where it lies.
    PluginSpec spec(Path folder, ToolPluginSettings settings) {
        return new PluginSpec(
                id,
                process.command(),
                process.args(),
                folder,
                process.dir().isEmpty() ? folder : folder.resolve(process.dir()),
                process.env(),
                allCapabilities(),
                settings,
                PluginSpec.Limits.USUAL.withInvocation(timeout(settings)));
    }
}
