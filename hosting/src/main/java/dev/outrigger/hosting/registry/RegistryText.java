package dev.outrigger.hosting.registry;

import dev.outrigger.hosting.web.UrlRules;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Takes a registry apart. A file that is none is refused whole; an entry that is broken, or tries something, is left
/// out by name, and the others count.
final class RegistryText {
    /// Counted while it is read, too.
    static final int MOST_BYTES = 8 << 20;

    private static final int MOST_ENTRIES = 20_000;
    private static final int MOST_RELATIVES = 256;
    private static final int MOST_BINARIES = 64;
    private static final int OUR_VERSION = 1;

    private final boolean local;
    private final List<RegistryEntry> entries = new ArrayList<>();
    private final List<PluginRegistry.LeftOut> leftOut = new ArrayList<>();
    private final Set<String> twice = new HashSet<>();

    private RegistryText(boolean local) {
        this.local = local;
    }

    /// @param local whether it is a file of this machine, and so may name others
    static PluginRegistry parse(byte[] bytes, boolean local) throws FieldReader.Mistake {
        try {
            if (!(JsonText.parse(bytes) instanceof Json.Obj object)) {
                throw new FieldReader.Mistake("it is no JSON object");
            }
            var text = new RegistryText(local);
            text.read(new FieldReader(object));
            return new PluginRegistry(text.entries, text.leftOut);
        } catch (MalformedJson e) {
            throw new FieldReader.Mistake("it is no JSON: " + e.what());
        }
    }

    private void read(FieldReader fields) throws FieldReader.Mistake {
        long version = fields.whole("version", 1, Long.MAX_VALUE);
        if (version > OUR_VERSION) {
            throw new FieldReader.Mistake(
                    "its format has version " + version + ", and this jp knows only version " + OUR_VERSION);
        }
        var plugins = fields.object("plugins").fields();
        if (plugins.size() > MOST_ENTRIES) {
            throw new FieldReader.Mistake("it has " + plugins.size() + " entries, more than " + MOST_ENTRIES);
        }
        var byId = new LinkedHashMap<String, RegistryEntry>();
        for (var plugin : plugins.entrySet()) {
            try {
                one(plugin.getKey(), plugin.getValue(), byId);
            } catch (FieldReader.Mistake mistake) {
                leftOut.add(new PluginRegistry.LeftOut(UrlRules.shown(plugin.getKey()), mistake.what()));
            }
        }
        entries.addAll(byId.values());
    }

    /// Of two with the same id neither is believed: which of them is meant, nobody can tell.
    private void one(String path, Json value, Map<String, RegistryEntry> byId) throws FieldReader.Mistake {
        if (!(value instanceof Json.Obj object)) {
            throw new FieldReader.Mistake("it is no object");
        }
        var fields = new FieldReader(object);
        var kind = fields.textOrNull("kind");
        if (kind != null && !kind.equals("command") && !kind.equals("command_group")) {
            return;
        }
        var entry = entry(path, fields, kind != null && kind.equals("command_group"));
        var other = byId.remove(entry.id());
        if (other != null || twice.contains(entry.id())) {
            var reason = "its id \"" + entry.id() + "\" is another's, too";
            if (other != null) {
                leftOut.add(new PluginRegistry.LeftOut(other.name(), reason));
                twice.add(entry.id());
            }
            throw new FieldReader.Mistake(reason);
        }
        byId.put(entry.id(), entry);
    }

    private RegistryEntry entry(String path, FieldReader fields, boolean group) throws FieldReader.Mistake {
        var command = RegistryNames.command(path);
        if (command.isEmpty()) {
            throw new FieldReader.Mistake("it is no command path: only words of a-z, 0-9 and single dashes, at most 8");
        }
        var id = fields.text("id");
        if (!RegistryNames.isId(id)) {
            throw new FieldReader.Mistake("its id \"" + UrlRules.shown(id)
                    + "\" is refused: only a-z and 0-9 with single dashes between them, at most 64 characters");
        }
        var version = fields.textOrEmpty("version");
        if (!version.isEmpty() && VersionNumber.of(version).isEmpty()) {
            throw new FieldReader.Mistake(
                    "its version \"" + UrlRules.shown(version) + "\" is none, such as 1.2.0 would be");
        }
        return new RegistryEntry(
                command,
                id,
                group ? RegistryEntry.Kind.COMMAND_GROUP : RegistryEntry.Kind.COMMAND,
                version,
                UrlRules.shown(fields.textOrEmpty("description")),
                fields.truth("official"),
                paths(fields, "suggests"),
                paths(fields, "requires"),
                UrlRules.shown(fields.textOrEmpty("repository")),
                group ? Map.of() : binaries(fields));
    }

    private static List<List<String>> paths(FieldReader fields, String name) throws FieldReader.Mistake {
        var texts = fields.texts(name);
        if (texts.size() > MOST_RELATIVES) {
            throw new FieldReader.Mistake("field `" + name + "` has more than " + MOST_RELATIVES + " entries");
        }
        var paths = new ArrayList<List<String>>(texts.size());
        for (var text : texts) {
            var path = RegistryNames.command(text);
            if (path.isEmpty()) {
                throw new FieldReader.Mistake(
                        "field `" + name + "`: \"" + UrlRules.shown(text) + "\" is no command path");
            }
            paths.add(path);
        }
        return paths;
    }

    private Map<String, RegistryEntry.Binary> binaries(FieldReader fields) throws FieldReader.Mistake {
        var object = fields.objectOrNull("binaries");
        if (object == null) {
            return Map.of();
        }
        if (object.fields().size() > MOST_BINARIES) {
            throw new FieldReader.Mistake("it has more than " + MOST_BINARIES + " binaries");
        }
        var binaries = new LinkedHashMap<String, RegistryEntry.Binary>();
        for (var field : object.fields().entrySet()) {
            var triple = UrlRules.shown(field.getKey());
            if (!RegistryNames.isTriple(field.getKey()) || !(field.getValue() instanceof Json.Obj value)) {
                throw new FieldReader.Mistake("its binary for \"" + triple + "\" is none");
            }
            binaries.put(triple, binary(triple, new FieldReader(value)));
        }
        return binaries;
    }

    private RegistryEntry.Binary binary(String triple, FieldReader fields) throws FieldReader.Mistake {
        var url = fields.text("url");
        var bad = UrlRules.badUrl(url, local);
        if (!bad.isEmpty()) {
            throw new FieldReader.Mistake("the URL for " + triple + " " + bad + ": " + UrlRules.shown(url));
        }
        var text = fields.text("sha256");
        var sha256 = RegistryNames.sha256(text);
        if (sha256.isEmpty()) {
            throw new FieldReader.Mistake(
                    "the sha256 for " + triple + " is not 64 hexadecimal digits: \"" + UrlRules.shown(text) + "\"");
        }
        return new RegistryEntry.Binary(url, sha256);
    }
}
