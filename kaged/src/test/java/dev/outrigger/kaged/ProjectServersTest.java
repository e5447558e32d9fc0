package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// MCP servers that projects bring.
class ProjectServersTest {
    private static DaemonFixture kaged;

    @BeforeAll
    static void start() throws Exception {
        kaged = DaemonFixture.started();
    }

    @AfterAll
    static void end() throws Exception {
        kaged.close();
    }

    private static ProjectFixture project(String plugin, String... capabilities) throws Exception {
        var site = new ProjectFixture(kaged, ProjectFixture.fresh("served"));
        var folder = Files.createDirectories(site.root.resolve("plugins").resolve(plugin));
        Files.copy(Path.of("../conformance/rogue/mcp-rogue"), folder.resolve("main"));
        Files.writeString(folder.resolve("kaged-plugin.yaml"), """
                name: %s
                version: "1.0.0"
                kaged_api: 1
                description: For a test.
                protocol: mcp
                command: [/usr/bin/python3, main]
                shutdown_timeout_sec: 1
                """.formatted(plugin) + DaemonFixture.may(capabilities));
        site.says("name: A project\nplugins:\n  - name: " + plugin + "\n    source: ./plugins/" + plugin + "\n");
        site.loaded();
        site.accept(plugin).ok();
        return site;
    }

    private static Json tools(String plugin, ProjectFixture site) {
        return kaged.run("plugin", "tools", plugin, "--project", site.root.toString(), "--json")
                .ok()
                .object()
                .get("waiting")
                .orElseThrow();
    }

    /// Which has the folder of each in its definitions, as servers of files do.
    @Test
    void aServerThatRunsOnceForEachProjectHasItsRootAndItsToolsInEach() throws Exception {
        var one = project("rooted", "read:project");
        var other = project("rooted", "read:project");
        assertThat(kaged.run("plugin", "tools", "rooted").err()).contains("--project names one");
        assertThat(one.call("rooted", "roots", "{}").ok().out()).contains("file://" + one.root);
        assertThat(other.call("rooted", "roots", "{}").ok().out())
                .contains("file://" + other.root)
                .doesNotContain(one.root + "\"");
        assertThat(tools("rooted", one)).isEqualTo(new Json.Arr(List.of()));
        // Each process is told to define something new, one after the other.
        assertThat(one.call("rooted", "grow", "{}").ok().out()).contains("changed");
        assertThat(tools("rooted", one)).isEqualTo(Json.texts(List.of("fresh")));
        assertThat(tools("rooted", other)).isEqualTo(Json.texts(List.of()));
        kaged.run("plugin", "tools", "rooted", "--project", one.root.toString(), "--accept", "--yes")
                .ok();
        assertThat(tools("rooted", one)).isEqualTo(Json.texts(List.of()));
        // The other run has none of it: to agree to a tool does not make it.
        assertThat(other.call("rooted", "fresh", "{}").err()).contains("has no method fresh");
    }

    @Test
    void aServerOfAllProjectsHasNoRoot() throws Exception {
        var site = project("rootless");
        assertThat(site.call("rootless", "roots", "{}").ok().out()).contains("{\\\"roots\\\": []}");
    }
}
