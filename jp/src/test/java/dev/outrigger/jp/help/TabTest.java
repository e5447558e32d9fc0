package dev.outrigger.jp.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CommandLineParser;
import dev.outrigger.terminal.Completion;
import dev.outrigger.terminal.ParsedCommandLine;
import dev.outrigger.terminal.TabAnswer;
import dev.outrigger.workspace.UserPlaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What the shells' scripts are told.
class TabTest {
    private static final PluginListCache NOTHING_KEPT = new PluginListCache(
            UserPlaces.of(Map.of("HOME", "/nonexistent/home")), Map.of("HOME", "/nonexistent/home"));
    private static final FixedPlugins KNOWN = new FixedPlugins()
            .described("serve-web", "Read-only\tweb UI", "serve", "web")
            .helps(
                    "serve-web",
                    Command.named("web")
                            .arg(Argument.option("at", "PLACE", "Where")
                                    .possibleValues("here", "over there", "host:80", "$HOME", "it's")));

    private static final PluginCommands GUESTS = new PluginCommands(Commands.ROOT, KNOWN, NOTHING_KEPT);

    @Test
    void fishAndZshAreToldWhatACandidateIs() {
        assertThat(tab("fish", "", "ser")).isEqualTo("none\nserve\t\n");
        assertThat(tab("zsh", "", "serve", "")).isEqualTo("none\nweb\tRead-only web UI\n");
    }

    @Test
    void bashIsToldWhatToInsertForWhatItCallsTheWord() {
        assertThat(tab("bash", "--fo", "--fo")).isEqualTo("none\n--format\n");
        assertThat(tab("bash", "--", "init", "--")).contains("\n--format\n--json\n--quiet\n");
        assertThat(tab("bash", "j", "--format=j")).isEqualTo("none\njson\n");
        assertThat(tab("bash", "", "--format=")).isEqualTo("none\ntext\njson\n");
        assertThat(tab("bash", "8", "serve", "web", "--at=host:8")).isEqualTo("none\n80\n");
        assertThat(tab("bash", "", "serve", "web", "--at", "host:")).isEqualTo("none\n80\n");
    }

    @Test
    void whatBashWouldTakeApartIsQuoted() {
        assertThat(tab("bash", "o", "serve", "web", "--at", "o")).isEqualTo("none\nover\\ there\n");
        assertThat(tab("bash", "over\\ t", "serve", "web", "--at", "over\\ t")).isEqualTo("none\nover\\ there\n");
        assertThat(tab("bash", "\"over t", "serve", "web", "--at", "\"over t")).isEqualTo("none\nover there\n");
        assertThat(tab("bash", "'over", "serve", "web", "--at", "'over")).isEqualTo("none\nover there\n");
        assertThat(tab("bash", "\"$", "serve", "web", "--at", "\"\\$")).isEqualTo("none\n\\$HOME\n");
        assertThat(tab("bash", "i", "serve", "web", "--at", "i")).isEqualTo("none\nit\\'s\n");
    }

    @Test
    void filesAreTheShells() {
        assertThat(tab("bash", "", "--trace-plugin", "")).isEqualTo("files\n");
        assertThat(tab("zsh", "", "--workspace=/t")).isEqualTo("folders\n");
    }

    @Test
    void oddWordsAreAnsweredWithNothing() {
        for (var words : List.of(
                List.<String>of(),
                List.of(TabAnswer.WORD, "bash"),
                List.of(TabAnswer.WORD, "bash", "", "--"),
                List.of(TabAnswer.WORD, "bash", "--", ""),
                List.of(TabAnswer.WORD, "--"))) {
            assertThat(TabAnswer.answer(words, Commands.ROOT, GUESTS, _ -> Optional.empty()))
                    .as("%s", words)
                    .isEqualTo("none\n");
        }
    }

    @Test
    void everyCommandLineOfJpThatWasCompletedParses() {
        for (int seed = 0; seed < 3_000; seed++) {
            var random = new Random(seed);
            var words = new ArrayList<String>();
            for (int step = 0; step < 7; step++) {
                var offered = offered(words, List.of("", "-", "--").get(random.nextInt(3)));
                if (offered.isEmpty()) {
                    offered = offered(words, "");
                }
                if (offered.isEmpty()) {
                    break;
                }
                words.add(offered.get(random.nextInt(offered.size())).text());
                var parsed = CommandLineParser.parse(Commands.ROOT, words);
                assertThat(parsed)
                        .as("seed %s: %s", seed, words)
                        .matches(each -> !(each instanceof ParsedCommandLine.Mistake(var _, var message, var _))
                                || message.startsWith("missing ")
                                || message.endsWith(" needs a value"));
            }
        }
    }

    private static List<Completion.Candidate> offered(List<String> words, String typed) {
        var all = new ArrayList<>(words);
        all.add(typed);
        return Completion.of(Commands.ROOT, List::of, _ -> Optional.empty(), all)
                .candidates();
    }

    private static String tab(String shell, String tail, String... words) {
        var all = new ArrayList<>(List.of(TabAnswer.WORD, shell, tail, "--"));
        all.addAll(List.of(words));
        return TabAnswer.answer(all, Commands.ROOT, GUESTS, _ -> Optional.empty());
    }
}
