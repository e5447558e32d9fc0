package dev.outrigger.kaged.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.plugin.ToolManifestReader;
import dev.outrigger.pages.DocsPage;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// docs/manifests.md has each field of both manifests and of project.yaml, as their schemas have it. Here, where both
/// programs are seen.
class ManifestFieldsPageTest {
    static Stream<Arguments> manifests() {
        return Stream.of(
                Arguments.of("kaged-plugin.yaml", ManifestSchema.json()),
                Arguments.of("project.yaml", ProjectFileReader.schema()),
                Arguments.of("rterm-plugin.json", ToolManifestReader.schema()));
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void hasEachFieldWithItsTypeAndItsDefaultAndNoOther(String section, Json.Obj schema) throws IOException {
        var told = DocsPage.of("docs/manifests.md").section(section).rows().stream()
                .map(cells -> cells.subList(0, 3))
                .toList();
        assertThat(told).containsExactlyElementsOf(fields(schema, ""));
    }

    @ParameterizedTest
    @MethodSource("manifests")
    void aSchemaThatTakesUnknownFieldsWouldHideThem(String section, Json.Obj schema) {
        assertThat(schema.get("additionalProperties")).as(section).contains(Json.of(false));
    }

    /// Path, what it must be, and what is used without it. Schemas inside are the author's.
    private static List<List<String>> fields(Json.Obj schema, String prefix) {
        var fields = new ArrayList<List<String>>();
        inner(schema, "properties").fields().forEach((name, value) -> {
            var field = (Json.Obj) value;
            var path = prefix + name;
            fields.add(List.of(path, field.text("description").orElse(""), standard(schema, name, field)));
            if (!name.endsWith("_schema")) {
                fields.addAll(fields(field, path + "."));
                fields.addAll(fields(inner(field, "items"), path + "[]."));
            }
        });
        return fields;
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
