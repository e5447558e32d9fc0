package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.web.UrlRules;
import dev.outrigger.system.FileErrorWords;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is installed here, for another machine to install the very same: a registry that holds nothing else, with a
/// `registry` field that says where it came from.
///
/// Anyone can write one, so nothing in it is official by its own word.
public record LockFile(String registry, PluginRegistry plugins) {
    public static final String USUAL_NAME = "jp-plugins.lock";

    /// What is installed, and what that requires.
    ///
    /// @param cached gives the hashes for other machines, where it still has what is installed
    public static LockFile of(InstalledPrograms installed, PluginRegistry cached) throws Problem {
        var entries = new LinkedHashMap<String, RegistryEntry>();
        var registry = "";
        for (var one : installed.all()) {
            registry = one.registry();
            for (var path : one.requires()) {
                if (installed.at(path).isEmpty()) {
                    entries.putIfAbsent(String.join(" ", path), group(path, cached));
                }
            }
            entries.put(one.name(), entry(one, cached));
        }
        if (entries.isEmpty()) {
            throw new Problem("no plugin is installed from a registry", "`jp plugin install NAME` installs one.");
        }
        return new LockFile(registry, new PluginRegistry(List.copyOf(entries.values())));
    }

    private static RegistryEntry entry(InstalledPrograms.One one, PluginRegistry cached) {
        Map<String, RegistryEntry.Binary> binaries =
                Map.of(one.triple(), new RegistryEntry.Binary(one.url(), one.sha256()));
        var known = cached.byId(one.id());
        if (known.isPresent()) {
            var here = known.get().binaries().get(one.triple());
            if (here != null && here.sha256().equals(one.sha256())) {
                binaries = known.get().binaries();
            }
        }
        return new RegistryEntry(
                one.command(),
                one.id(),
                RegistryEntry.Kind.COMMAND,
                one.version(),
                known.map(RegistryEntry::description).orElse(""),
                false,
                List.of(),
                one.requires(),
                "",
                binaries);
    }

    private static RegistryEntry group(List<String> path, PluginRegistry cached) {
        var known = cached.at(path);
        return new RegistryEntry(
                path,
                known.map(RegistryEntry::id).orElse(String.join("-", path)),
                RegistryEntry.Kind.COMMAND_GROUP,
                "",
                known.map(RegistryEntry::description).orElse(""),
                false,
                List.of(),
                List.of(),
                "",
                Map.of());
    }

    /// Over nothing but another lock file, and for others to read.
    public void write(Path file) throws Problem {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !isLockFile(file)) {
            throw new Problem(file + " is there already, and is no lock file", "Name another file, or remove it.");
        }
        var folder = file.toAbsolutePath().resolveSibling("");
        if (!Files.isDirectory(folder)) {
            throw new Problem("there is no folder " + folder, "");
        }
        var plugins = Json.object();
        for (var entry : this.plugins.entries()) {
            plugins.put(entry.name(), json(entry));
        }
        var text = Json.object()
                .put("version", 1)
                .put("registry", registry)
                .put("plugins", plugins.build())
                .build();
        try {
            RegistryFile.write(file, (JsonText.text(text) + "\n").getBytes(StandardCharsets.UTF_8));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        } catch (IOException e) {
            throw new Problem("cannot write " + file + ": " + FileErrorWords.of(e), "");
        }
    }

    private static boolean isLockFile(Path file) {
        try {
            read(file, new PluginRegistry(List.of()));
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        } catch (Problem _) {
            // Somebody else's, then.
            return false;
        }
    }

    private static Json.Obj json(RegistryEntry entry) {
        var object = Json.object().put("id", entry.id());
        if (entry.kind() == RegistryEntry.Kind.COMMAND_GROUP) {
            object.put("kind", "command_group");
        }
        if (!entry.version().isEmpty()) {
            object.put("version", entry.version());
        }
        object.put("description", entry.description());
        var requires = new ArrayList<Json>();
        for (var path : entry.requires()) {
            requires.add(Json.of(String.join(" ", path)));
        }
        object.put("requires", new Json.Arr(requires));
        if (entry.kind() == RegistryEntry.Kind.COMMAND) {
            var binaries = Json.object();
            for (var each : entry.binaries().entrySet()) {
                binaries.put(
                        each.getKey(),
                        Json.object()
                                .put("url", each.getValue().url())
                                .put("sha256", each.getValue().sha256())
                                .build());
            }
            object.put("binaries", binaries.build());
        }
        return object.build();
    }

    /// All of it must be right: half a lock file locks nothing.
    ///
    /// @param believed the registry whose word on `official` counts, as far as it has the very same programs
    public static LockFile read(Path file, PluginRegistry believed) throws Problem {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > RegistryText.MOST_BYTES) {
                throw new Problem(file + " is no lock file", "`jp plugin lock` writes one.");
            }
            var bytes = Files.readAllBytes(file);
            var registry = JsonText.parse(bytes) instanceof Json.Obj object
                    ? object.text("registry").orElse("")
                    : "";
            var plugins = RegistryText.parse(bytes, UrlRules.isLocal(registry));
            if (!plugins.leftOut().isEmpty()) {
                var one = plugins.leftOut().getFirst();
                throw new Problem(
                        file + " is refused: \"" + one.name() + "\": " + one.reason(), "Nothing was installed.");
            }
            return new LockFile(registry, confirmed(plugins.unofficial(), believed));
        } catch (IOException e) {
            throw new Problem("cannot read " + file + ": " + FileErrorWords.of(e), "");
        } catch (FieldReader.Mistake | MalformedJson e) {
            throw new Problem(file + " is refused: " + e.getMessage(), "`jp plugin lock` writes such a file.");
        }
    }

    private static PluginRegistry confirmed(PluginRegistry plugins, PluginRegistry believed) {
        var entries = new ArrayList<RegistryEntry>();
        for (var entry : plugins.entries()) {
            var known = believed.byId(entry.id());
            boolean same = known.isPresent() && known.get().binaries().equals(entry.binaries());
            entries.add(same && known.get().official() ? entry.official(true) : entry);
        }
        return new PluginRegistry(entries);
    }
}
