package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginViewTest {
    @TempDir
    Path temporary;

    @Test
    void showsAPluginNoEnvironmentAndNobodyElsesOptions() throws Exception {
        var settings = new SettingsFixture(temporary).user("""
                [providers.mcp.github]
                command = "server"
                env = { TOKEN = "secret-1" }
                [conversation.tools.deploy]
                command = "deploy"
                env.PASSWORD = "secret-2"
                [plugins.command.mine]
                run = "ask"
                options = { colour = "mine-1" }
                [plugins.command.other]
                run = "deny"
                options = { token = "secret-3" }
                [server.web]
                port = 3141
                """).load();

        var seen = JsonText.text(settings.forPlugin("mine"));

        assertThat(seen).doesNotContain("secret", "TOKEN", "PASSWORD");
        assertThat(seen).contains("mine-1", "3141", "\"run\":\"deny\"", "\"command\":\"server\"");
        assertThat(JsonText.text(settings.tree())).contains("secret-1", "secret-2", "secret-3");
        assertThat(JsonText.text(settings.forPlugin("nobody"))).doesNotContain("mine-1");
    }

    /// The original has a text where we have a table; a plugin that was made for it is shown that.
    @Test
    void showsADeltaOfTheOriginalAsItIsUnlessItMayHoldASecret() throws Exception {
        var delta = (Json.Obj) JsonText.parse("""
                {"type": "config_delta", "delta": {
                  "assistant": {"model": {"id": "anthropic/opus", "parameters": {"reasoning": {"effort": "low"}}}},
                  "style": "plain",
                  "conversation": {"tools": {"deploy": "secret-1", "other": {"run": "ask", "env": "secret-2"}}},
                  "providers": {"mcp": "secret-3"},
                  "plugins": {"command": "secret-4"}}}""");

        assertThat(JsonText.text(Settings.deltaForPlugin(delta, "mine")))
                .contains("\"id\":\"anthropic/opus\"", "{\"effort\":\"low\"}", "\"style\":\"plain\"", "\"run\":\"ask\"")
                .doesNotContain("secret");
    }

    @Test
    void knowsTheVariablesThatHoldSecrets() throws Exception {
        var fixture = new SettingsFixture(temporary)
                .user("""
                [providers.anthropic]
                api_key_env = "MY_KEY"
                [server]
                list = [ { password_env = "LIST_KEY" } ]
                web.token_env = "WEB_KEY"
                [plugins.command.x.options]
                deep.deeper.api_env = "OPTION_KEY"
                [providers.mcp.rails.env]
                rails_env = "production"
                """)
                .workspace("server.evil_env = 'PATH'")
                .options("providers.anthropic.api_key_env=CLI_KEY");

        var named = List.of("MY_KEY", "LIST_KEY", "WEB_KEY", "OPTION_KEY", "CLI_KEY");
        assertThat(fixture.load().secretVariables())
                .contains("ANTHROPIC_API_KEY", "OPENAI_API_KEY")
                .containsAll(named)
                .allMatch(name -> name.endsWith("_API_KEY") || named.contains(name));
    }

    /// What is set by a variable may be a tool's password as well as a waiting time.
    @Test
    void countsItsOwnVariablesAmongThem() throws Exception {
        var fixture = new SettingsFixture(temporary)
                .variable("JP_CFG_CONVERSATION__TOOLS__DEPLOY__ENV__PASSWORD", "secret")
                .variable("JP_CFG_PLUGINS__STALL_SECS", "80");

        assertThat(fixture.load().secretVariables())
                .contains("JP_CFG_PLUGINS__STALL_SECS", "JP_CFG_CONVERSATION__TOOLS__DEPLOY__ENV__PASSWORD");
    }
}
