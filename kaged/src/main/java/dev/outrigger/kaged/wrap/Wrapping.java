package dev.outrigger.kaged.wrap;

import dev.outrigger.kaged.manifest.ManifestReader;
import dev.outrigger.kaged.store.KagedHome;
import dev.outrigger.kaged.store.WrapFolder;
import dev.outrigger.kaged.store.WrapOrigin;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// An MCP server on its way to be a plugin: a folder that can be installed, and is gone when this is closed.
public final class Wrapping implements AutoCloseable {
    /// For what npm and pip unpack on the way, in their home.
    static final String SCRATCH = "scratch";

    private final KagedHome home;
    private final WrapFolder stage;
    private final ConfinedTool.Bounds bounds;
    private final Path data;
    private final Path files;
    private final Path plugin;

    private Wrapping(KagedHome home, WrapFolder stage, ConfinedTool.Bounds bounds) throws IOException {
        this.home = home;
        this.stage = stage;
        this.bounds = bounds;
        this.files = open(stage.top().resolve("files"));
        this.plugin = open(stage.top().resolve("plugin"));
        this.data = Files.createDirectory(
                stage.top().resolve("data"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createDirectory(data.resolve(SCRATCH));
    }

    private static Path open(Path folder) throws IOException {
        Files.createDirectory(folder);
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// Of a home that a daemon has made ready.
    public static Wrapping begin(KagedHome home) throws Problem {
        return begin(home, ConfinedTool.Bounds.USUAL);
    }

    static Wrapping begin(KagedHome home, ConfinedTool.Bounds bounds) throws Problem {
        try {
            return new Wrapping(home, WrapFolder.make(home), bounds);
        } catch (IOException e) {
            throw new Problem("there is no folder to fetch it into: " + e.getMessage(), "");
        }
    }

    /// What is to be wrapped, and what it gets.
    ///
    /// @param bin which program of the package
    /// @param arguments those that the server is started with
    /// @param allowed the capabilities that it gets
    public record Wish(
            String name,
            ServerSource source,
            String bin,
            List<String> arguments,
            List<String> allowed,
            Map<String, String> variables) {
        public Wish {
            arguments = List.copyOf(arguments);
            allowed = List.copyOf(allowed);
            variables = Map.copyOf(variables);
        }
    }

    /// Fetches it, and writes its manifest.
    public void fetch(Wish wish, Path here, Map<String, String> environment, Consumer<String> progress) throws Problem {
        var tool = new ConfinedTool(
                home, files, data, bounds, environment.getOrDefault("PATH", "/usr/bin:/bin"), progress);
        var facts = facts(wish, tool, here, environment);
        WrapFiles.write(plugin.resolve(WrapOrigin.FILE), JsonText.text(facts.origin()) + "\n");
        WrapFiles.write(plugin.resolve(ManifestReader.FILE), manifest(wish, facts));
    }

    private ServerFacts facts(Wish wish, ConfinedTool tool, Path here, Map<String, String> environment) throws Problem {
        return switch (wish.source()) {
            case ServerSource.Npm npm -> {
                try (var user = UserConfiguration.of(environment, files)) {
                    yield new NpmFetch(tool, user).fetch(npm, wish.bin(), wish.arguments(), plugin);
                }
            }
            case ServerSource.Pypi pypi -> {
                try (var user = UserConfiguration.of(environment, files)) {
                    yield new PypiFetch(tool, user).fetch(pypi, wish.bin(), wish.arguments(), plugin);
                }
            }
            case ServerSource.Plain plain -> PlainProgram.copy(plain, here, environment, plugin);
        };
    }

    /// What can be installed.
    public Path folder() {
        return plugin;
    }

    public String manifest() throws Problem {
        try {
            return Files.readString(plugin.resolve(ManifestReader.FILE));
        } catch (IOException e) {
            throw new Problem("cannot read the manifest: " + e.getMessage(), "");
        }
    }

    /// As the operator would have it.
    public void manifest(String edited) throws Problem {
        try {
            Files.writeString(plugin.resolve(ManifestReader.FILE), edited);
        } catch (IOException e) {
            throw new Problem("cannot write the manifest: " + e.getMessage(), "");
        }
    }

    /// JSON is YAML: whatever the package's author wrote into these texts stays a text.
    private static String manifest(Wish wish, ServerFacts facts) {
        var lines = new ArrayList<String>();
        lines.add("name: " + wish.name());
        lines.add("version: " + quoted(version(facts.version())));
        lines.add("kaged_api: " + ManifestReader.API);
        lines.add("description: " + quoted(words(facts.description(), "an MCP server")));
        for (var fact : List.of(
                Map.entry("author", facts.author()),
                Map.entry("license", facts.license()),
                Map.entry("homepage", web(facts.homepage())))) {
            if (!fact.getValue().isBlank()) {
                lines.add(fact.getKey() + ": " + quoted(words(fact.getValue(), "")));
            }
        }
        lines.add("protocol: mcp");
        lines.add("command: " + JsonText.text(Json.texts(facts.command())));
        var variables = Json.object().put("PYTHONDONTWRITEBYTECODE", "1");
        wish.variables().forEach(variables::put);
        lines.add("env: " + JsonText.text(variables.build()));
        lines.add("# It reaches nothing but this folder, read-only, and " + SandboxPlan.HOME
                + ", which lasts. To allow more:");
        lines.add("# capabilities: [\"net:api.example.org:443\", \"read:fs:/srv/notes\"]");
        lines.add("capabilities: " + JsonText.text(Json.texts(wish.allowed())));
        return String.join("\n", lines) + "\n";
    }

    private static String quoted(String text) {
        return JsonText.text(Json.of(text));
    }

    private static String version(String said) {
        var version = said.replaceAll("[^0-9A-Za-z._+-]", "-");
        return version.isEmpty() ? "0" : version.substring(0, Math.min(version.length(), 64));
    }

    private static String words(String said, String otherwise) {
        var words = said.codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .limit(190)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        return words.isEmpty() ? otherwise : words;
    }

    private static String web(String homepage) {
        return homepage.matches("https?://[\\x21-\\x7e]{1,180}") ? homepage : "";
    }

    @Override
    public void close() throws Problem {
        try {
            stage.close();
        } catch (IOException e) {
            throw new Problem("what was fetched cannot be removed: " + e.getMessage(), "");
        }
    }
}
