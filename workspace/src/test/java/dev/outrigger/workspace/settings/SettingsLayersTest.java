package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.workspace.WorkspaceProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsLayersTest {
    @TempDir
    Path temporary;

    private SettingsFixture fixture;

    @BeforeEach
    void makeABed() throws Exception {
        fixture = new SettingsFixture(temporary);
    }

    @Test
    void startsFromWhatIsBuiltIn() throws Exception {
        var settings = Settings.load(
                new SettingsSources(fixture.places, null, fixture.home, fixture.environment, Json.EMPTY, List.of()));

        assertThat(settings.at("assistant.name")).contains(Json.of("JP"));
        assertThat(settings.wholeNumber("plugins.shutdown_timeout_secs")).isEqualTo(5);
        assertThat(settings.wholeNumber("plugins.max_line_bytes")).isEqualTo(16 * 1024 * 1024);
        assertThat(settings.at("plugins.auto_install")).contains(Json.Bool.TRUE);
        assertThat(settings.at("plugins.command.titles.contain")).isEmpty();
        assertThat(settings.at("providers.mcp.x.args")).isEmpty();
        assertThat(origin(settings, "assistant.name")).isEqualTo(new ValueOrigin(SettingsLayer.DEFAULTS, "", 0));
        assertThat(settings.warnings()).isEmpty();
    }

    @Test
    void theStampIsAnotherAsSoonAsAFileOfAnyLayerIs() throws Exception {
        fixture.folder = Files.createDirectories(fixture.workspace.root().resolve("a/b"));
        var stamps = new HashSet<String>();
        stamps.add(stamp());
        stamps.add(stamp());
        assertThat(stamps).hasSize(1);
        fixture.user("assistant.name = 'user'");
        stamps.add(stamp());
        fixture.workspace("assistant.name = 'workspace'");
        stamps.add(stamp());
        fixture.folder("", "assistant.name = 'root folder'");
        stamps.add(stamp());
        fixture.folder("a", "assistant.name = 'a'");
        stamps.add(stamp());
        fixture.folder("a/b", "assistant.name = 'b'");
        stamps.add(stamp());
        fixture.userWorkspace("assistant.name = 'user here'");
        stamps.add(stamp());
        fixture.user("assistant.name = 'somebody'");
        stamps.add(stamp());
        fixture.folder = fixture.workspace.root();
        stamps.add(stamp());
        assertThat(stamps).hasSize(9);
    }

    @Test
    void thereIsNoStampOfWhatIsNotInAFile() throws Exception {
        assertThat(Settings.stamp(
                        fixture.variable("JP_CFG_ASSISTANT__NAME", "Ada").sources()))
                .isEmpty();
        fixture.environment.remove("JP_CFG_ASSISTANT__NAME");
        assertThat(Settings.stamp(fixture.sources())).isPresent();
        assertThat(Settings.stamp(fixture.options("assistant.name=Ada").sources()))
                .isEmpty();
    }

    private String stamp() throws WorkspaceProblem {
        return Settings.stamp(fixture.sources()).orElseThrow();
    }

    @Test
    void letsEachLayerWinOverTheOnesBefore() throws Exception {
        var deeper = Files.createDirectories(fixture.workspace.root().resolve("a/b"));

        expectName("JP");
        fixture.user("assistant.name = 'user'");
        expectName("user");
        fixture.workspace("assistant.name = 'workspace'");
        expectName("workspace");
        fixture.folder("", "assistant.name = 'root folder'");
        expectName("root folder");
        fixture.folder("a", "assistant.name = 'a'").folder("a/b", "assistant.name = 'b'");
        expectName("root folder");
        fixture.folder = fixture.workspace.root().resolve("a");
        expectName("a");
        fixture.folder = deeper;
        expectName("b");
        fixture.folder = fixture.home;
        expectName("root folder");
        fixture.userWorkspace("assistant.name = 'user here'");
        expectName("user here");
        fixture.variable("JP_CFG_ASSISTANT__NAME", "environment");
        expectName("environment");
        fixture.conversation("{\"assistant\":{\"name\":\"conversation\"}}");
        expectName("conversation");
        fixture.options("assistant.name=first", "assistant.name=option");
        expectName("option");
    }

    private void expectName(String name) throws WorkspaceProblem {
        var settings = fixture.load();
        assertThat(settings.at("assistant.name")).contains(Json.of(name));
        assertThat(settings.warnings()).isEmpty();
    }

    @Test
    void mergesTablesAndReplacesEverythingElse() throws Exception {
        fixture.user("""
                [server.web]
                bind = "127.0.0.1"
                hosts = ["a", "b"]
                [assistant.model.parameters]
                stop_words = ["x", "y"]
                """).userWorkspace("""
                [server.web]
                port = 3141
                hosts = ["c"]
                [assistant.model.parameters]
                stop_words = ["z"]
                """);

        var settings = fixture.load();

        assertThat(settings.at("server").map(JsonText::text))
                .contains("{\"web\":{\"bind\":\"127.0.0.1\",\"hosts\":[\"c\"],\"port\":3141}}");
        assertThat(settings.at("assistant.model.parameters.stop_words")).contains(Json.texts(List.of("z")));
    }

    @Test
    void saysWhichFileAndLineAValueComesFrom() throws Exception {
        fixture.user("""
                # mine
                [assistant]
                name = "Jean"   # a name

                [server]
                web = { bind = "::1", port = 1 }
                text = '''
                name = "no key"
                '''
                last = 1
                """).variable("JP_CFG_PLUGINS__QUEUE_BYTES", "8000").options("editor.command=vi");
        var file = fixture.places.userConfig().toString();

        var settings = fixture.load();

        assertThat(origin(settings, "assistant.name")).isEqualTo(new ValueOrigin(SettingsLayer.USER, file, 3));
        assertThat(origin(settings, "server.web.port")).isEqualTo(new ValueOrigin(SettingsLayer.USER, file, 6));
        assertThat(origin(settings, "server.last")).isEqualTo(new ValueOrigin(SettingsLayer.USER, file, 10));
        assertThat(origin(settings, "plugins.queue_bytes"))
                .isEqualTo(new ValueOrigin(SettingsLayer.ENVIRONMENT, "JP_CFG_PLUGINS__QUEUE_BYTES", 0));
        assertThat(origin(settings, "editor.command").text()).isEqualTo("--cfg");
        assertThat(origin(settings, "plugins.stall_secs").text()).isEqualTo("built in");
        assertThat(settings.entries("assistant").getFirst().origin().text()).isEqualTo(file + ":3");
        assertThat(settings.entries("")).extracting(Settings.Entry::path).contains("server.web.bind", "editor.command");
    }

    @Test
    void warnsOfUnknownKeysInFilesAndSuggestsTheRightOne() throws Exception {
        fixture.user("""
                assistent.name = "x"
                [assistant]
                nmae = "y"
                [providers.anthropic]
                api_key = "sk-secret"
                [plugins.command.titles]
                runs = "ask"
                """);

        var warnings = fixture.load().warnings();

        assertThat(warnings)
                .extracting(SettingsWarning::key)
                .containsExactly(
                        "assistant.nmae", "assistent", "plugins.command.titles.runs", "providers.anthropic.api_key");
        assertThat(warnings)
                .extracting(SettingsWarning::hint)
                .containsExactly(
                        "did you mean assistant.name?",
                        "did you mean assistant?",
                        "did you mean plugins.command.titles.run?",
                        "did you mean providers.anthropic.api_key_env?");
        assertThat(warnings.getFirst().text())
                .isEqualTo(fixture.places.userConfig()
                        + ":3: assistant.nmae is no key that jp knows; did you mean assistant.name?");
        assertThat(JsonText.text(fixture.load().tree())).doesNotContain("sk-secret", "nmae");
    }

    @Test
    void ignoresAValueOfTheWrongTypeWithAWarning() throws Exception {
        fixture.user("""
                [plugins]
                stall_secs = "long"
                shutdown_timeout_secs = -1
                auto_install = "no"
                respond_timeout_action = "blue"
                command = 7
                [assistant]
                name = ["a"]
                [assistant.model.parameters]
                stop_words = ["a", 1]
                temperature = inf
                max_tokens = 1.5
                """);

        var settings = fixture.load();

        assertThat(settings.warnings()).hasSize(9);
        assertThat(settings.warnings())
                .extracting(SettingsWarning::message)
                .contains(
                        "wants a whole number from 1 to 86400",
                        "wants true or false",
                        "wants one of reject, approve",
                        "wants a table",
                        "wants a list of texts",
                        "wants a number");
        assertThat(settings.wholeNumber("plugins.stall_secs")).isEqualTo(60);
        assertThat(settings.at("plugins.auto_install")).contains(Json.Bool.TRUE);
    }

    @Test
    void endsWithAProblemForAMistakeInAnOption() throws Exception {
        for (var wrong : new String[] {
            "assistant.nmae=x",
            "plugins.respond_timeout_action=blue",
            "plugins.stall_secs=long",
            "assistant=x",
            "name",
            "=x",
            "a..b=1",
            "server.x:={",
            "\"open=1",
            "assistant.name:=null",
            "@nowhere.toml",
            "plugins.stall_secs=99999999999999999999"
        }) {
            fixture.options(wrong);
            assertThatThrownBy(fixture::load).as(wrong).isInstanceOf(WorkspaceProblem.class);
        }
        fixture.options("assistant.nmae=x");
        assertThatThrownBy(fixture::load)
                .isInstanceOfSatisfying(
                        WorkspaceProblem.class,
                        problem -> assertThat(problem.hint()).isEqualTo("did you mean assistant.name?"));
    }

    @Test
    void endsWithAProblemForAMistakeInTheEnvironment() throws Exception {
        for (var wrong : new String[] {"JP_CFG_ASSISTANT_NAME", "JP_CFG_", "JP_CFG_assistant__name", "JP_CFG___X"}) {
            fixture.variable(wrong, "x");
            assertThatThrownBy(fixture::load).as(wrong).isInstanceOf(WorkspaceProblem.class);
            fixture.environment.remove(wrong);
        }
        fixture.variable("JP_CFG_ASSISTANT_NAME", "x");
        assertThatThrownBy(fixture::load)
                .isInstanceOfSatisfying(
                        WorkspaceProblem.class,
                        problem -> assertThat(problem.hint()).isEqualTo("did you mean assistant.name?"));
    }

    @Test
    void readsOptionsAsTheKeysWantThem() throws Exception {
        Files.writeString(fixture.folder.resolve("more.toml"), "[plugins]\nqueue_bytes = 7200\n");
        Files.writeString(fixture.folder.resolve("more.json"), "{\"editor\":{\"command\":\"vi\"}}");
        fixture.options(
                "assistant.name=a=b",
                "plugins.auto_install=false",
                "plugins.stall_secs=7",
                "assistant.model.parameters.temperature=0.5",
                "assistant.model.parameters.stop_words=one",
                "providers.mcp.x.args:=[\"a\",\"b\"]",
                "server.web.port=3141",
                "server.web.bind=127.0.0.1",
                "server.web.tls:={\"on\":true}",
                "plugins.command.\"a.b\".run=ask",
                "@more.toml",
                "@more.json");

        var settings = fixture.load();

        assertThat(settings.at("assistant.name")).contains(Json.of("a=b"));
        assertThat(settings.at("plugins.auto_install")).contains(Json.Bool.FALSE);
        assertThat(settings.wholeNumber("plugins.stall_secs")).isEqualTo(7);
        assertThat(settings.at("assistant.model.parameters.temperature")).contains(new Json.Num("0.5"));
        assertThat(settings.at("assistant.model.parameters.stop_words")).contains(Json.texts(List.of("one")));
        assertThat(settings.at("providers.mcp.x.args")).contains(Json.texts(List.of("a", "b")));
        assertThat(settings.at("server.web.port")).contains(Json.of(3141));
        assertThat(settings.at("server.web.bind")).contains(Json.of("127.0.0.1"));
        assertThat(settings.at("server.web.tls.on")).contains(Json.Bool.TRUE);
        assertThat(settings.at(Settings.path("plugins", "command", "a.b", "run")))
                .contains(Json.of("ask"));
        assertThat(settings.wholeNumber("plugins.queue_bytes")).isEqualTo(7200);
        assertThat(settings.at("editor.command")).contains(Json.of("vi"));
    }

    private static ValueOrigin origin(Settings settings, String path) {
        return settings.entries(path).getFirst().origin();
    }

    @Test
    void believesTheUserInEveryLayerOfTheirs() throws Exception {
        fixture.user("plugins.command.a.run = 'unattended'")
                .userWorkspace("plugins.command.b.run = 'unattended'")
                .variable("JP_CFG_PLUGINS__COMMAND__C__RUN", "unattended")
                .options("plugins.command.d.run=unattended");

        var settings = fixture.load();

        for (var plugin : new String[] {"a", "b", "c", "d"}) {
            assertThat(settings.at(Settings.path("plugins", "command", plugin, "run")))
                    .contains(Json.of("unattended"));
        }
    }
}
