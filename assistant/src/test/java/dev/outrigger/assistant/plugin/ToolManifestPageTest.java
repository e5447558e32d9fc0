package dev.outrigger.assistant.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.pages.DocsPage;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What docs/manifests.md says of rterm-plugin.json is what is read.
class ToolManifestPageTest {
    @TempDir
    Path folder;

    private static DocsPage page() throws IOException {
        return DocsPage.of("docs/manifests.md").section("rterm-plugin.json");
    }

    static List<List<String>> rows() throws IOException {
        return page().rows();
    }

    private static String standard(String path) throws IOException {
        return page().row(path).get(2);
    }

    @Test
    void theDefaultsAreThoseThatCount() throws Exception {
        var manifest = read(minimal());
        assertThat(manifest.timeout()).isEmpty();
        assertThat(standard("timeout_secs"))
                .isEqualTo("" + PluginSpec.Limits.USUAL.invocation().toSeconds());
        assertThat(standard("tools[].mutating"))
                .isEqualTo("" + manifest.tools().getFirst().mutating());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theExampleOfEachFieldIsTaken(List<String> row) throws Exception {
        var path = row.get(0);
        var example = JsonText.parse(row.get(3));
        var manifest = minimal();
        if (path.startsWith("tools[].")) {
            var tool = (Json.Obj)
                    ((Json.Arr) manifest.get("tools").orElseThrow()).items().getFirst();
            read(manifest.with("tools", new Json.Arr(List.of(tool.with(path.substring(8), example)))));
        } else if (path.startsWith("process.")) {
            var process = (Json.Obj) manifest.get("process").orElseThrow();
            read(manifest.with("process", process.with(path.substring(8), example)));
        } else {
            read(manifest.with(path, example));
        }
    }

    @Test
    void theWholeExampleIsTaken() throws Exception {
        var manifest = read((Json.Obj) JsonText.parse(page().block("json")));
        assertThat(manifest.id()).isEqualTo("lines");
    }

    private static Json.Obj minimal() throws Exception {
        return (Json.Obj) JsonText.parse("""
                {"plugin_id": "p", "plugin_version": "1", "protocol_version": "rterm.plugin.v1",
                 "process": {"command": "sh"},
                 "tools": [{"name": "a", "description": "A.", "input_schema": {"type": "object"},
                            "approval_tier": "safe"}]}""");
    }

    private ToolPluginManifest read(Json.Obj manifest) throws Exception {
        Files.createDirectories(folder.resolve("bin"));
        var program = Files.writeString(folder.resolve("lines.sh"), "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve(ToolPluginManifest.FILE), JsonText.text(manifest));
        return ToolManifestReader.read(folder);
    }
}
