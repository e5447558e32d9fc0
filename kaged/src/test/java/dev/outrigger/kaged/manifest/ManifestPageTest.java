package dev.outrigger.kaged.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.SandboxLimits;
import dev.outrigger.pages.DocsPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What docs/manifests.md says of kaged-plugin.yaml is what is read.
class ManifestPageTest {
    private static final String PAGE = "docs/manifests.md";

    private static DocsPage page() throws IOException {
        return DocsPage.of(PAGE).section("kaged-plugin.yaml");
    }

    static List<List<String>> rows() throws IOException {
        return page().rows();
    }

    private static String standard(String path) throws IOException {
        return page().row(path).get(2);
    }

    @Test
    void theDefaultsAreThoseThatCount() throws Exception {
        var times = parse("").times();
        assertThat(standard("shutdown_timeout_sec"))
                .isEqualTo("" + times.shutdown().toSeconds());
        assertThat(standard("health_interval_sec"))
                .isEqualTo("" + times.health().toSeconds());
        assertThat(standard("hook_timeout_sec")).isEqualTo("" + times.hook().toSeconds());
        assertThat(standard("protocol")).isEqualTo(parse("").protocol().word());
        assertThat(standard("limits.memory_mb")).isEqualTo("" + (SandboxLimits.DEFAULT.memoryBytes() >> 20));
        assertThat(standard("limits.processes")).isEqualTo("" + SandboxLimits.DEFAULT.processes());
        assertThat(standard("limits.open_files")).isEqualTo("" + SandboxLimits.DEFAULT.openFiles());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theExampleOfEachFieldIsTaken(List<String> row) throws Exception {
        var path = row.get(0);
        var example = row.get(3);
        int list = path.indexOf("[].");
        int table = path.indexOf('.');
        if (list > 0) {
            var fields = new LinkedHashMap<String, String>();
            fields.put("name", "something");
            if (path.startsWith("tools")) {
                fields.put("description", "Something.");
            }
            fields.put(path.substring(list + 3), example);
            var inside = new ArrayList<String>();
            fields.forEach((name, value) -> inside.add(name + ": " + value));
            parse(path.substring(0, list) + ": [{" + String.join(", ", inside) + "}]");
        } else if (table > 0) {
            parse(path.substring(0, table) + ": {" + path.substring(table + 1) + ": " + example + "}");
        } else {
            parse(path + ": " + example);
        }
    }

    /// With what else a manifest needs.
    private static Manifest parse(String line) throws ManifestProblem {
        var text = new StringBuilder(line).append('\n');
        for (var other : List.of(
                "name: p", "version: \"1\"", "kaged_api: 1", "description: D.", "command: [x]", "methods: [m]")) {
            if (!line.startsWith(other.substring(0, other.indexOf(':') + 1))) {
                text.append(other).append('\n');
            }
        }
        return ManifestReader.parse("the page", text.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theWholeExampleIsTaken() throws Exception {
        var manifest = ManifestReader.parse("the page", page().block("yaml").getBytes(StandardCharsets.UTF_8));
        assertThat(manifest.name()).isEqualTo("weather");
        assertThat(manifest.offer().methods()).hasSize(2);
    }

    /// Every kind of capability has a row, and every row is one.
    @Test
    void hasEachCapability() throws Exception {
        var shown = new LinkedHashSet<Class<?>>();
        for (var row : DocsPage.of(PAGE).section("Capabilities").rows()) {
            var capability = Capability.parse(row.get(0));
            assertThat(capability.text()).isEqualTo(row.get(0));
            shown.add(capability.getClass());
        }
        assertThat(shown).as("capabilities with a row").containsExactlyInAnyOrderElementsOf(records(Capability.class));
    }

    private static Set<Class<?>> records(Class<?> type) {
        if (!type.isSealed()) {
            return Set.of(type);
        }
        var records = new LinkedHashSet<Class<?>>();
        for (var each : type.getPermittedSubclasses()) {
            records.addAll(records(each));
        }
        return records;
    }
}
