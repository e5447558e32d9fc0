package dev.outrigger.workspace.settings;

import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `[conversation.tools.'*']`: what holds for every tool of which nothing else is said. A workspace's word about one
/// tool is measured by it, too.
final class AllToolsRule {
    static final String NAME = "*";
    private static final Set<String> KEYS = Set.of("enable", "run");

    private AllToolsRule() {}

    /// Whether there may be something at this path. A `*` anywhere else would be a name like any other.
    static boolean has(List<String> path) {
        int star = path.indexOf(NAME);
        return star < 0
                || (isTool(path, star)
                        && path.lastIndexOf(NAME) == star
                        && (path.size() == 3 || (path.size() == 4 && KEYS.contains(path.getLast()))));
    }

    /// What holds for a tool's key while nothing is said of that tool.
    static @Nullable Json standard(Json.Obj tree, List<String> path) {
        return path.size() == 4 && isTool(path, 2) && KEYS.contains(path.getLast())
                ? KeyPath.at(tree, path(path))
                : null;
    }

    /// Where that is said.
    static List<String> path(List<String> ofOne) {
        return List.of(ofOne.get(0), ofOne.get(1), NAME, ofOne.get(3));
    }

    /// The paths of all that is said of one tool and has a standard.
    static List<List<String>> said(Json.Obj tree) {
        var said = new ArrayList<List<String>>();
        if (KeyPath.at(tree, List.of("conversation", "tools")) instanceof Json.Obj(var tools)
                && tools.get(NAME) instanceof Json.Obj(var standards)) {
            for (var tool : tools.entrySet()) {
                if (!tool.getKey().equals(NAME) && tool.getValue() instanceof Json.Obj(var keys)) {
                    for (var key : standards.keySet()) {
                        if (keys.containsKey(key)) {
                            said.add(List.of("conversation", "tools", tool.getKey(), key));
                        }
                    }
                }
            }
        }
        return said;
    }

    private static boolean isTool(List<String> path, int at) {
        return at == 2 && path.get(0).equals("conversation") && path.get(1).equals("tools");
    }
}
