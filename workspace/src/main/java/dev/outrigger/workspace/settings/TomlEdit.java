package dev.outrigger.workspace.settings;

import dev.outrigger.toml.TomlText;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.TomlLines.Kind;
import dev.outrigger.workspace.settings.TomlLines.Statement;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Changes one key in a TOML text and nothing else. The outcome is read again: when it does not say what it should, the
/// edit is refused, so a layout that this does not understand can do no harm.
final class TomlEdit {
    private TomlEdit() {}

    static String set(String where, String text, List<String> path, Json value) throws WorkspaceProblem {
        var before = ConfigToml.parse(where, text);
        var written = ConfigToml.value(value);
        var expected = KeyPath.with(before, path, readBack(where, path, value, written));
        return checked(where, placed(text, path, written, expected), expected, path);
    }

    static String unset(String where, String text, List<String> path) throws WorkspaceProblem {
        var expected = without(ConfigToml.parse(where, text), path);
        var edited = new StringBuilder(text);
        var statements = TomlLines.of(text).statements();
        for (var statement : statements.reversed()) {
            if (statement.inside(path)) {
                edited.delete(statement.start(), statement.end());
            }
        }
        var around = around(statements, path);
        if (around != null) {
            edited = new StringBuilder(rewritten(text, around, expected));
        }
        return checked(where, edited.toString(), expected, path);
    }

    private static String placed(String text, List<String> path, String value, Json.Obj expected)
            throws WorkspaceProblem {
        var statements = TomlLines.of(text).statements();
        for (var statement : statements) {
            if (statement.kind() == Kind.PAIR && statement.path().equals(path)) {
                return splice(text, statement.valueStart(), statement.valueEnd(), value);
            }
        }
        var around = around(statements, path);
        if (around != null) {
            return rewritten(text, around, expected);
        }
        var neighbour = neighbour(statements, path.subList(0, path.size() - 1));
        if (neighbour != null) {
            int section = neighbour.kind() == Kind.PAIR ? neighbour.path().size() - neighbour.own() : path.size() - 1;
            var line =
                    indent(text, neighbour) + TomlText.key(path.subList(section, path.size())) + " = " + value + "\n";
            return splice(endingInBreak(text), neighbour.end(), neighbour.end(), line);
        }
        var line = TomlText.key(path.subList(path.size() - 1, path.size())) + " = " + value + "\n";
        if (path.size() == 1) {
            int top =
                    statements.isEmpty() ? text.length() : statements.getFirst().start();
            return splice(top == text.length() ? endingInBreak(text) : text, top, top, line);
        }
        var kept = endingInBreak(text);
        return kept + (kept.isEmpty() ? "" : "\n") + "[" + TomlText.key(path.subList(0, path.size() - 1)) + "]\n"
                + line;
    }

    /// The pair whose inline table the key is, or would be, in.
    private static @Nullable Statement around(List<Statement> statements, List<String> path) {
        for (var statement : statements) {
            int length = statement.path().size();
            if (statement.kind() == Kind.PAIR
                    && length < path.size()
                    && path.subList(0, length).equals(statement.path())) {
                return statement;
            }
        }
        return null;
    }

    /// The last line that sets something right in this table, or else its header.
    private static @Nullable Statement neighbour(List<Statement> statements, List<String> table) {
        Statement found = null;
        for (var statement : statements) {
            var path = statement.path();
            boolean within = statement.kind() == Kind.PAIR
                    ? path.size() == table.size() + 1 && path.size() - statement.own() <= table.size()
                    : statement.kind() == Kind.TABLE && path.size() == table.size() && found == null;
            if (within && statement.inside(table)) {
                found = statement;
            }
        }
        return found;
    }

    /// Written anew from what it should hold; an inline table on one line has no comments to lose.
    private static String rewritten(String text, Statement around, Json.Obj expected) throws WorkspaceProblem {
        var value = KeyPath.at(expected, around.path());
        if (value == null
                || text.substring(around.valueStart(), around.valueEnd()).indexOf('\n') >= 0) {
            throw refused(around.line() + ": ", around.path());
        }
        return splice(text, around.valueStart(), around.valueEnd(), ConfigToml.value(value));
    }

    private static String indent(String text, Statement statement) {
        int end = statement.start();
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(statement.start(), end);
    }

    private static String endingInBreak(String text) {
        return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }

    private static String splice(String text, int from, int to, String with) {
        int end = Math.min(to, text.length());
        return text.substring(0, Math.min(from, end)) + with + text.substring(end);
    }

    private static Json readBack(String where, List<String> path, Json value, String written) throws WorkspaceProblem {
        var back = KeyPath.at(ConfigToml.parse(where, "x = " + written + "\n"), List.of("x"));
        if (back == null || !same(back, value)) {
            throw new WorkspaceProblem(KeyPath.text(path) + ": TOML cannot hold this value exactly", "");
        }
        return back;
    }

    private static String checked(String where, String edited, Json.Obj expected, List<String> path)
            throws WorkspaceProblem {
        try {
            if (same(withoutEmpty(ConfigToml.parse(where, edited)), withoutEmpty(expected))) {
                return edited;
            }
        } catch (WorkspaceProblem _) {
            throw refused(where + ": ", path);
        }
        throw refused(where + ": ", path);
    }

    private static WorkspaceProblem refused(String where, List<String> path) {
        return new WorkspaceProblem(
                where + "cannot change " + KeyPath.text(path) + " without disturbing the rest",
                "the file is as it was; edit it by hand");
    }

    private static boolean same(Json one, Json other) {
        if (one instanceof Json.Num(var a) && other instanceof Json.Num(var b)) {
            return a.equals(b) || new BigDecimal(a).compareTo(new BigDecimal(b)) == 0;
        }
        if (one instanceof Json.Arr(var a) && other instanceof Json.Arr(var b)) {
            boolean same = a.size() == b.size();
            for (int i = 0; same && i < a.size(); i++) {
                same = same(a.get(i), b.get(i));
            }
            return same;
        }
        if (one instanceof Json.Obj(var a) && other instanceof Json.Obj(var b)) {
            boolean same = a.size() == b.size();
            for (var field : a.entrySet()) {
                var counterpart = b.get(field.getKey());
                same = same && counterpart != null && same(field.getValue(), counterpart);
            }
            return same;
        }
        return one.equals(other);
    }

    private static Json.Obj without(Json.Obj tree, List<String> path) {
        var fields = new LinkedHashMap<>(tree.fields());
        var name = path.getFirst();
        if (path.size() == 1) {
            fields.remove(name);
        } else if (fields.get(name) instanceof Json.Obj below) {
            fields.put(name, without(below, path.subList(1, path.size())));
        }
        return new Json.Obj(fields);
    }

    /// A header that lost its last key may stay.
    private static Json.Obj withoutEmpty(Json.Obj tree) {
        var fields = new LinkedHashMap<String, Json>();
        for (var field : tree.fields().entrySet()) {
            var value = field.getValue() instanceof Json.Obj below ? withoutEmpty(below) : field.getValue();
            if (!value.equals(Json.EMPTY)) {
                fields.put(field.getKey(), value);
            }
        }
        return new Json.Obj(fields);
    }
}
