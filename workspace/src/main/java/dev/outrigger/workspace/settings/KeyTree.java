package dev.outrigger.workspace.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The keys as the tree that they describe.
final class KeyTree {
    /// Made when the first file is read, and not before.
    private static final class Root {
        private static final KeyTree TREE = new KeyTree();

        static {
            for (var key : KnownKeys.all()) {
                var node = TREE;
                for (var name : KeyPath.split(key.path())) {
                    var next = node.children.get(name);
                    if (next == null) {
                        next = new KeyTree();
                        node.children.put(name, next);
                    }
                    node = next;
                }
                node.key = key;
            }
        }
    }

    private static final Set<String> IN_OPEN_TABLES = Set.of("server.web", "server.web.bind", "server.web.port");

    private final Map<String, KeyTree> children = new HashMap<>();
    private @Nullable SettingKey key;

    private KeyTree() {}

    static KeyTree root() {
        return Root.TREE;
    }

    @Nullable
    KeyTree child(String name) {
        var named = children.get(name);
        return named != null || name.equals("*") ? named : children.get("*");
    }

    /// The key here; null when this is a table of keys.
    @Nullable
    SettingKey key() {
        return key;
    }

    /// Whether something below is never shown to a plugin, or may be anything.
    boolean holdsSecrets() {
        return key != null
                ? key.secret() || key.type() == ValueType.OPEN
                : children.values().stream().anyMatch(KeyTree::holdsSecrets);
    }

    /// The names known here. Without those that the user chooses.
    List<String> names() {
        return children.keySet().stream()
                .filter(name -> !name.equals("*"))
                .sorted()
                .toList();
    }

    /// Whether this is the path of a value or of a table. What is inside an open table is known to nobody, but for
    /// what the protocol itself names.
    static boolean knows(List<String> names) {
        var node = root();
        for (var name : names) {
            var next = node.child(name);
            if (next == null) {
                return IN_OPEN_TABLES.contains(KeyPath.text(names));
            }
            node = next;
        }
        return true;
    }

    /// The key at a path, or the open table that it is inside of; null when it is unknown or a table.
    static @Nullable SettingKey find(List<String> names) {
        var node = root();
        for (var name : names) {
            var next = node.child(name);
            if (next == null) {
                return null;
            }
            if (next.key != null && next.key.type() == ValueType.OPEN) {
                return next.key;
            }
            node = next;
        }
        return node.key;
    }
}
