package dev.outrigger.kaged;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// docs/manifests.md, section by section.
public final class ManifestsPage {
    /// A row that tells of a field; `standard` is what its column for defaults says.
    public record Field(String path, String mustBe, String standard) {}

    private ManifestsPage() {}

    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/manifests.md"));
    }

    /// The rows of its table, cell by cell, without the backquotes around a whole cell.
    public static List<List<String>> rows(String section) throws IOException {
        var rows = new ArrayList<List<String>>();
        for (var line : section(section)) {
            if (line.startsWith("| `")) {
                var cells = new ArrayList<String>();
                for (var cell : line.substring(1, line.length() - 1).split(" \\| | \\|$")) {
                    var text = cell.strip();
                    boolean code = text.length() > 1 && text.indexOf('`', 1) == text.length() - 1;
                    cells.add(code && text.startsWith("`") ? text.substring(1, text.length() - 1) : text);
                }
                rows.add(cells);
            }
        }
        return rows;
    }

    public static List<Field> fields(String section) throws IOException {
        return rows(section).stream()
                .map(cells -> new Field(cells.get(0), cells.get(1), cells.get(2)))
                .toList();
    }

    /// What stands between its fences.
    public static String example(String section) throws IOException {
        var example = new StringBuilder();
        boolean inside = false;
        for (var line : section(section)) {
            if (line.startsWith("```")) {
                inside = !inside;
            } else if (inside) {
                example.append(line).append('\n');
            }
        }
        return example.toString();
    }

    private static List<String> section(String heading) throws IOException {
        var lines = new ArrayList<String>();
        boolean inside = false;
        for (var line : page().lines().toList()) {
            if (line.startsWith("## ")) {
                inside = line.equals("## " + heading);
            } else if (inside) {
                lines.add(line);
            }
        }
        return lines;
    }

    /// What the table must say of a schema that refuses every field it does not name. Schemas inside are the author's.
    public static List<Field> fields(Json.Obj schema) {
        var fields = new ArrayList<Field>();
        collect(schema, "", fields);
        return fields;
    }

    private static void collect(Json.Obj schema, String prefix, List<Field> fields) {
        inner(schema, "properties").fields().forEach((name, value) -> {
            var field = (Json.Obj) value;
            var path = prefix + name;
            fields.add(new Field(path, field.text("description").orElse(""), standard(schema, name, field)));
            if (!name.endsWith("_schema")) {
                collect(field, path + ".", fields);
                collect(inner(field, "items"), path + "[].", fields);
            }
        });
    }

    private static String standard(Json.Obj schema, String name, Json.Obj field) {
        var standard = field.get("default");
        if (standard.isPresent()) {
            return standard.get() instanceof Json.Str(var text) ? text : JsonText.text(standard.get());
        }
        return schema.get("required").orElse(Json.EMPTY) instanceof Json.Arr(var required)
                        && required.contains(Json.of(name))
                ? "required"
                : "";
    }

    private static Json.Obj inner(Json.Obj schema, String name) {
        return schema.fields().get(name) instanceof Json.Obj inner ? inner : Json.EMPTY;
    }
}
