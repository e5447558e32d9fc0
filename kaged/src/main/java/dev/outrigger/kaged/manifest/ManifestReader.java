package dev.outrigger.kaged.manifest;

import dev.outrigger.kaged.manifest.Manifest.Declared;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// From `kaged-plugin.yaml` to a [Manifest], or to the one [ManifestProblem] that says why not. The shapes are the JSON
/// Schema's to judge; here is what a schema cannot say, and what deserves better words.
public final class ManifestReader {
    public static final String FILE = "kaged-plugin.yaml";
    /// The only contract there is so far.
    public static final int API = 1;

    private static final String NO_NETWORK = new Capability.NoNetwork().text();
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final String file;
    private final ValueLines lines;

    private ManifestReader(String file, ValueLines lines) {
        this.file = file;
        this.lines = lines;
    }

    /// Of the plugin in this folder.
    public static Manifest read(Path folder) throws ManifestProblem {
        var file = folder.resolve(FILE);
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new ManifestProblem(
                    file.toString(), 0, List.of(), "is no ordinary file: put the manifest itself there");
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return parse(file.toString(), in.readNBytes(YamlReader.MOST_BYTES + 1));
        } catch (NoSuchFileException _) {
            throw new ManifestProblem(
                    file.toString(), 0, List.of(), "there is no such file: a plugin's folder needs a " + FILE);
        } catch (IOException e) {
            throw new ManifestProblem(file.toString(), 0, List.of(), "cannot be read: " + e.getMessage());
        }
    }

    /// `file` is what its mistakes are reported for.
    public static Manifest parse(String file, byte[] bytes) throws ManifestProblem {
        var document = YamlReader.read(file, "name, version, kaged_api, description and command", bytes);
        var reader = new ManifestReader(file, document.lines());
        if (!(document.value() instanceof Json.Obj top)) {
            throw reader.problem(List.of(), "must be a mapping: name: …, version: …");
        }
        var manifest = reader.withoutNetworkAsText(top);
        reader.whatDeservesBetterWords(manifest);
        var misfit = ManifestSchema.misfit(manifest);
        if (misfit.isPresent()) {
            throw reader.problem(misfit.get().path(), misfit.get().what());
        }
        new ManifestRules(reader::problem, System.nanoTime() + PATIENCE.toNanos()).check(manifest);
        return ManifestBuilder.build(manifest, reader.capabilities(manifest));
    }

    /// `- net: []` without quotes is a mapping to YAML, and the contract's own example: exactly this form is taken for
    /// the text it looks like.
    private Json.Obj withoutNetworkAsText(Json.Obj top) {
        if (!(top.fields().get("capabilities") instanceof Json.Arr(var items))) {
            return top;
        }
        var texts = new ArrayList<Json>();
        for (var item : items) {
            boolean none = item instanceof Json.Obj(var fields)
                    && fields.size() == 1
                    && fields.get("net") instanceof Json.Arr(var hosts)
                    && hosts.isEmpty();
            texts.add(none ? Json.of(NO_NETWORK) : item);
        }
        var fields = new LinkedHashMap<>(top.fields());
        fields.put("capabilities", new Json.Arr(texts));
        return new Json.Obj(fields);
    }

    private void whatDeservesBetterWords(Json.Obj top) throws ManifestProblem {
        for (var key : top.fields().keySet()) {
            if (!ManifestSchema.keys().contains(key)) {
                throw problem(List.of(key), ManifestSchema.unknown(key, ManifestSchema.keys()));
            }
        }
        if (top.fields().get("version") instanceof Json.Num(var number)) {
            throw problem(
                    List.of("version"), number + " is a number to YAML: put it in quotes, version: \"" + number + "\"");
        }
        if (top.fields().get("command") instanceof Json.Str(var command)) {
            throw problem(
                    List.of("command"),
                    "must be a list of words, no shell reads it: command: [" + String.join(", ", command.split(" +"))
                            + "]");
        }
        if (top.fields().get("capabilities") instanceof Json.Arr(var items)) {
            for (int i = 0; i < items.size(); i++) {
                if (items.get(i) instanceof Json.Obj) {
                    throw problem(
                            List.of("capabilities", Integer.toString(i)),
                            "is a mapping to YAML: write it without blanks behind the colons, or in quotes");
                }
            }
        }
        if (!offers(top)) {
            throw problem(List.of(), "offers nothing: it needs at least one of methods, tools and hooks");
        }
    }

    /// An MCP server says itself which tools it has: what is wrong with that is said elsewhere.
    private static boolean offers(Json.Obj top) {
        return something(top, "methods")
                || something(top, "tools")
                || something(top, "hooks")
                || top.text("protocol").filter("mcp"::equals).isPresent();
    }

    /// What is there but no list is the schema's to complain of.
    private static boolean something(Json.Obj top, String key) {
        var value = top.fields().get(key);
        return value != null && !(value instanceof Json.Arr(var items) && items.isEmpty());
    }

    /// What they mean, and which of them are refused, is launch's to say.
    private List<Declared> capabilities(Json.Obj manifest) throws ManifestProblem {
        var declared = new ArrayList<Declared>();
        if (manifest.fields().get("capabilities") instanceof Json.Arr(var items)) {
            for (int i = 0; i < items.size(); i++) {
                if (items.get(i) instanceof Json.Str(var text)) {
                    var path = List.of("capabilities", Integer.toString(i));
                    if (declared.stream().anyMatch(each -> each.text().equals(text))) {
                        throw problem(path, text + " stands here twice: remove one");
                    }
                    try {
                        var _ = Capability.parse(text);
                    } catch (ConfinementRefused e) {
                        throw problem(path, String.valueOf(e.getMessage()));
                    }
                    declared.add(new Declared(text, lines.of(path)));
                }
            }
        }
        return List.copyOf(declared);
    }

    private ManifestProblem problem(List<String> path, String what) {
        return new ManifestProblem(file, lines.of(path), path, what);
    }
}
