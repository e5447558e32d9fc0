package dev.outrigger.jp.registry;

import dev.outrigger.wire.Fields;
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
    private final List<Entry> entries = new ArrayList<>();
    private final List<Registry.LeftOut> leftOut = new ArrayList<>();
    private final Set<String> twice = new HashSet<>();

    private RegistryText(boolean local) {
        this.local = local;
    }

    /// @param local whether it is a file of this machine, and so may name others
    static Registry parse(byte[] bytes, boolean local) throws Fields.Mistake {
        try {
            if (!(JsonText.parse(bytes) instanceof Json.Obj object)) {
                throw new Fields.Mistake("it is no JSON object");
            }
            var text = new RegistryText(local);
            text.read(new Fields(object));
            return new Registry(text.entries, text.leftOut);
        } catch (MalformedJson e) {
            throw new Fields.Mistake("it is no JSON: " + e.what());
        }
    }

    private void read(Fields fields) throws Fields.Mistake {
        long version = fields.whole("version", 1, Long.MAX_VALUE);
        if (version > OUR_VERSION) {
            throw new Fields.Mistake(
                    "its format has version " + version + ", and this jp knows only version " + OUR_VERSION);
        }
        var plugins = fields.object("plugins").fields();
        if (plugins.size() > MOST_ENTRIES) {
            throw new Fields.Mistake("it has " + plugins.size() + " entries, more than " + MOST_ENTRIES);
        }
        var byId = new LinkedHashMap<String, Entry>();
        for (var plugin : plugins.entrySet()) {
            try {
                one(plugin.getKey(), plugin.getValue(), byId);
            } catch (Fields.Mistake mistake) {
                leftOut.add(new Registry.LeftOut(Names.shown(plugin.getKey()), mistake.what()));
            }
        }
        entries.addAll(byId.values());
    }

    /// Of two with the same id neither is believed: which of them is meant, nobody can tell.
    private void one(String path, Json value, Map<String, Entry> byId) throws Fields.Mistake {
        if (!(value instanceof Json.Obj object)) {
            throw new Fields.Mistake("it is no object");
        }
        var fields = new Fields(object);
        var kind = fields.textOrNull("kind");
        if (kind != null && !kind.equals("command") && !kind.equals("command_group")) {
            return;
        }
        var entry = entry(path, fields, kind != null && kind.equals("command_group"));
        var other = byId.remove(entry.id());
        if (other != null || twice.contains(entry.id())) {
            var reason = "its id \"" + entry.id() + "\" is another's, too";
            if (other != null) {
                leftOut.add(new Registry.LeftOut(other.name(), reason));
                twice.add(entry.id());
            }
            throw new Fields.Mistake(reason);
        }
        byId.put(entry.id(), entry);
    }

    private Entry entry(String path, Fields fields, boolean group) throws Fields.Mistake {
        var command = Names.command(path);
        if (command.isEmpty()) {
            throw new Fields.Mistake("it is no command path: only words of a-z, 0-9 and single dashes, at most 8");
        }
        var id = fields.text("id");
        if (!Names.isId(id)) {
            throw new Fields.Mistake("its id \"" + Names.shown(id)
                    + "\" is refused: only a-z and 0-9 with single dashes between them, at most 64 characters");
        }
        var version = fields.textOrEmpty("version");
        if (!version.isEmpty() && VersionNumber.of(version).isEmpty()) {
            throw new Fields.Mistake("its version \"" + Names.shown(version) + "\" is none, such as 1.2.0 would be");
        }
        return new Entry(
                command,
                id,
                group ? Entry.Kind.COMMAND_GROUP : Entry.Kind.COMMAND,
                version,
                Names.shown(fields.textOrEmpty("description")),
                fields.truth("official"),
                paths(fields, "suggests"),
                paths(fields, "requires"),
                Names.shown(fields.textOrEmpty("repository")),
                group ? Map.of() : binaries(fields));
    }

    private static List<List<String>> paths(Fields fields, String name) throws Fields.Mistake {
        var texts = fields.texts(name);
        if (texts.size() > MOST_RELATIVES) {
            throw new Fields.Mistake("field `" + name + "` has more than " + MOST_RELATIVES + " entries");
        }
        var paths = new ArrayList<List<String>>(texts.size());
        for (var text : texts) {
            var path = Names.command(text);
            if (path.isEmpty()) {
                throw new Fields.Mistake("field `" + name + "`: \"" + Names.shown(text) + "\" is no command path");
            }
            paths.add(path);
        }
        return paths;
    }

    private Map<String, Entry.Binary> binaries(Fields fields) throws Fields.Mistake {
        var object = fields.objectOrNull("binaries");
        if (object == null) {
            return Map.of();
        }
        if (object.fields().size() > MOST_BINARIES) {
            throw new Fields.Mistake("it has more than " + MOST_BINARIES + " binaries");
        }
        var binaries = new LinkedHashMap<String, Entry.Binary>();
        for (var field : object.fields().entrySet()) {
            var triple = Names.shown(field.getKey());
            if (!Names.isTriple(field.getKey()) || !(field.getValue() instanceof Json.Obj value)) {
                throw new Fields.Mistake("its binary for \"" + triple + "\" is none");
            }
            binaries.put(triple, binary(triple, new Fields(value)));
        }
        return binaries;
    }

    private Entry.Binary binary(String triple, Fields fields) throws Fields.Mistake {
        var url = fields.text("url");
        var bad = Names.badUrl(url, local);
        if (!bad.isEmpty()) {
            throw new Fields.Mistake("the URL for " + triple + " " + bad + ": " + Names.shown(url));
        }
        var text = fields.text("sha256");
        var sha256 = Names.sha256(text);
        if (sha256.isEmpty()) {
            throw new Fields.Mistake(
                    "the sha256 for " + triple + " is not 64 hexadecimal digits: \"" + Names.shown(text) + "\"");
        }
        return new Entry.Binary(url, sha256);
    }
}
