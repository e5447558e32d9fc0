package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.CommandLineParser;
import dev.outrigger.terminal.ParsedCommandLine;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The built-in commands, as a user calls them.
class CommandsTest {
    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aWorkspace() {
        jail = Jail.in(folder);
    }

    @Test
    void aConversationsLifeFromNewToRm() {
        var id = jail.jp("conversation", "new", "--title", "Taxes").out().strip();

        assertThat(jail.jp("c", "rename", id, "Taxes 2026").code()).isEqualTo(0);
        assertThat(jail.jp("c", "pin").code()).as("the new one is in use").isEqualTo(0);
        assertThat(((Json.Obj) jail.jp("c", "show", "--format", "json").json()).fields())
                .containsEntry("title", Json.of("Taxes 2026"))
                .containsKey("pinned_at");
        var copy = jail.jp("c", "fork", id).out().strip();
        assertThat(copy).isNotEqualTo(id);
        assertThat(jail.jp("c", "archive", copy).code()).isEqualTo(0);
        assertThat(ids("c", "ls")).containsExactly(id);
        assertThat(ids("c", "ls", "--archived")).containsExactlyInAnyOrder(id, copy);
        assertThat(jail.jp("c", "rm", id).code()).as("no terminal to ask on").isEqualTo(2);
        assertThat(jail.jp("c", "rm", id, "--yes").code()).isEqualTo(0);
        assertThat(ids("c", "ls", "-a")).containsExactly(copy);
    }

    @Test
    void anIdMayBeShortenedWhileItIsUnique() {
        var one = jail.jp("c", "new").out().strip();
        var two = jail.jp("c", "new").out().strip();

        assertThat(jail.jp("c", "use", one.substring(6)).out().strip()).isEqualTo(one);
        var ambiguous = jail.jp("c", "use", one.substring(0, 4));
        assertThat(ambiguous.code()).isEqualTo(1);
        assertThat(ambiguous.err()).contains(one, two);
        assertThat(jail.jp("c", "use", "999").err()).contains("there is no conversation 999");
    }

    @Test
    void whatIsSetIsShownWithItsFileAndLine() {
        assertThat(jail.jp("config", "set", "assistant.name", "Ada").code()).isEqualTo(0);

        assertThat(jail.jp("config", "show", "assistant.name").out()).isEqualTo("Ada\n");
        assertThat(jail.jp("config", "show", "assistant.name", "--explain").out())
                .contains("assistant.name = \"Ada\"", "config.toml:");
        assertThat(jail.jp("--cfg", "assistant.name=Bob", "config", "show", "assistant.name")
                        .out())
                .isEqualTo("Bob\n");
        assertThat(jail.jp("config", "unset", "assistant.name").code()).isEqualTo(0);
        assertThat(jail.jp("config", "unset", "assistant.name").code()).isEqualTo(1);
    }

    @Test
    void anUnknownKeyIsRefusedWithASuggestion() {
        var result = jail.jp("config", "set", "assistant.nmae", "Ada");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("assistant.name");
        assertThat(jail.userConfig()).doesNotExist();
    }

    @Test
    void theDoctorFindsADamagedConversationAndRepairMendsIt() throws IOException {
        var id = jail.jp("c", "new", "--title", "Kept").out().strip();
        var events = jail.workspace().resolve(".jp/conversations/.outrigger/" + id + "/events.jsonl");
        Files.writeString(events, """
                [{"timestamp":"2026-01-01T00:00:00Z","type":"turn_start"}]
                this is no JSON
                [{"timestamp":"2026-01-01T00:00:01Z","type":"turn_start"}]
                """);

        var sick = jail.jp("doctor");
        assertThat(sick.code()).isEqualTo(1);
        assertThat(sick.out()).contains(id, "damaged");
        assertThat(jail.jp("c", "ls").out()).as("shown, not hidden").contains(id, "damaged");
        assertThat(jail.jp("c", "repair").out()).contains("keep 2 good batches");
        assertThat(Files.readString(events)).as("only shown so far").contains("this is no JSON");
        assertThat(jail.jp("c", "repair", "--apply").code()).isEqualTo(0);
        assertThat(jail.jp("doctor").code()).isEqualTo(0);
        assertThat(jail.jp("c", "print", id, "--format", "json").out().lines()).hasSize(2);
    }

    @Test
    void aLinkAmongTheConversationsKeepsNoneFromBeingMended() throws IOException {
        var sick = jail.jp("c", "new", "--title", "Kept").out().strip();
        var home = jail.workspace().resolve(".jp/conversations/.outrigger");
        var link = Files.createSymbolicLink(home.resolve("10000000000"), home.resolve(sick));
        Files.writeString(home.resolve(sick).resolve("events.jsonl"), "this is no JSON\n");

        assertThat(jail.jp("c", "ls").out()).contains("10000000000 is a link");
        assertThat(jail.jp("c", "repair", "10000000000", "--apply").err()).contains("nothing here can be mended");
        var mended = jail.jp("c", "repair", "--apply", "--format", "json");

        assertThat(mended.code()).isZero();
        assertThat(mended.out())
                .contains("\"conversation\":\"10000000000\"", "remove " + link)
                .containsPattern("\"conversation\":\"" + sick + "\",[^}]*\"applied\":true")
                .containsPattern("\"conversation\":\"10000000000\",[^}]*\"applied\":false");
        assertThat(jail.jp("c", "ls").out()).contains("Kept");
        assertThat(jail.jp("c", "print", "10000000000").err()).contains("10000000000 is a link");
        Files.delete(link);
        assertThat(jail.jp("doctor").code()).isZero();
    }

    /// What is said at every command is read at none.
    @Test
    void whatAWorkspaceMayNotSetIsSaidOnceUntilItIsAnother() throws IOException {
        var file = jail.workspace().resolve(".jp/config.toml");
        Files.writeString(file, "editor.command = \"evil\"\n");
        jail.jp("config", "show", "assistant", "--quiet");

        assertThat(jail.jp("config", "show", "assistant").err()).contains("editor.command is ignored", "(said once)");
        assertThat(jail.jp("config", "show", "assistant").err()).isEmpty();
        assertThat(jail.jp("doctor").out()).contains("editor.command is ignored");
        for (int i = 0; i < 2; i++) {
            assertThat(jail.jp("config", "show", "--explain").out()).contains("# " + file + ":1: editor.command is");
            assertThat(jail.jp("config", "show", "editor", "--explain", "--json")
                            .out())
                    .contains("\"key\":\"editor.command\",\"ignored\":\"is ignored");
        }
        Files.writeString(file, "\n\neditor.command = \"worse\"\nplugins.stall_secs = 5\n");
        assertThat(jail.jp("config", "show", "assistant").err())
                .contains(file + ":3: editor.command is ignored", file + ":4: plugins.stall_secs is ignored");
        assertThat(jail.jp("config", "show", "assistant").err()).isEmpty();
    }

    @Test
    void outsideAnyWorkspaceItSaysWhatToDo() {
        var result = jail.sh("cd / && $JP conversation ls");

        assertThat(result.code()).isZero();
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("in your own", "jp init", "no conversations yet");
    }

    @Test
    void aConversationIsCalledByItsTitleToo() {
        var taxes = jail.jp("c", "new", "-t", "Taxes").out().strip();
        var other = jail.jp("c", "new", "-t", "Taxes 2026").out().strip();
        var again = jail.jp("c", "new", "-t", "taxes 2026").out().strip();

        assertThat(jail.jp("c", "use", "Taxes").out().strip()).isEqualTo(taxes);
        assertThat(jail.jp("query", "-m", "demo", "-i", "Taxes 2026", "/say hello")
                        .code())
                .isZero();
        assertThat(jail.jp("c", "print", "Taxes 2026").out()).contains("hello");
        assertThat(jail.jp("c", "show").out()).as("still in use").contains(taxes);
        var several = jail.jp("c", "rm", "--yes", "TAXES 2026");
        assertThat(several.code()).isEqualTo(1);
        assertThat(several.err())
                .contains("TAXES 2026 may be any of 2:", other + "  Taxes 2026", again + "  taxes 2026")
                .contains("Type the id of the one you mean")
                .doesNotContain(taxes);
        assertThat(jail.jp("c", "pin", "Taxse").err()).contains("Did you mean " + taxes + "  Taxes?");
        assertThat(ids("c", "ls")).hasSize(3);
    }

    @Test
    void theListHasAHeaderTimesAndAMarkForTheOneInUse() {
        var other = jail.jp("c", "new", "-t", "Garden").out().strip();
        var used = jail.jp("c", "new", "-t", "Taxes").out().strip();
        jail.jp("c", "pin", other);
        jail.with("TZ", "Pacific/Kiritimati");

        var lines = jail.jp("c", "ls").out().lines().toList();

        assertThat(lines.getFirst()).matches("  ID +LAST USED +AGO +EVENTS +TITLE");
        assertThat(lines.get(1)).startsWith("  " + other).endsWith("now  0       Garden [pinned]");
        assertThat(lines.get(2)).startsWith("* " + used + "  ").endsWith("now  0       Taxes");
        var hour = ZonedDateTime.now(ZoneId.of("Pacific/Kiritimati"));
        assertThat(lines.get(2))
                .containsAnyOf(
                        " " + hour.toLocalDate(), " " + hour.minusHours(1).toLocalDate());
        assertThat(jail.jp("c", "ls", "--json").out()).containsOnlyOnce("\"in_use\":true");
    }

    @Test
    void inTheJsonFormatErrorsAreJsonToo() {
        var result = jail.jp("--format", "json", "c", "show", "1");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).startsWith("{\"error\":").endsWith("}\n");
    }

    @Test
    void usageErrorsTooWhenTheWordsAskForJson() {
        var result = jail.jp("--format", "json", "nosuch");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("{\"error\":").endsWith("}\n");
    }

    @Test
    void aBareGroupIsAnErrorInJsonToo() {
        for (var words : List.of(List.of("--json"), List.of("c", "--json"), List.of("--format=json", "plugin"))) {
            var result = jail.jp(words.toArray(String[]::new));

            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err())
                    .hasLineCount(1)
                    .startsWith("{\"error\":\"`jp")
                    .contains("wants a command", "It has: ")
                    .endsWith("}\n");
        }
    }

    @Test
    void aStrangersTextCannotDriveTheTerminal() throws IOException {
        Files.writeString(jail.workspace().resolve(".jp.toml"), "[assistant]\nname = \"\\u009b2J\\u202ezz\"\n");

        for (var words : List.of("config show assistant", "config show assistant --format json")) {
            var seen = jail.sh("script -qec \"$JP " + words + "\" /dev/null");
            assertThat(seen.out()).as(words).contains("zz").doesNotContain("\u009b", "\u202e");
        }
    }

    @Test
    void aBareGroupShowsItsHelpAndEndsWith2() {
        var result = jail.jp("conversation");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("Usage: jp conversation", "grep");
    }

    @Test
    void everyCommandHasHelpWithAnExample() {
        visit(List.of(), Commands.ROOT);
    }

    private static void visit(List<String> path, Command command) {
        if (!command.group()) {
            assertThat(command.about()).as(path + command.name()).isNotBlank();
            assertThat(command.examples()).as(path + command.name()).isNotEmpty();
        }
        for (var sub : command.subcommands()) {
            visit(List.of(command.name()), sub);
        }
    }

    private List<String> ids(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--format", "json"));
        return ((Json.Arr) jail.jp(all.toArray(String[]::new)).json())
                .items().stream()
                        .map(item -> ((Json.Obj) item).text("id").orElseThrow())
                        .toList();
    }

    @Test
    void everyCommandTakesJsonInItsShortForm() {
        leaves(Commands.ROOT, new ArrayList<>()).forEach(words -> {
            var asked = new ArrayList<>(words);
            asked.addAll(List.of("--json", "--help"));
            assertThat(CommandLineParser.parse(Commands.ROOT, asked))
                    .as("%s", words)
                    .isInstanceOf(ParsedCommandLine.Help.class);
        });
        assertThat(jail.jp("c", "ls", "--json").json()).isEqualTo(new Json.Arr(List.of()));
        assertThat(jail.jp("gruop", "--json").err()).startsWith("{\"error\":");
    }

    private static List<List<String>> leaves(Command command, List<String> words) {
        if (!command.group()) {
            return List.of(words);
        }
        var leaves = new ArrayList<List<String>>();
        for (var sub : command.subcommands()) {
            assertThat(sub.args())
                    .as("%s %s", words, sub.name())
                    .noneMatch(arg -> arg.name().matches("json|format"));
            var longer = new ArrayList<>(words);
            longer.add(sub.name());
            leaves.addAll(leaves(sub, longer));
        }
        return leaves;
    }
}
