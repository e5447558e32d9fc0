package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A plugin as projects bring it: TypeScript on Bun, written after the contract's own words and against none of our
/// code. It looks at no order of messages, has id 0 for errors of a frame, calls itself another version, and leaves
/// only when
/// its stdin ends.
class ProjectMemoriesTest {
    private static final Path BUN = Path.of(System.getProperty("outrigger.home"), "target/runtimes/bun");

    @Test
    void keepsWhatItIsToldByProjectAndOverRestarts() throws Exception {
        assumeTrue(Files.isExecutable(BUN), "there is no bun in target/runtimes: bin/lib/runtimes");
        try (var kaged = DaemonFixture.prepared()) {
            var bin = Files.createDirectory(kaged.top.resolve("bin"));
            var bun = Files.copy(BUN, bin.resolve("bun"));
            Files.setPosixFilePermissions(bun, PosixFilePermissions.fromString("rwxr-xr-x"));
            kaged.environment().put("PATH", bin + ":/usr/bin:/bin");
            kaged.run("start").ok();
            var site = site(kaged, "site");
            var other = site(kaged, "other");

            site.call("memories", "memories.add", "{\"text\":\"the door sticks\"}")
                    .ok();
            site.call("memories", "memories.add", "{\"text\":\"paint is dry\"}").ok();
            other.call("memories", "memories.add", "{\"text\":\"nothing here\"}")
                    .ok();
            assertThat(site.call("memories", "memories.search", "{\"query\":\"door\"}")
                            .ok()
                            .out())
                    .contains("the door sticks")
                    .doesNotContain("paint");
            assertThat(other.call("memories", "memories.list", "{}").ok().out())
                    .contains("nothing here")
                    .doesNotContain("door");

            // By the end of its stdin, not by force.
            kaged.run("plugin", "restart", "memories").ok();
            assertThat(site.call("memories", "memories.list", "{}").ok().out())
                    .contains("the door sticks", "paint is dry");
            var life = kaged.run("audit", "--plugin", "memories", "--kind", "life", "--json")
                    .ok()
                    .out();
            assertThat(life).contains("\"stopped\"").doesNotContain("crashed");
            assertThat(kaged.run("audit", "verify").code()).isZero();
        }
    }

    private static ProjectFixture site(DaemonFixture kaged, String name) throws Exception {
        var site = new ProjectFixture(kaged, name);
        var plugin = site.root.resolve(".kaged/plugins/memories");
        Files.createDirectories(plugin.resolve("src"));
        for (var file : List.of("kaged-plugin.yaml", "src/main.ts")) {
            try (var in = ProjectMemoriesTest.class.getResourceAsStream("/memories/" + file)) {
                assertThat(in).as(file).isNotNull();
                Files.copy(in, plugin.resolve(file));
            }
        }
        site.says("id: " + name + "\nname: A site\nplugins:\n  - name: memories\n    version: 0.3.0\n"
                + "    source: ./.kaged/plugins/memories\n");
        site.loaded();
        site.accept("memories").ok();
        return site;
    }
}
