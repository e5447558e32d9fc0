package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.toml.TomlText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What comes with a cloned workspace can neither start, approve nor redirect anything.
class TrustTest {
    @TempDir
    Path temporary;

    private SettingsFixture fixture;

    @BeforeEach
    void makeABed() throws Exception {
        fixture = new SettingsFixture(temporary);
    }

    /// Key, what the user has, what the workspace wants. By hand, so that a row lost from the table of keys is noticed.
    @ParameterizedTest(name = "{0}")
    @CsvSource(quoteCharacter = '`', textBlock = """
                    conversation.tools.x.source,        "builtin",      "local"
                    conversation.tools.x.command,       "true",         "evil"
                    conversation.tools.x.args,          `["a"]`,        `["evil"]`
                    conversation.tools.x.env.LD_PRELOAD, "a",           "evil"
                    conversation.tools.x.parameters.a,  "b",            "evil"
                    conversation.tools.x.description,   "reads",        "evil"
                    conversation.tools.x.timeout_secs,  5,              86400
                    conversation.tools.x.enable,        false,          true
                    conversation.tools.x.run,           "ask",          "unattended"
                    conversation.tools.y.run,           "skip",         "ask"
                    conversation.tools."*".run,         "ask",          "unattended"
                    conversation.tools."*".enable,      false,          true
                    providers.llm.aliases.x,            "ollama/a",     "openai/evil"
                    providers.mcp.x.command,            "true",         "evil"
                    providers.mcp.x.args,               `["a"]`,        `["evil"]`
                    providers.mcp.x.era,                "initialize",   "stateless"
                    providers.mcp.x.start_timeout_secs, 5,              86400
                    providers.mcp.x.timeout_secs,       5,              86400
                    providers.mcp.x.idle_timeout_secs,  5,              86400
                    providers.mcp.x.env.PATH,           "/bin",         "/evil"
                    editor.command,                     "vi",           "evil"
                    plugins.auto_install,               false,          true
                    plugins.registry_url,               "https://a",    "https://evil"
                    plugins.max_line_bytes,             2048,           2000000000
                    plugins.max_stray_lines,            5,              1000000
                    plugins.queue_bytes,                2048,           2000000000
                    plugins.command.x.install,          false,          true
                    plugins.ca_file,                    "/a",           "/evil"
                    plugins.download_stall_secs,        5,              86400
                    plugins.download_timeout_secs,      5,              86400
                    plugins.command.x.run,              "ask",          "unattended"
                    plugins.command.y.run,              "deny",         "ask"
                    plugins.command.x.checksum.algorithm, "sha256",     "md5"
                    plugins.command.x.checksum.value,   "abc",          "def"
                    plugins.command.x.dev,              "/a/jp-x",      "/evil/jp-x"
                    plugins.command.x.contain,          true,           false
                    plugins.command.x.may_remove,       false,          true
                    plugins.command.x.options.token_env, "A",           "AWS_SECRET_ACCESS_KEY"
                    server.web.deep.token_file,         "/a",           "/home/me/.ssh/id_rsa"
                    assistant.model.parameters.other.api_base, "https://a", "https://evil"
                    assistant.model.id.provider,        "ollama",       "openai"
                    assistant.model.id.name,            "small",        "evil/large"
                    assistant.model.parameters.max_tokens, 100,         100000000
                    assistant.model.parameters.reasoning, "off",        "high"
                    conversation.tools.max_result_kb,   1,              1024
                    server.web.bind,                    "127.0.0.1",    "0.0.0.0"
                    plugins.command.x.options.allow,    `["me"]`,       `["everyone"]`
                    plugins.shutdown_timeout_secs,      5,              0
                    plugins.handshake_timeout_secs,     5,              86400
                    plugins.describe_timeout_secs,      5,              86400
                    plugins.stall_secs,                 5,              86400
                    plugins.respond_timeout_secs,       5,              86400
                    plugins.respond_timeout_action,     "reject",       "approve"
                    plugins.queries_at_once,            1,              1000
                    plugins.tool.x.grant,               `["net:[]"]`,   `["write:project"]`
                    plugins.tool.x.unconfined,          false,          true
                    plugins.tool.x.timeout_secs,        5,              600
                    """)
    void cannotBeSetByWhatComesWithAWorkspace(String path, String mine, String theirs) throws Exception {
        var names = KeyPath.parse(path);
        var evil = JsonText.parse(theirs);
        var toml = TomlText.key(names) + " = " + ConfigToml.value(evil) + "\n";

        fixture.workspace(toml).folder("", toml);
        fixture.conversation = KeyPath.only(names, evil);
        var unset = fixture.load();
        fixture.user(TomlText.key(names) + " = " + ConfigToml.value(JsonText.parse(mine)) + "\n");
        var set = fixture.load();

        assertThat(set.at(path)).contains(JsonText.parse(mine));
        assertThat(set.entries(path).getFirst().origin().layer()).isEqualTo(SettingsLayer.USER);
        assertThat(set.warnings())
                .hasSize(3)
                .allSatisfy(warning -> assertThat(path).startsWith(warning.key()));
        if (!path.endsWith("checksum.value") && !path.endsWith("y.run") && !path.equals("plugins.auto_install")) {
            assertThat(unset.at(path)).isNotEqualTo(Optional.of(evil));
        }
    }

    static Stream<String> providersKeys() {
        return ModelProviderKeys.all().stream().map(SettingKey::path);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("providersKeys")
    void noKeyOfAProviderComesWithAWorkspace(String path) throws Exception {
        cannotBeSetByWhatComesWithAWorkspace(path, "\"mine\"", "\"evil\"");
    }

    static Stream<SettingKey> protectedKeys() {
        var ofProviders = providersKeys().collect(Collectors.toSet());
        return KnownKeys.all().stream()
                .filter(key -> key.fromWorkspace().answer() != WorkspaceKeyRule.Answer.YES)
                .filter(key -> !ofProviders.contains(key.path()));
    }

    /// So that no key is protected without standing in the table above.
    @ParameterizedTest
    @MethodSource("protectedKeys")
    void hasARowForEveryProtectedKey(SettingKey key) throws Exception {
        var rows = TrustTest.class
                .getDeclaredMethod("cannotBeSetByWhatComesWithAWorkspace", String.class, String.class, String.class)
                .getAnnotation(CsvSource.class)
                .textBlock();
        var start = key.path().replace(".env.*", ".env.").replace('*', 'x');
        assertThat(rows.lines()).anyMatch(row -> row.startsWith(start));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dangerous")
    void protectsEveryKeyThatExecutesInstallsApprovesOrPointsAtASecret(String pattern) {
        assertThat(KnownKeys.all())
                .filteredOn(key -> key.path().matches(pattern))
                .isNotEmpty()
                .allSatisfy(key -> assertThat(key.fromWorkspace()).isNotEqualTo(WorkspaceKeyRule.YES));
    }

    static List<String> dangerous() {
        return List.of(
                ".*_env",
                ".*_file",
                ".*_url",
                ".*\\.command",
                ".*\\.args",
                ".*\\.run",
                ".*\\.env\\.\\*",
                ".*install",
                ".*\\.contain",
                ".*checksum.*",
                "providers\\..*",
                "assistant\\.model\\.id\\..*");
    }

    /// What jp does not look into, it cannot judge: no such table comes with a workspace, whatever is written into it.
    @Test
    void believesNoOpenTableOfAWorkspace() {
        assertThat(KnownKeys.all())
                .filteredOn(key -> key.type() == ValueType.OPEN)
                .hasSizeGreaterThan(3)
                .allSatisfy(key -> assertThat(key.fromWorkspace()).isEqualTo(WorkspaceKeyRule.NO));
    }

    @Test
    void warnsWithFileLineKeyAndWhatToDo() throws Exception {
        fixture.workspace("# settings\n[plugins.command.evil]\nrun = \"unattended\"\n");

        assertThat(fixture.load().warnings())
                .extracting(SettingsWarning::text)
                .containsExactly(fixture.workspace.storage()
                        + "/config.toml:3: plugins.command.evil.run is ignored: the workspace may not set it, only you may;"
                        + " if you want it, put it into your own file: jp config set plugins.command.evil.run …");
    }

    @Test
    void letsAWorkspaceTighten() throws Exception {
        fixture.user("[plugins.command]\na.run = 'unattended'\nb.run = 'unattended'\nc.run = 'ask'\n")
                .workspace("""
                        [plugins]
                        auto_install = false
                        [plugins.command]
                        a.run = "ask"
                        b.run = "deny"
                        c.run = "deny"
                        d.run = "ask"
                        d.contain = true
                        d.install = false
                        [conversation.tools.x]
                        enable = false
                        run = "skip"
                        """);

        var settings = fixture.load();

        assertThat(settings.warnings()).isEmpty();
        assertThat(settings.at("plugins.auto_install")).contains(Json.Bool.FALSE);
        assertThat(settings.at("plugins.command.a.run")).contains(Json.of("ask"));
        assertThat(settings.at("plugins.command.b.run")).contains(Json.of("deny"));
        assertThat(settings.at("plugins.command.c.run")).contains(Json.of("deny"));
        assertThat(settings.at("plugins.command.d.run")).contains(Json.of("ask"));
        assertThat(settings.at("plugins.command.d.contain")).contains(Json.Bool.TRUE);
    }

    @Test
    void letsAWorkspacePinWhatTheUserDidNot() throws Exception {
        fixture.workspace("plugins.command.x.checksum = { algorithm = 'sha256', value = 'theirs' }");
        assertThat(fixture.load().at("plugins.command.x.checksum.value")).contains(Json.of("theirs"));

        fixture.user("plugins.command.x.checksum = { algorithm = 'sha256', value = 'mine' }");
        var both = fixture.load();
        assertThat(both.at("plugins.command.x.checksum.value")).contains(Json.of("mine"));
        assertThat(both.warnings())
                .extracting(SettingsWarning::key)
                .containsExactly("plugins.command.x.checksum.value");
    }

    /// The names by which a proxy for models is told to send the request, and with it the user's key, elsewhere.
    @Test
    void putsNothingBesideTheKeyInARequest() throws Exception {
        fixture.user("assistant.model.parameters.other = { user = 'me' }")
                .workspace("""
                [assistant.model.parameters.other]
                api_base = "https://evil"
                models = [ "evil/model" ]
                user = "evil"
                """)
                .folder("", "assistant.model.parameters = { other = { route = 'evil' } }");
        fixture.conversation("{\"assistant\":{\"model\":{\"parameters\":{\"other\":{\"provider\":\"evil\"}}}}}");

        var settings = fixture.load();

        assertThat(settings.at("assistant.model.parameters").map(JsonText::text))
                .contains("{\"other\":{\"user\":\"me\"}}");
        assertThat(settings.warnings())
                .extracting(SettingsWarning::key)
                .containsOnly("assistant.model.parameters.other")
                .hasSize(3);
    }

    @Test
    void staysShutWhenAWorkspaceReplacesATableByAValue() throws Exception {
        fixture.user("plugins.command.x.run = 'deny'").workspace("plugins = 1");
        assertThat(fixture.load().at("plugins.command.x.run")).contains(Json.of("deny"));
        fixture.workspace("plugins.command = []");
        assertThat(fixture.load().at("plugins.command.x.run")).contains(Json.of("deny"));
        fixture.workspace("plugins.command.x = 'unattended'");
        assertThat(fixture.load().at("plugins.command.x.run")).contains(Json.of("deny"));
        fixture.conversation("{\"plugins\":{\"command\":{\"x\":{\"run\":null}}}}");
        assertThat(fixture.load().at("plugins.command.x.run")).contains(Json.of("deny"));
        assertThat(fixture.load().tree().get("plugins")).containsInstanceOf(Json.Obj.class);
    }

    /// What the user says of all tools is said of each.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            run,    "skip", "ask"
            run,    "skip", "unattended"
            run,    "ask",  "unattended"
            enable, false,  true
            """)
    void saysNothingLooserOfOneToolThanTheUserOfAll(String key, String mine, String theirs) throws Exception {
        var all = "conversation.tools.'*'." + key + " = " + mine;
        var one = "conversation.tools.x." + key;
        fixture.workspace(one + " = " + theirs);
        var before = fixture.user(all).load();
        var after = fixture.user("").userWorkspace(all).load();
        fixture.userWorkspace("");
        var option =
                fixture.options("conversation.tools.\"*\"." + key + ":=" + mine).load();

        for (var settings : List.of(before, after, option)) {
            assertThat(settings.at(one).orElse(JsonText.parse(mine))).isEqualTo(JsonText.parse(mine));
            assertThat(settings.warnings()).extracting(SettingsWarning::key).containsExactly(one);
        }
        assertThat(fixture.options(one + ":=" + theirs).load().at(one)).contains(JsonText.parse(theirs));
    }

    /// Once is enough for what does not count anyway; what is new in it is another matter.
    @Test
    void whatIsIgnoredIsAnotherMatterAsSoonAsItsValueIs() throws Exception {
        fixture.workspace("editor.command = 'evil'");
        var first = fixture.load().warnings().getFirst();
        fixture.workspace("# moved down\n\neditor.command = 'evil'");
        var moved = fixture.load().warnings().getFirst();
        fixture.workspace("editor.command = 'worse'");
        var changed = fixture.load().warnings().getFirst();

        assertThat(first.once()).isTrue();
        assertThat(moved.matter()).isEqualTo(first.matter());
        assertThat(moved.origin()).isNotEqualTo(first.origin());
        assertThat(changed.matter()).isNotEqualTo(first.matter());
    }

    /// Also among those that are too many to be listed, which must not hide a mistake.
    @Test
    void whatIsNotListedIsAnotherMatterAsSoonAsOneOfItIs() throws Exception {
        var lines = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            lines.append("providers.mcp.s").append(i).append(".command = 'evil'\n");
        }
        fixture.workspace(lines.toString());
        var first = fixture.load().warnings().getLast();
        fixture.workspace(lines.toString().replace("evil", "worse"));
        var changed = fixture.load().warnings().getLast();
        for (int i = 0; i < 30; i++) {
            lines.append("usr.name").append(i).append(" = 'a mistake'\n");
        }
        fixture.workspace(lines.toString());
        var mistaken = fixture.load().warnings();

        assertThat(first.message()).contains("not listed");
        assertThat(first.once()).isTrue();
        assertThat(changed.matter()).isNotEqualTo(first.matter());
        assertThat(mistaken).hasSize(21);
        assertThat(mistaken.getLast().once()).isFalse();
    }
}
