package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.commands.Commands;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CommandLineParser;
import dev.outrigger.terminal.ParsedCommandLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What a command has changed, it tells programs, too.
class ChangesInJsonTest {
    /// In this order each succeeds. `@1` and `@2` are folders of two versions of the plugin `told`.
    private static final List<String> CHANGING = List.of(
            "start",
            "plugin install --yes @1",
            "plugin upgrade --yes @2",
            "plugin disable told",
            "plugin enable told",
            "plugin reload told",
            "plugin restart told",
            "plugin stop told",
            "plugin remove told",
            "audit retain 30",
            "stop");

    private static final Set<String> READING = Set.of(
            "status",
            "metrics",
            "plugin list",
            "plugin validate",
            "plugin explain",
            "plugin call",
            "plugin logs",
            "plugin trace",
            "plugin replay",
            "audit anchor",
            "audit verify",
            "completion");

    @Test
    void everyChangeIsAnObjectThatSaysWhat() throws IOException {
        try (var kaged = DaemonFixture.prepared()) {
            var first = kaged.plugin("told", "1.0.0").toString();
            for (var call : CHANGING) {
                if (call.contains("@2")) {
                    var second = kaged.plugin("told", "2.0.0").toString();
                    assertTold(kaged, call.replace("@2", second));
                } else {
                    assertTold(kaged, call.replace("@1", first));
                }
            }
        }
    }

    private static void assertTold(DaemonFixture kaged, String call) {
        var words = new ArrayList<>(List.of(call.split(" ")));
        words.add("--json");
        var told = kaged.run(words.toArray(String[]::new)).ok();
        assertThat(told.object().fields()).as(call).isNotEmpty();
        assertThat(told.out()).as(call).hasLineCount(1);
    }

    @Test
    void aGroupWithoutACommandIsAnErrorInJsonToo() throws IOException {
        try (var kaged = DaemonFixture.prepared()) {
            for (var words : new String[][] {{"--json"}, {"plugin", "--format", "json"}}) {
                var told = kaged.run(words);
                assertThat(told.code()).isEqualTo(2);
                assertThat(told.err())
                        .hasLineCount(1)
                        .startsWith("{\"error\":\"`kaged")
                        .contains("It has: ");
            }
        }
    }

    /// A new command has to say which it is.
    @Test
    void everyCommandThatChangesSomethingIsTried() {
        var known = new TreeSet<>(READING);
        var all = new TreeSet<String>();
        for (var top : Commands.ROOT.subcommands()) {
            if (!top.group()) {
                all.add(top.name());
            }
            for (Command sub : top.subcommands()) {
                all.add(top.name() + " " + sub.name());
            }
        }
        for (var name : all) {
            if (CHANGING.stream().anyMatch(call -> call.startsWith(name + " ") || call.equals(name))) {
                known.add(name);
            }
        }
        assertThat(known)
                .as("commands that this test knows; one that is new is one that changes something, or not")
                .containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void everyCommandTakesJsonInItsShortForm() {
        var all = new ArrayList<>(READING);
        CHANGING.forEach(call -> all.add(call.replaceAll(" (--yes|@[12]|told|30)", "")));
        for (var name : all) {
            var words = new ArrayList<>(List.of(name.split(" ")));
            words.addAll(List.of("--json", "--help"));
            assertThat(CommandLineParser.parse(Commands.ROOT, words))
                    .as(name)
                    .isInstanceOf(ParsedCommandLine.Help.class);
        }
    }
}
