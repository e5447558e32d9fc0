package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTextTest {
    private static final StreamLook PLAIN = new StreamLook(true, false, 80);
    private static final List<Command> NEW =
            List.of(SampleCommands.JP, SampleCommands.CONVERSATION, SampleCommands.NEW);

    @Test
    void drawsTheRoot() {
        assertThat(HelpText.render(List.of(SampleCommands.JP), false, PLAIN)).isEqualTo("""
                The assistant at the terminal

                Usage: jp [OPTIONS] <COMMAND>

                Commands:
                  init          Make a workspace here
                  conversation  Work with conversations [alias: c]

                Options:
                  -V, --version  Print the version
                  -h, --help     Print help (see more with '--help')

                Global options:
                  -q, --quiet               Say less
                  -v, --verbose...          Say more
                      --format <FORMAT>     How to print [default: text] [possible values: text,
                                            json]
                      --cfg <KEY=VALUE>...  Set a value
                """);
    }

    @Test
    void drawsALeafInShort() {
        assertThat(HelpText.render(NEW, false, PLAIN)).isEqualTo("""
                Start a conversation

                Usage: jp conversation new [OPTIONS] [ID]

                Arguments:
                  [ID]  Copy this one

                Options:
                  -t, --title <TITLE>  What it is about
                      --tag <TAG>...   Mark it
                  -k, --kind <KIND>    What kind of conversation [default: chat] [possible
                                       values: chat, task, review]
                  -p, --pin            Keep it on top
                  -h, --help           Print help (see more with '--help')

                Global options:
                  -q, --quiet               Say less
                  -v, --verbose...          Say more
                      --format <FORMAT>     How to print [default: text] [possible values: text,
                                            json]
                      --cfg <KEY=VALUE>...  Set a value

                Examples:
                  jp conversation new --title x
                      A conversation about x
                """);
    }

    @Test
    void drawsALeafInFull() {
        assertThat(HelpText.render(NEW, true, PLAIN)).startsWith("""
                Start a conversation.

                It becomes the current one of this terminal.

                Usage: jp conversation new [OPTIONS] [ID]

                Arguments:
                  [ID]
                          Copy this one

                Options:
                  -t, --title <TITLE>
                          What it is about

                      --tag <TAG>...
                          Mark it

                  -k, --kind <KIND>
                          What kind of conversation it is going to be.

                          [default: chat]

                          [possible values: chat, task, review]

                  -p, --pin
                          Keep it on top

                  -h, --help
                          Print help (see a summary with '-h')
                """);
    }

    @Test
    void drawsAPluginsCommandWithoutOurGlobalOptions() {
        var serve = Command.named("web")
                .about("Serve it")
                .arg(Argument.option("port", "PORT", "Where").shortName('p').defaultValue("3000"));
        assertThat(HelpText.render(serve, List.of("jp", "serve", "web"), false, PLAIN))
                .isEqualTo("""
                Serve it

                Usage: jp serve web [OPTIONS]

                Options:
                  -p, --port <PORT>  Where [default: 3000]
                  -h, --help         Print help (see more with '--help')
                """);
    }

    @Test
    void showsWhatIsRequiredInTheUsageLine() {
        assertThat(HelpText.usage(List.of(SampleCommands.JP, SampleCommands.CONVERSATION, SampleCommands.GREP)))
                .isEqualTo("jp conversation grep [OPTIONS] --in <PART> <PATTERN> [ID]...");
        assertThat(HelpText.usage(List.of(Command.named("x")))).isEqualTo("x");
    }

    @Test
    void drawsOneMoreSection() {
        var rows = new LinkedHashMap<String, String>();
        rows.put("titles", "Print the titles");
        rows.put("日本", "(not approved)");
        assertThat(HelpText.section("Plugins", rows, PLAIN)).isEqualTo("""
                Plugins:
                  titles  Print the titles
                  日本    (not approved)
                """);
    }

    @Test
    void coloursOnlyWhereItMay() {
        assertThat(HelpText.render(NEW, true, PLAIN)).doesNotContain("\u001b");
        var coloured = HelpText.render(NEW, true, new StreamLook(true, true, 80));
        assertThat(coloured).contains("\u001b[1;4mUsage:\u001b[0m jp", "\u001b[1;4mOptions:\u001b[0m");
        assertThat(TerminalEscapes.strip(coloured)).isEqualTo(HelpText.render(NEW, true, PLAIN));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 30, 34, 40, 57, 80, 200})
    void keepsToTheWidthAsFarAsWordsAllow(int width) {
        for (boolean full : new boolean[] {false, true}) {
            for (var line : HelpText.render(NEW, full, new StreamLook(true, false, width))
                    .split("\n")) {
                // labels and examples are never broken, and help gets at least 24 columns behind its indent
                assertThat(TextWidth.of(line)).as(line).isLessThanOrEqualTo(Math.max(width, 10 + 24));
            }
        }
    }

    @Test
    void anExampleThatIsTooLongForTheTerminalCanStillBeCopied() {
        var line = "jp conversation new --title 'two words' --tag one";
        var command = Command.named("new").example(line, "about it");

        assertThat(HelpText.render(command, List.of("new"), false, new StreamLook(true, false, 40)))
                .contains("\n  jp conversation new --title \\\n    'two words' --tag one\n");
        assertThat(HelpText.render(command, List.of("new"), false, new StreamLook(false, false, 40)))
                .contains("\n  " + line + "\n");
    }

    @Test
    void copesWithAPluginThatSaysNothingOrFarTooMuch() {
        var silent = Command.named("x").arg(Argument.flag("a", "")).arg(Argument.positional("B", ""));
        assertThat(HelpText.render(silent, List.of("jp", "x"), false, PLAIN))
                .contains("--a\n")
                .contains("<B>\n");
        var chatty = Command.named("x")
                .about("word ".repeat(100_000))
                .arg(Argument.option("o".repeat(10_000), "V", "h\th\n\nh").possibleValues("v".repeat(10_000)));
        assertThat(HelpText.render(chatty, List.of("jp", "x"), true, PLAIN)).contains("word word");
    }
}
