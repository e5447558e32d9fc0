package dev.outrigger.hosting.describe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.StreamLook;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `jp <plugin> -h` and `--help`, from real plugins.
@Timeout(120)
class PluginHelpTest {
    private static final String HELP = "{\"type\":\"help\",\"command\":{\"about\":\"Serve\",\"long_about\":\"Serve it."
            + "\\n\\nAs HTML.\",\"args\":[{\"long\":\"port\",\"short\":\"p\",\"help\":\"Port\",\"value_name\":\"PORT\","
            + "\"default_value\":\"3000\"},{\"long\":\"theme\",\"help\":\"Colours\",\"long_help\":\"Colours of it\","
            + "\"value_name\":\"NAME\",\"possible_values\":[\"dark\",\"light\"],\"required\":true},"
            + "{\"long\":\"open\",\"help\":\"Open it\"},"
            + "{\"long\":\"page\",\"help\":\"Which\",\"positional\":true,\"repeats\":true}],"
            + "\"subcommands\":[{\"name\":\"user\",\"about\":\"Users\",\"visible_aliases\":[\"u\"],"
            + "\"subcommands\":[{\"name\":\"add\",\"about\":\"Add one\",\"args\":[{\"long\":\"name\",\"help\":\"Who\","
            + "\"value_name\":\"NAME\"}]}]}]}}";

    /// The same as one would write it for a built-in command.
    private static final Command SERVE = Command.named("web")
            .about("Serve")
            .longAbout("Serve it.\n\nAs HTML.")
            .arg(Argument.option("port", "PORT", "Port").shortName('p').defaultValue("3000"))
            .arg(new Argument(
                    Argument.Kind.OPTION,
                    "theme",
                    Argument.NO_SHORT,
                    "Colours",
                    "Colours of it",
                    "NAME",
                    "",
                    true,
                    List.of("dark", "light"),
                    false,
                    false))
            .arg(Argument.flag("open", "Open it"))
            .arg(Argument.positional("page", "Which").optional().many())
            .sub(Command.named("user")
                    .about("Users")
                    .alias("u")
                    .sub(Command.named("add").about("Add one").arg(Argument.option("name", "NAME", "Who"))));

    @TempDir
    Path folder;

    private InterviewFixture fixture;
    private PluginDescriptions descriptions;

    @BeforeEach
    void make() {
        fixture = new InterviewFixture(folder);
        descriptions = PluginDescriptions.open(fixture.state());
    }

    private String help(PluginProgram plugin, List<String> path, String... words) throws Exception {
        return PluginHelp.text(
                descriptions.learn(plugin, fixture.interviewer(InterviewFixture.PATIENT)),
                path,
                PluginHelp.asked(List.of(words)).orElseThrow(),
                List.of(),
                StreamLook.PLAIN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-h", "--help"})
    void looksExactlyLikeABuiltInCommand(String word) throws Exception {
        var plugin = fixture.counted("serve-web", "", HELP);

        var text = help(plugin, List.of("serve", "web"), word);

        assertThat(text)
                .isEqualTo(
                        HelpText.render(SERVE, List.of("jp", "serve", "web"), word.equals("--help"), StreamLook.PLAIN))
                .contains("Usage: jp serve web [OPTIONS] --theme <NAME> [page]... <COMMAND>", "[alias: u]");
    }

    @Test
    void showsTheHelpOfASubcommandOfItsOwn() throws Exception {
        var plugin = fixture.counted("serve-web", "", HELP);

        assertThat(help(plugin, List.of("serve", "web"), "--port", "user", "u", "add", "-h"))
                .startsWith("Add one\n\nUsage: jp serve web user add [OPTIONS]\n");
        assertThat(help(plugin, List.of("serve", "web"), "user", "nobody", "add", "-h"))
                .startsWith("Users\n\nUsage: jp serve web user <COMMAND>\n");
    }

    @Test
    void aSecondTimeNothingIsStarted() throws Exception {
        var plugin = fixture.counted(
                "web", "{\"type\":\"describe\",\"name\":\"n\",\"version\":\"1\",\"description\":\"d\"}", HELP);

        var first = help(plugin, List.of("web"), "-h");
        descriptions = PluginDescriptions.open(fixture.state());
        var second = help(plugin, List.of("web"), "-h");

        assertThat(second).isEqualTo(first);
        assertThat(fixture.started("web")).isEqualTo(2);
    }

    @Test
    void theOwnWordsOfOneThatKnowsNoHelp() throws Exception {
        var plugin = fixture.counted(
                "web",
                "{\"type\":\"describe\",\"name\":\"n\",\"version\":\"1\",\"description\":\"d\","
                        + "\"help\":\"Usage: jp web\\n\\u001b[2J  --port N\\n\\n\",\"command\":[\"../web\"]}",
                "{\"type\":\"ready\"}");

        assertThat(help(plugin, List.of("web"), "-h"))
                .isEqualTo("Usage: jp web\n  --port N\n\n(the command path that it declares is no list of 1 to 8 plain"
                        + " words, and is ignored: ../web)\n");
    }

    @Test
    void thePluginOfTheSeedHasAtLeastItsDescription() throws Exception {
        var titles = fixture.plugin("titles", InterviewFixture.CLONE.resolve("examples/titles/jp-titles"));

        assertThat(help(titles, List.of("titles"), "-h"))
                .startsWith("List conversation titles\n\nUsage: jp titles [ARGS]...\n");
    }

    @Test
    void onlyBeforeTwoDashesHelpIsOurs() {
        assertThat(PluginHelp.asked(List.of("a", "--", "-h"))).isEmpty();
        assertThat(PluginHelp.asked(List.of("a", "-hx"))).isEmpty();
        assertThat(PluginHelp.asked(List.of("a", "--help", "-h"))).contains(new PluginHelp.Asked(true, List.of("a")));
    }
}
