package dev.outrigger.workspace.settings;

import dev.outrigger.system.ReaderRisk;
import dev.outrigger.toml.TomlText;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Dotted paths: `plugins.command.titles.run`. A name with a dot or a space in it stands in double quotes, a quote or
/// backslash in it behind a backslash, and what a terminal would act upon as `\\uXXXX`.
final class KeyPath {
    private static final int MOST_NAMES = 64;

    private KeyPath() {}

    /// A path that is known to have no quotes.
    static List<String> split(String path) {
        var names = new ArrayList<String>(6);
        int from = 0;
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', from)) {
            names.add(path.substring(from, dot));
            from = dot + 1;
        }
        names.add(path.substring(from));
        return names;
    }

    static List<String> parse(String path) throws WorkspaceProblem {
        var names = path.indexOf('"') < 0 ? split(path) : quoted(path);
        if (names.size() > MOST_NAMES) {
            throw new WorkspaceProblem("a key of more than " + MOST_NAMES + " names", "");
        }
        for (var name : names) {
            if (name.isEmpty()) {
                throw malformed(path);
            }
        }
        return names;
    }

    private static WorkspaceProblem malformed(String path) {
        return new WorkspaceProblem(
                "no key: " + (path.isEmpty() ? "(empty)" : path), "write names with dots between, like assistant.name");
    }

    private static List<String> quoted(String path) throws WorkspaceProblem {
        var names = new ArrayList<String>();
        var name = new StringBuilder();
        boolean inside = false;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (inside && c == '\\' && i + 1 < path.length()) {
                int unit = path.charAt(i + 1) == 'u' ? hex(path, i + 2) : -1;
                name.append(unit < 0 ? path.charAt(i + 1) : (char) unit);
                i += unit < 0 ? 1 : 5;
            } else if (c == '"') {
                inside = !inside;
            } else if (c == '.' && !inside) {
                names.add(name.toString());
                name.setLength(0);
            } else {
                name.append(c);
            }
        }
        if (inside) {
            throw malformed(path);
        }
        names.add(name.toString());
        return names;
    }

    static String text(List<String> names) {
        var text = new StringBuilder();
        for (var name : names) {
            if (!text.isEmpty()) {
                text.append('.');
            }
            if (TomlText.isBare(name)) {
                text.append(name);
            } else {
                quote(name, text);
            }
        }
        return text.toString();
    }

    private static void quote(String name, StringBuilder text) {
        text.append('"');
        for (int at = 0; at < name.length(); ) {
            int c = name.codePointAt(at);
            int next = at + Character.charCount(c);
            if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
            } else if (invisible(c)) {
                for (; at < next; at++) {
                    text.append("\\u").append(Integer.toHexString(name.charAt(at) | 0x10000), 1, 5);
                }
            } else {
                text.appendCodePoint(c);
            }
            at = next;
        }
        text.append('"');
    }

    /// Control characters, changes of direction, line separators: nothing that a stranger's key may do to a terminal.
    static boolean invisible(int c) {
        return switch (ReaderRisk.of(c)) {
            case CONTROL, LINE_END, DIRECTION, HIDDEN, JOINER -> true;
            case NONE, BLANK, HALF, UNDEFINED, PRIVATE -> false;
        };
    }

    private static int hex(String text, int from) {
        int unit = 0;
        for (int i = from; i < from + 4; i++) {
            int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
            if (digit < 0) {
                return -1;
            }
            unit = (unit << 4) | digit;
        }
        return unit;
    }

    /// The value at a path; null when there is none.
    static @Nullable Json at(Json tree, List<String> names) {
        Json value = tree;
        for (var name : names) {
            if (!(value instanceof Json.Obj(var fields)) || !fields.containsKey(name)) {
                return null;
            }
            value = fields.get(name);
        }
        return value;
    }

    /// A copy with this value at this path; what is in the way gives way.
    static Json.Obj with(Json.Obj tree, List<String> names, Json value) {
        var name = names.getFirst();
        if (names.size() == 1) {
            return tree.with(name, value);
        }
        var below = tree.fields().get(name) instanceof Json.Obj table ? table : Json.EMPTY;
        return tree.with(name, with(below, names.subList(1, names.size()), value));
    }

    /// A tree with only this in it.
    static Json.Obj only(List<String> names, Json value) {
        var tree = value;
        for (int i = names.size() - 1; i >= 0; i--) {
            tree = new Json.Obj(Map.of(names.get(i), tree));
        }
        return (Json.Obj) tree;
    }
}
