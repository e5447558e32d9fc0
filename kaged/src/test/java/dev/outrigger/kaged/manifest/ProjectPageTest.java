package dev.outrigger.kaged.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.pages.DocsPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What docs/manifests.md says of project.yaml is what is read.
class ProjectPageTest {
    private static DocsPage page() throws IOException {
        return DocsPage.of("docs/manifests.md").section("project.yaml");
    }

    static List<List<String>> rows() throws IOException {
        return page().rows();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theExampleOfEachFieldIsTaken(List<String> row) throws Exception {
        var path = row.get(0);
        var field = path.substring(path.indexOf('.') + 1) + ": " + row.get(3);
        var line = switch (path.substring(0, Math.max(0, path.indexOf('.')))) {
            case "" -> field;
            case "plugins[]" -> "plugins: [{" + (path.endsWith(".name") ? "" : "name: p, ") + field + "}]";
            default -> "assistant: {" + field + "}";
        };
        var read = parse((path.equals("name") ? "" : "name: A project\n") + line);
        assertThat(read.name()).isNotEmpty();
    }

    @Test
    void theWholeExampleIsTaken() throws Exception {
        var read = parse(page().block("yaml"));
        assertThat(read.id()).isEqualTo("site");
        assertThat(read.plugins()).hasSize(2);
    }

    private static ProjectFile parse(String text) throws ManifestProblem {
        return ProjectFileReader.parse("the page", text.getBytes(StandardCharsets.UTF_8));
    }
}
