package dev.outrigger.kaged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.kaged.commands.Commands;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CommandLineParser;
import dev.outrigger.terminal.ParsedCommandLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// What a command has changed, it tells programs, too.
class ChangesInJsonTest {
    /// A command, and what has to be in its answer.
    private record Change(String call, String tells) {}

    /// In this order each succeeds. `@1` and `@2` are folders of two versions of the plugin `told`; `@P` is one of a
    /// project with a plugin `brought`, and `@H` what is agreed to of that; `@S` is an MCP server.
    private static final List<Change> CHANGING = List.of(
            new Change("start", "\"pid\":"),
            new Change("plugin install --yes @1", "\"version\":\"1.0.0\""),
            new Change("plugin upgrade --yes @2", "\"version\":\"2.0.0\""),
            new Change("plugin disable told", "\"told\""),
            new Change("plugin enable told", "\"told\""),
            new Change("plugin reload told", "\"told\""),
            new Change("plugin restart told", "\"told\""),
            new Change("plugin stop told", "\"told\""),
            new Change("plugin remove told", "\"told\""),
            new Change("plugin wrap served --yes -- /usr/bin/python3 @S", "\"served\""),
            new Change("plugin tools served --accept --yes", "\"accepted\":[]"),
            new Change("project load @P", "\"state\":\"pending\""),
            new Change("project consent @P --accept brought@@H", "\"state\":\"ready\""),
            new Change("plugin promote brought", "{\"name\":\"brought\",\"local\":true}"),
            new Change("plugin demote brought", "{\"name\":\"brought\",\"local\":false}"),
            new Change("project consent @P --decline brought", "\"state\":\"declined\""),
            new Change("project unload @P", "\"root\":\"@P\",\"was_loaded\":true}"),
            new Change("project unload @P --forget", "\"root\":\"@P\",\"was_loaded\":false}"),
            new Change("audit retain 30", "\"removed\":"),
            new Change("stop", "\"pid\":"));

    private static final String SERVER = Path.of("../conformance/rogue/mcp-rogue")
            .toAbsolutePath()
            .normalize()
            .toString();

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
            "project list",
            "project status",
            "audit anchor",
            "audit verify",
            "completion");

    @Test
    void everyChangeIsAnObjectThatSaysWhat() throws IOException {
        try (var kaged = DaemonFixture.prepared()) {
            var first = kaged.plugin("told", "1.0.0").toString();
            var second = kaged.plugin("told", "2.0.0").toString();
            var project = new ProjectFixture(kaged, "site").bringing("brought");
            for (var change : CHANGING) {
                var hash = change.call().contains("@H")
                        ? project.plugin("brought").text("sha256").orElseThrow()
                        : "";
                UnaryOperator<String> filled = text -> text.replace("@1", first)
                        .replace("@2", second)
                        .replace("@S", SERVER)
                        .replace("@P", project.root.toString())
                        .replace("@H", hash);
                var words = new ArrayList<>(List.of(filled.apply(change.call()).split(" ")));
                // What stands behind `--` is not for kaged.
                words.add(words.contains("--") ? words.indexOf("--") : words.size(), "--json");
                var told = kaged.run(words.toArray(String[]::new)).ok();
                assertThat(told.object().fields()).as(change.call()).isNotEmpty();
                assertThat(told.out()).as(change.call()).hasLineCount(1).contains(filled.apply(change.tells()));
            }
        }
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
            if (CHANGING.stream().anyMatch(change -> (change.call() + " ").startsWith(name + " "))) {
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
        CHANGING.forEach(change -> all.add(change.call()
                .replaceAll(" (-- .*|served|--(yes|accept|decline|forget)|@[12P]|told|brought(@@H)?|30)", "")));
        for (var name : all) {
            var words = new ArrayList<>(List.of(name.split(" ")));
            words.addAll(List.of("--json", "--help"));
            assertThat(CommandLineParser.parse(Commands.ROOT, words))
                    .as(name)
                    .isInstanceOf(ParsedCommandLine.Help.class);
        }
    }
}
