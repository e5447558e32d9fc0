package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Loaded, shown, answered, active: a project and its plugins, as an operator has them.
class ProjectsTest {
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
        return new ProjectFixture(kaged, ProjectFixture.fresh("site")).bringing(plugin, capabilities);
    }

    @Test
    void aPluginThatAProjectBringsIsThereForItAfterAYesAndForNobodyElse() throws Exception {
        var site = project("first", "net:[]");
        var loaded = site.loaded();
        assertThat(loaded.text("state")).contains("pending");
        assertThat(site.state("first")).isEqualTo("missing");
        assertThat(kaged.home.resolve("plugins/first")).doesNotExist();
        assertThat(site.call("first", "look", "{}").err())
                .contains("not active")
                .contains("missing");

        site.accept("first").ok();

        assertThat(site.state()).isEqualTo("ready");
        var context = (Json.Obj) site.looked("first").get("context").orElseThrow();
        assertThat(context.text("project_id")).contains(site.id());
        assertThat(context.text("project_root")).contains(site.root.toString());
        assertThat(kaged.run("plugin", "call", "first", "look").err()).contains("is there for projects alone");
        assertThat(Files.readString(kaged.top.resolve("config/kaged/local.toml")))
                .contains("[plugins.first]")
                .contains("local = false")
                .contains("source = \"./plugins/first\"");
        assertThat(kaged.run("audit", "--plugin", "first", "--kind", "install", "--json")
                        .ok()
                        .out())
                .contains("\"accepted\"")
                .contains(site.id());
    }

    @Test
    void aNoIsKeptAndCanBeTakenBack() throws Exception {
        var site = project("unwanted");
        site.loaded();
        kaged.run("project", "consent", site.root.toString(), "--decline", "unwanted")
                .ok();
        assertThat(site.state("unwanted")).isEqualTo("declined");
        kaged.run("project", "unload", site.root.toString()).ok();
        site.loaded();
        assertThat(site.state("unwanted")).isEqualTo("declined");
        assertThat(kaged.home.resolve("plugins/unwanted")).doesNotExist();

        site.accept("unwanted").ok();
        assertThat(site.state()).isEqualTo("ready");
    }

    @Test
    void promotedItIsTheOperatorsOwnAndDemotedTheProjectsAgain() throws Exception {
        var site = project("shared");
        var other = project("shared");
        site.loaded();
        site.accept("shared").ok();
        other.loaded();
        assertThat(other.state("shared")).isEqualTo("inactive");
        assertThat(other.call("shared", "look", "{}").err()).contains("inactive");

        kaged.run("plugin", "promote", "shared").ok();
        assertThat(other.state()).isEqualTo("ready");
        kaged.run("plugin", "call", "shared", "look").ok();

        kaged.run("plugin", "demote", "shared").ok();
        assertThat(other.state("shared")).isEqualTo("inactive");
        assertThat(site.state()).isEqualTo("ready");
        assertThat(kaged.run("plugin", "call", "shared", "look").code()).isEqualTo(1);
    }

    /// Whose a plugin is stands in local.toml: who cannot read it gives it to nobody.
    @Test
    void aDaemonThatCannotReadWhoseAPluginIsGivesItToNobody() throws Exception {
        try (var kaged = DaemonFixture.started()) {
            var site = new ProjectFixture(kaged, "site").bringing("theirs");
            site.loaded();
            site.accept("theirs").ok();
            kaged.run("stop").ok();
            var local = kaged.top.resolve("config/kaged/local.toml");
            var right = Files.readString(local);
            Files.writeString(local, right + "\n[plugins.theirs\n");
            kaged.run("start").ok();
            assertThat(kaged.run("plugin", "call", "theirs", "look").err()).contains("local.toml");
            Files.writeString(local, right);
            assertThat(kaged.run("plugin", "call", "theirs", "look").err()).contains("kaged plugin reload theirs");
            kaged.run("plugin", "reload", "theirs");
            assertThat(kaged.run("plugin", "call", "theirs", "look").err()).contains("is there for projects alone");
            assertThat(site.looked("theirs").text("version")).contains("1.0.0");
        }
    }

    @Test
    void oneProcessServesAllProjectsAndIsToldOfThem() throws Exception {
        var one = project("common");
        var two = project("common");
        one.loaded();
        one.accept("common").ok();
        two.loaded();
        two.accept("common").ok();
        var first = one.looked("common");
        var second = two.looked("common");
        assertThat(first.get("run")).isEqualTo(second.get("run"));
        assertThat(second.get("projects").orElseThrow().toString()).contains(one.id(), two.id());
    }

    @Test
    void whatReadsTheProjectRunsOnceForEachAndSeesThatOneAlone() throws Exception {
        var one = project("reader", "read:project");
        var two = project("reader", "read:project");
        Files.writeString(one.root.resolve("one.txt"), "1");
        one.loaded();
        one.accept("reader").ok();
        two.loaded();
        two.accept("reader").ok();
        var first = one.looked("reader");
        var second = two.looked("reader");
        assertThat(first.get("found").orElseThrow().toString()).contains("one.txt");
        assertThat(second.get("found").orElseThrow().toString()).doesNotContain("one.txt");
        assertThat(first.get("run")).isNotEqualTo(second.get("run"));
        assertThat(one.call("reader", "write", "{\"file\":\"new.txt\"}").out()).doesNotContain("written");
        assertThat(one.root.resolve("new.txt")).doesNotExist();
        kaged.run("plugin", "promote", "reader").ok();
        assertThat(kaged.run("plugin", "call", "reader", "look").err()).contains("works in the folder of a project");
    }

    @Test
    void whatIsKagedsOrJpsInTheProjectIsEmptyToThePlugin() throws Exception {
        var site = project("curious", "write:project");
        Files.createDirectory(site.root.resolve(".jp"));
        site.loaded();
        site.accept("curious").ok();
        for (var file : List.of(".kaged/project.yaml", ".jp/config.toml")) {
            assertThat(site.call("curious", "write", "{\"file\":\"" + file + "\"}")
                            .out())
                    .as(file)
                    .doesNotContain("written");
        }
        assertThat(site.file()).content().startsWith("name: A project");
        assertThat(site.root.resolve(".jp")).isEmptyDirectory();
    }

    @Test
    void aPluginOfYourOwnIsNotReplaced() throws Exception {
        var own = ProjectFixture.plugin(kaged.top.resolve("own"), "own", "0.9.0");
        kaged.run("plugin", "install", "--yes", own.toString()).ok();
        var site = project("own");
        site.loaded();
        assertThat(site.state()).as("it is there for whoever declares it").isEqualTo("ready");
        assertThat(site.looked("own").text("version")).contains("0.9.0");
        site.says(Files.readString(site.file()) + "    version: \"1.0.0\"\n");
        assertThat(site.state("own")).isEqualTo("other");
        assertThat(site.accept("own", "0".repeat(64)).err()).contains("yours and is not replaced");
    }

    @Test
    void aPluginHearsWhichProjectsHaveItAndWhenThatChanges() throws Exception {
        var one = project("told");
        one.loaded();
        one.accept("told").ok();
        one.looked("told");
        var trace = kaged.process(List.of(), "plugin", "trace", "told")
                .redirectErrorStream(true)
                .start();
        try (var lines = trace.inputReader()) {
            // From when on it misses nothing.
            assertThat(lines.readLine()).contains("watching told");
            var two = project("told");
            two.loaded();
            two.accept("told").ok();
            assertThat(lines.readLine()).contains("kaged/projects", one.id(), two.id());
        } finally {
            trace.destroy();
        }
    }

    @Test
    void whatTheProjectConfiguresIsPassedOnAndHeldAgainstTheSchema() throws Exception {
        var site = project("tuned");
        var manifest = site.root.resolve("plugins/tuned/kaged-plugin.yaml");
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        + "config_schema: {type: object, properties: {depth: {type: integer}}, additionalProperties: false}\n");
        site.says(Files.readString(site.file()) + "    config: {depth: deep}\n");
        site.loaded();
        assertThat(site.state("tuned")).isEqualTo("broken");
        assertThat(site.plugin("tuned").text("why").orElseThrow())
                .contains("line 3")
                .contains("config.depth");
        site.says(Files.readString(site.file()).replace("deep", "3"));
        site.accept("tuned").ok();
        var context = (Json.Obj) site.looked("tuned").get("context").orElseThrow();
        assertThat(context.get("project_config").orElseThrow().toString()).contains("depth", "3");
    }

    @Test
    void aMistakeInItsFileIsNamedWithItsLine() throws Exception {
        var site = new ProjectFixture(kaged, ProjectFixture.fresh("wrong"));
        site.says("name: x\nplugin: []\n");
        assertThat(site.load().err()).contains("project.yaml:2: plugin: unknown key: did you mean plugins?");
        site.says("name: x\nplugins:\n  - name: a\n  - name: a\n");
        assertThat(site.load().err()).contains("project.yaml:4: plugins[1].name: a stands here twice");
        Files.delete(site.file());
        assertThat(site.load().err()).contains("there is no such file");
    }

    @Test
    void everythingIsThereAfterARestartOfTheDaemon() throws Exception {
        var site = project("lasting");
        site.loaded();
        site.accept("lasting").ok();
        var id = site.id();
        kaged.run("stop").ok();
        kaged.run("start").ok();
        assertThat(site.looked("lasting").get("context").orElseThrow().toString())
                .contains(id);
        assertThat(site.state()).isEqualTo("ready");
        assertThat(kaged.run("audit", "verify").code()).isZero();
    }
}
