package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a plugin never gets to see, however it asks; looked for in every line of both directions, and in the log.
class SecretsTest {
    private static final String NOSY = Python.plugin("""
            show(dict(os.environ))
            ask(type="read_config")
            for path in ("providers", "providers.mcp.github", "providers.mcp.github.env", "providers.mcp.github.env.TOKEN",
                         "conversation.tools.deploy.env", "plugins.command", "plugins.command.other.options",
                         "plugins.command.other.options.token", "providers.anthropic.api_key_file"):
                ask(type="read_config", path=path)
            for conversation in ask(type="list_conversations")["data"]:
                for after in (0, 1, 2):
                    ask(type="read_events", conversation=conversation["id"], after=after)
            print("what I know: " + json.dumps(dict(os.environ)), file=sys.stderr, flush=True)
            leave()
            """);

    /// In our form, in the original's, and where the shape is wrong.
    private static final String EVENTS = """
            [{"type":"config_delta","timestamp":"2025-01-01T00:00:00Z","delta":{"style":{"width":77},"providers":{"mcp":\
            {"x":{"command":"kept","env":{"T":"SECRET-1"}}}},"plugins":{"command":{"other":{"options":{"t":"SECRET-2"}},\
            "nosy":{"options":{"own":"kept too"}}}}}}]
            [{"type":"chat_request","timestamp":"2025-01-01T00:00:00Z","content":"between"},\
            {"timestamp":"2025-01-01T00:00:00Z","type":"config_delt\\u0061","conversation":{"tools":{"deploy":{"env":\
            {"PW":"SECRET-3"}}}}}]
            [{"type":"config_delta","timestamp":"2025-01-01T00:00:00Z","delta":{"providers":{"mcp":{"x":{"env":"SECRET-4"}}},\
            "plugins":{"command":["SECRET-5"]},"conversation":{"tools":"SECRET-6"}}}]
            """;

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aUserWithSecretsEverywhere() throws IOException {
        var key = Files.writeString(folder.resolve("key"), "SECRET-in-a-file");
        jail = Jail.in(folder).plugin("nosy", NOSY).trusted("nosy").config("""
                options.token_env = "NOSY_TOKEN"
                options.colour = "mine"
                [plugins.command.other.options]
                token = "SECRET-of-another-plugin"
                deep.er_env = "OTHER_TOKEN"
                [providers]
                anthropic.api_key_file = "%s"
                ollama.api_key_env = "OLLAMA_TOKEN"
                [providers.mcp.github]
                command = "server"
                env = { TOKEN = "SECRET-of-a-server" }
                [conversation.tools.deploy]
                command = "deploy"
                env = { PASSWORD = "SECRET-of-a-tool" }
                [[server.peers]]
                password_env = "PEER_TOKEN"
                """.formatted(key));
        var id = jail.jp("conversation", "new").out().strip();
        Files.writeString(jail.workspace().resolve(".jp/conversations/.outrigger/" + id + "/events.jsonl"), EVENTS);
    }

    @Test
    void noneReachesAPluginOrTheLog() throws IOException {
        for (var variable : new String[] {
            "ANTHROPIC_API_KEY",
            "OPENAI_API_KEY",
            "OLLAMA_TOKEN",
            "NOSY_TOKEN",
            "OTHER_TOKEN",
            "PEER_TOKEN",
            "NAMED_NOW"
        }) {
            jail.with(variable, "SECRET-in-" + variable);
        }

        var result = jail.jp(
                "-vvvv", "--cfg", "server.now_env=NAMED_NOW", "--trace-plugin", "trace.jsonl", "nosy", "a", "b");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        var trace = Files.readString(jail.workspace().resolve("trace.jsonl"));
        assertThat(trace)
                .contains("kept", "kept too", "between", "read_events", "mine", "XDG_STATE_HOME")
                .doesNotContain("SECRET");
        assertThat(result.err()).contains("what I know").doesNotContain("SECRET");
        try (var logs = Files.walk(jail.state())) {
            for (var log : (Iterable<Path>) logs.filter(Files::isRegularFile)::iterator) {
                assertThat(Files.readString(log)).doesNotContain("SECRET");
            }
        }
    }

    /// Among them may be the password of a tool; and a plugin that calls jp again is to find it as it is without.
    @Test
    void noSettingFromAVariableReachesAPlugin() throws IOException {
        jail.with("JP_CFG_CONVERSATION__TOOLS__DEPLOY__ENV__PASSWORD", "SECRET-in-a-setting")
                .with("JP_CFG_PLUGINS__STALL_SECS", "77")
                .with("JP_PLAIN", "still there");

        var result = jail.jp("--trace-plugin", "trace.jsonl", "nosy");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(Files.readString(jail.workspace().resolve("trace.jsonl")))
                .contains("still there")
                .doesNotContain("JP_CFG_")
                .doesNotContain("SECRET");
    }

    @Test
    void aWorkspaceCannotNameWhatIsTakenFromThePluginsEnvironment() throws IOException {
        Files.writeString(jail.workspace().resolve(".jp.toml"), "server.evil_env = \"PLAIN\"\n");

        jail.with("PLAIN", "still there").jp("--trace-plugin", "trace.jsonl", "nosy");

        assertThat(Files.readString(jail.workspace().resolve("trace.jsonl"))).contains("still there");
    }
}
