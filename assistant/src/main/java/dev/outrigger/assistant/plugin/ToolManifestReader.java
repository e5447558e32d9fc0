package dev.outrigger.assistant.plugin;

import dev.outrigger.assistant.plugin.ToolPluginManifest.Tier;
import dev.outrigger.assistant.plugin.ToolPluginManifest.ToolEntry;
import dev.outrigger.schema.Schema;
import dev.outrigger.schema.ShippedSchema;
import dev.outrigger.system.Sha256;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads the manifest in a plugin's folder, by the schema that we ship and then by what no schema can say.
public final class ToolManifestReader {
    private static final String RESOURCE = "/dev/outrigger/assistant/rterm-plugin.schema.json";
    private static final int LARGEST = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path folder;
    private final Path file;
    /// When to give up on the schemas: each has its own limit of time, and there may be thousands.
    private final long untilNanos;

    private byte[] text = new byte[0];

    private ToolManifestReader(Path folder, Duration patience) {
        this.untilNanos = System.nanoTime() + patience.toNanos();
        this.folder = folder.toAbsolutePath().normalize();
        this.file = this.folder.resolve(ToolPluginManifest.FILE);
    }

    public static ToolPluginManifest read(Path folder) throws ToolManifestProblem {
        return read(folder, PATIENCE);
    }

    static ToolPluginManifest read(Path folder, Duration patience) throws ToolManifestProblem {
        return new ToolManifestReader(folder, patience).read();
    }

    /// For editors and authors.
    public static Json.Obj schema() {
        return Shipped.SCHEMA;
    }

    /// For a folder whose content is known to be the one that was checked when it was installed: the first check
    /// of a schema costs a tenth of a second and more, which no start of an assistant should wait for.
    ///
    /// @param sha256 of the manifest then
    static ToolPluginManifest readPinned(Path folder, String sha256) throws ToolManifestProblem {
        var reader = new ToolManifestReader(folder, PATIENCE);
        try {
            var object = reader.object();
            if (!Sha256.of(reader.text).equals(sha256)) {
                throw new ToolManifestProblem(
                        reader.file, 0, List.of(), "it was changed after the plugin was installed");
            }
            return manifest(new FieldReader(object));
        } catch (FieldReader.Mistake e) {
            throw reader.problem(List.of(), e.what());
        }
    }

    private ToolPluginManifest read() throws ToolManifestProblem {
        var object = object();
        switch (verdict(object)) {
            case Schema.Verdict.Fits _ -> {}
            case Schema.Verdict.Misfit(var path, var what) -> throw problem(path, what + mustBe(path));
            case Schema.Verdict.Unusable(var why) -> throw problem(List.of(), "cannot be checked: " + why);
        }
        try {
            var manifest = manifest(new FieldReader(object));
            judge(manifest);
            return manifest;
        } catch (FieldReader.Mistake e) {
            throw problem(List.of(), e.what());
        }
    }

    private Json.Obj object() throws ToolManifestProblem {
        try {
            if (!Files.isRegularFile(file)) {
                throw problem(List.of(), "there is no such file: a tool plugin's folder must have one");
            }
            if (Files.size(file) > LARGEST) {
                throw problem(List.of(), "it is larger than 1 MiB");
            }
            var bytes = Files.readAllBytes(file);
            if (JsonText.parse(bytes) instanceof Json.Obj object) {
                text = bytes;
                return object;
            }
            throw problem(List.of(), "it must be a JSON object");
        } catch (MalformedJson e) {
            throw problem(List.of(), "it is no JSON: " + e.what());
        } catch (IOException e) {
            throw problem(List.of(), "it cannot be read: " + e.getMessage());
        }
    }

    private ToolManifestProblem problem(List<String> path, String what) {
        return new ToolManifestProblem(file, text.length == 0 ? 0 : JsonLocation.line(text, path), path, what);
    }

    /// The first check of a program's life may take so long on a busy machine that it is given up; the next does not.
    private static Schema.Verdict verdict(Json.Obj object) {
        var verdict = Shipped.CHECK.check(object);
        for (int i = 0; i < 2 && verdict instanceof Schema.Verdict.Unusable; i++) {
            verdict = Shipped.CHECK.check(object);
        }
        return verdict;
    }

    private static String mustBe(List<String> path) {
        Json.Obj at = Shipped.SCHEMA;
        for (var step : path) {
            var properties = inner(at, "properties");
            at = properties.fields().containsKey(step) ? inner(properties, step) : inner(at, "items");
        }
        return at.text("description").map("; it must be "::concat).orElse("");
    }

    private static Json.Obj inner(Json.Obj schema, String name) {
        return schema.fields().get(name) instanceof Json.Obj inner ? inner : Json.EMPTY;
    }

    private static ToolPluginManifest manifest(FieldReader fields) throws FieldReader.Mistake {
        var process = new FieldReader(fields.object("process"));
        var tools = new ArrayList<ToolEntry>();
        for (var tool : fields.objects("tools")) {
            tools.add(tool(new FieldReader(tool)));
        }
        return new ToolPluginManifest(
                fields.text("plugin_id"),
                fields.textOrEmpty("display_name"),
                fields.textOrEmpty("description"),
                fields.text("plugin_version"),
                fields.texts("capabilities"),
                timeout(fields),
                new ToolPluginManifest.Start(
                        process.text("command"), process.texts("args"), process.textOrEmpty("dir"), env(process)),
                tools);
    }

    private static Optional<Duration> timeout(FieldReader fields) throws FieldReader.Mistake {
        var seconds = fields.wholeIfAny("timeout_secs", 1, PluginSpec.Limits.LONGEST.toSeconds());
        return seconds.isPresent() ? Optional.of(Duration.ofSeconds(seconds.getAsLong())) : Optional.empty();
    }

    private static Map<String, String> env(FieldReader process) throws FieldReader.Mistake {
        var env = new LinkedHashMap<String, String>();
        var given = process.objectOrNull("env");
        if (given != null) {
            var fields = new FieldReader(given);
            for (var name : given.fields().keySet()) {
                env.put(name, fields.text(name));
            }
        }
        return env;
    }

    private static ToolEntry tool(FieldReader fields) throws FieldReader.Mistake {
        return new ToolEntry(
                fields.text("name"),
                fields.text("description"),
                fields.object("input_schema"),
                Optional.ofNullable(fields.objectOrNull("output_schema")),
                fields.texts("capabilities"),
                Tier.valueOf(fields.text("approval_tier").toUpperCase(Locale.ROOT)),
                fields.truth("mutating"));
    }

    /// What cannot be a path, or be handed to a program, is refused before anybody makes one of it.
    private void startable(ToolPluginManifest.Start process) throws ToolManifestProblem {
        nameable(List.of("process", "command"), process.command());
        nameable(List.of("process", "dir"), process.dir());
        noNul(List.of("process", "args"), process.args());
        noNul(List.of("process", "env"), process.env().values());
    }

    private void nameable(List<String> at, String path) throws ToolManifestProblem {
        try {
            var _ = Path.of(path);
        } catch (InvalidPathException _) {
            throw problem(at, "no file can have this name, at least not in this locale: try LC_ALL=C.UTF-8");
        }
    }

    private void noNul(List<String> at, Collection<String> texts) throws ToolManifestProblem {
        for (var each : texts) {
            if (each.indexOf('\0') >= 0) {
                throw problem(at, "a text with a NUL character, which no program can be given: remove it");
            }
        }
    }

    private void judge(ToolPluginManifest manifest) throws ToolManifestProblem {
        startable(manifest.process());
        capabilities(List.of("capabilities"), manifest.capabilities());
        var names = new HashSet<String>();
        for (int i = 0; i < manifest.tools().size(); i++) {
            var tool = manifest.tools().get(i);
            var at = List.of("tools", Integer.toString(i));
            if (!names.add(tool.name())) {
                throw problem(under(at, "name"), "there are two tools of this name: rename one");
            }
            capabilities(under(at, "capabilities"), tool.capabilities());
            usable(under(at, "input_schema"), tool.inputSchema());
            if (tool.outputSchema().isPresent()) {
                usable(under(at, "output_schema"), tool.outputSchema().get());
            }
        }
        var dir = manifest.process().dir();
        inside(List.of("process", "dir"), folder, dir, false);
        inside(
                List.of("process", "command"),
                folder.resolve(dir),
                manifest.process().command(),
                true);
    }

    private static List<String> under(List<String> path, String name) {
        var longer = new ArrayList<>(path);
        longer.add(name);
        return longer;
    }

    private void capabilities(List<String> at, List<String> capabilities) throws ToolManifestProblem {
        var flaw = PluginSpec.flaw(capabilities).or(() -> GrantedCapabilities.misspelt(capabilities));
        if (flaw.isPresent()) {
            throw problem(at, flaw.get());
        }
    }

    /// Whether it is a schema at all: a value tells, whatever the verdict on the value is.
    private void usable(List<String> at, Json.Obj schema) throws ToolManifestProblem {
        if (Schema.of(schema).check(Json.EMPTY) instanceof Schema.Verdict.Unusable(var why)) {
            throw problem(at, "no schema that can be used: " + why);
        }
        if (System.nanoTime() - untilNanos > 0) {
            throw problem(at, "the schemas up to here take too long to be looked at: make them simpler");
        }
    }

    /// Paths must stay in the folder, also where links in it lead. A program's bare name is looked for elsewhere.
    private void inside(List<String> at, Path from, String path, boolean isProgram) throws ToolManifestProblem {
        if (path.isEmpty() || (isProgram && path.indexOf('/') < 0)) {
            return;
        }
        if (path.indexOf('\0') >= 0 || path.startsWith("/")) {
            throw problem(at, "it must be a path inside the plugin's folder, such as ./run, or a program's name");
        }
        var meant = from.resolve(path).normalize();
        if (!meant.startsWith(folder)) {
            throw problem(at, "it leads out of the plugin's folder");
        }
        try {
            if (!meant.toRealPath().startsWith(folder.toRealPath())) {
                throw problem(at, "it is a link that leads out of the plugin's folder");
            }
        } catch (IOException _) {
            throw problem(at, "there is no " + meant);
        }
        if (isProgram ? !Files.isRegularFile(meant) || !Files.isExecutable(meant) : !Files.isDirectory(meant)) {
            throw problem(at, meant + (isProgram ? " is no program: chmod +x it" : " is no folder"));
        }
    }

    /// Read when first needed.
    private static final class Shipped {
        static final Json.Obj SCHEMA = ShippedSchema.read(ToolManifestReader.class, RESOURCE);
        static final Schema CHECK = Schema.of(SCHEMA);
    }
}
