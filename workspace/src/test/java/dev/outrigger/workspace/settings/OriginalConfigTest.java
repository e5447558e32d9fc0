package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that were written for the original jp.
final class OriginalConfigTest {
    private static final String CONFIG = """
            extends = ["config.d/**/*"]

            [user]
            name = "Jean"

            [assistant]
            name = "JP"
            model.id = "anthropic/claude-sonnet-4"

            [conversation.tools.'*']
            run = "unattended"
            enable = false

            [providers.llm.aliases]
            haiku = "anthropic/claude-haiku"
            """;

    @TempDir
    Path temporary;

    @Test
    void itsKeysAreUnderstoodOrNamed() throws Exception {
        var settings = new SettingsFixture(temporary).user(CONFIG).load();

        assertThat(settings.warnings()).extracting(SettingsWarning::key).containsExactlyInAnyOrder("extends", "user");
        assertThat(settings.warnings())
                .allMatch(SettingsWarning::once)
                .allMatch(warning -> warning.text().contains("of the original jp"));
        assertThat(settings.text("assistant.model.id.provider")).isEqualTo("anthropic");
        assertThat(settings.text("assistant.model.id.name")).isEqualTo("claude-sonnet-4");
        assertThat(settings.text("conversation.tools.\"*\".run")).isEqualTo("unattended");
        assertThat(settings.at("conversation.tools.\"*\".enable")).contains(Json.Bool.FALSE);
        assertThat(settings.text("providers.llm.aliases.haiku")).isEqualTo("anthropic/claude-haiku");
    }

    @Test
    void whatIsWrittenAnotherWayMeansTheSame() throws Exception {
        var settings = new SettingsFixture(temporary).user("""
                editor.cmd = "vim"
                assistant.model.parameters.reasoning = { effort = "low", exclude = true }

                [conversation.tools.one]
                source = "builtin"
                enable = "explicit"
                run = "edit"
                result = "ask"
                style.inline_results = "off"

                [conversation.tools.two]
                enable = { state = true, allow_toggle = "if_explicit" }

                [providers.mcp.bookworm]
                type = "stdio"
                command = "just"
                arguments = ["serve-bookworm"]
                startup_timeout_secs = 90
                optional = true
                """).load();

        assertThat(settings.text("editor.command")).isEqualTo("vim");
        assertThat(settings.text("assistant.model.parameters.reasoning")).isEqualTo("low");
        assertThat(settings.at("conversation.tools.one.enable")).contains(Json.Bool.FALSE);
        assertThat(settings.text("conversation.tools.one.run")).isEqualTo("ask");
        assertThat(settings.at("conversation.tools.two.enable")).contains(Json.Bool.TRUE);
        assertThat(settings.at("providers.mcp.bookworm.args")).contains(Json.texts(List.of("serve-bookworm")));
        assertThat(settings.at("providers.mcp.bookworm.start_timeout_secs")).contains(Json.of(90));
        assertThat(settings.warnings())
                .allMatch(SettingsWarning::once)
                .extracting(SettingsWarning::key)
                .containsExactlyInAnyOrder(
                        "conversation.tools.one.result",
                        "conversation.tools.one.style",
                        "providers.mcp.bookworm.optional");
    }

    /// By another name it is still nothing that a workspace may set.
    @Test
    void whatIsWrittenAnotherWayStillDoesNotComeWithAWorkspace() throws Exception {
        var settings = new SettingsFixture(temporary).workspace("""
                editor.cmd = "evil"
                [conversation.tools.fs_write_file]
                enable = "on"
                run = "unattended"
                [providers.mcp.evil]
                type = "stdio"
                command = "evil"
                arguments = ["evil"]
                """).load();

        assertThat(settings.text("editor.command")).isEmpty();
        assertThat(settings.at("conversation.tools.fs_write_file.run")).isEmpty();
        assertThat(settings.at("providers.mcp.evil")).isEmpty();
        assertThat(settings.warnings())
                .extracting(SettingsWarning::key)
                .contains(
                        "editor.command",
                        "conversation.tools.fs_write_file.run",
                        "providers.mcp.evil.command",
                        "providers.mcp.evil.args");
    }

    /// That it does not count must not go unnoticed.
    @Test
    void whatRestrictsSomethingInTheOriginalIsToldEachTime() throws Exception {
        var settings = new SettingsFixture(temporary).user("""
                conversation.tools.x.access.fs = []
                providers.mcp.x.checksum.value = "00"
                """).load();

        assertThat(settings.warnings()).hasSize(2).noneMatch(SettingsWarning::once);
    }

    @Test
    void aVariableThatHoldsAKeyOfTheOriginalsIsHandedToNobody() throws Exception {
        var mine = new SettingsFixture(temporary)
                .user("providers.llm.anthropic.api_key_env = 'MY_KEY'")
                .workspace("providers.llm.anthropic.api_key_env = 'PATH'")
                .load();

        assertThat(mine.secretVariables()).contains("MY_KEY").doesNotContain("PATH");
    }

    @Test
    void ofAllToolsThereIsWhatHoldsForAll() throws Exception {
        var settings = new SettingsFixture(temporary).user("""
                [conversation.tools.'*']
                enable = "explicit"
                run = "edit"
                style.inline_results = "off"
                source = "builtin"
                command = "x"
                """).load();

        assertThat(settings.at("conversation.tools").map(JsonText::text))
                .contains("{\"*\":{\"enable\":false,\"run\":\"ask\"}}");
        assertThat(settings.warnings())
                .extracting(SettingsWarning::key)
                .containsExactlyInAnyOrder(
                        "conversation.tools.\"*\".style",
                        "conversation.tools.\"*\".source",
                        "conversation.tools.\"*\".command");
        assertThat(settings.warnings())
                .filteredOn(each -> each.key().endsWith(".source"))
                .noneMatch(SettingsWarning::once);
    }

    @Test
    void aModelMayBeSetByItsAlias() throws Exception {
        var fixture = new SettingsFixture(temporary).user("""
                assistant.model.id = "haiku"
                [providers.llm.aliases]
                haiku = { provider = "anthropic", name = "claude-haiku" }
                """);

        assertThat(fixture.load().text("assistant.model.id.provider")).isEqualTo("anthropic");
        assertThat(fixture.load().text("assistant.model.id.name")).isEqualTo("claude-haiku");
        assertThat(fixture.load().warnings()).isEmpty();
        assertThat(fixture.options("assistant.model.id:=\"haiku\"").load().text("assistant.model.id.name"))
                .isEqualTo("claude-haiku");
    }

    /// Who reads what is asked is not for a clone to say.
    @Test
    void anAliasDoesNotComeWithAWorkspace() throws Exception {
        var settings = new SettingsFixture(temporary)
                .user("assistant.model.id = 'haiku'\nproviders.llm.aliases.haiku = 'ollama/mine'")
                .workspace("providers.llm.aliases.haiku = 'openai/evil'\nproviders.llm.aliases.sonnet = 'openai/evil'")
                .load();

        assertThat(settings.text("assistant.model.id.provider")).isEqualTo("ollama");
        assertThat(settings.at("providers.llm.aliases").map(JsonText::text)).contains("{\"haiku\":\"ollama/mine\"}");
        assertThat(settings.warnings()).hasSize(2);
    }

    @Test
    void aModelByAnAliasIsToldHowToBeWritten() throws Exception {
        var settings = new SettingsFixture(temporary)
                .user("assistant.model.id = 'haiku'")
                .load();

        assertThat(settings.warnings())
                .singleElement()
                .extracting(SettingsWarning::text)
                .asString()
                .contains("provider/name");
    }

    @Test
    void aMistakeIsStillOne() throws Exception {
        var fixture = new SettingsFixture(temporary).user("usr.name = 'x'");

        assertThat(fixture.load().warnings()).singleElement().matches(warning -> !warning.once());
        assertThatThrownBy(() -> fixture.options("user.name=x").load()).hasMessageContaining("no key that jp knows");
    }

    @Test
    void theModelStillDoesNotComeWithAWorkspace() throws Exception {
        var settings = new SettingsFixture(temporary)
                .workspace("assistant.model.id = 'openai/gpt'")
                .load();

        assertThat(settings.at("assistant.model.id")).isEmpty();
        assertThat(settings.warnings()).isNotEmpty();
    }

    @Test
    void aKeyWithoutAValueIsNotAKeyThatDoesNotExist() throws Exception {
        var tree = new SettingsFixture(temporary).load().tree();

        for (var path : new String[] {"assistant.model", "server.web.port", "conversation.tools", "providers.mcp.x"}) {
            assertThat(Settings.lookUp(tree, path)).as(path).contains(Json.Null.NULL);
        }
        // A plugin that was made for the original asks for these, and has its own answer to "not set".
        for (var path :
                new String[] {"user.name", "style.code.theme", "providers.llm.openai", "conversation.tools.x.style"}) {
            assertThat(Settings.lookUp(tree, path)).as(path).contains(Json.Null.NULL);
        }
        for (var path : new String[] {
            "assistant.modle",
            "server.web.prot",
            "assistant.name.x",
            "",
            "a..b",
            "users",
            "styles.code",
            "conversation.tools.x.styles"
        }) {
            assertThat(Settings.lookUp(tree, path)).as(path).isEmpty();
        }
    }
}
