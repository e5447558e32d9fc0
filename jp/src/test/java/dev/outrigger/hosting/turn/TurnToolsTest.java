package dev.outrigger.hosting.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.assistant.Tool;
import dev.outrigger.jp.front.FakeTool;
import dev.outrigger.launch.Launcher;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.UserPlaces;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.Settings;
import dev.outrigger.workspace.settings.SettingsSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnToolsTest {
    private static final ToolSource BUILTIN = source(ToolSource.Kind.BUILTIN, "builtin", "read", "write");
    private static final ToolSource FILES = source(ToolSource.Kind.MCP, "mcp.files", "read", "watch");

    @TempDir
    Path folder;

    private final List<String> notes = new ArrayList<>();

    private static ToolSource source(ToolSource.Kind kind, String source, String... names) {
        return ToolSource.of(
                kind,
                () -> List.of(names).stream()
                        .<Tool>map(name -> new FakeTool(name, source))
                        .toList());
    }

    private Settings settings(String toml) throws IOException, WorkspaceProblem {
        var places = UserPlaces.of(Map.of("HOME", folder.toString(), "XDG_CONFIG_HOME", folder.toString()));
        Files.createDirectories(folder.resolve("jp"));
        Files.writeString(folder.resolve("jp/config.toml"), toml);
        return Settings.load(new SettingsSources(places, null, folder, Map.of(), Json.EMPTY, List.of()));
    }

    private TurnTools tools(String toml, ToolChoice choice, ToolSource... sources) throws Exception {
        notes.clear();
        return TurnTools.assembled(settings(toml), List.of(sources), choice, _ -> Map.of(), notes);
    }

    private static List<String> names(TurnTools tools) {
        return tools.tools().stream()
                .map(tool -> tool.definition().name() + " " + tool.source())
                .toList();
    }

    @Test
    void whatIsSaidOfAllToolsHoldsWhereNothingIsSaidOfOne() throws Exception {
        var off = tools("""
                [conversation.tools.'*']
                enable = false
                run = "skip"
                [conversation.tools.read]
                enable = true
                [conversation.tools.write]
                run = "unattended"
                """, ToolChoice.ALL, BUILTIN, FILES);

        assertThat(names(off)).containsExactly("read builtin");
        assertThat(off.all())
                .extracting(each -> each.tool().fullName() + " " + each.tool().consent())
                .containsExactlyInAnyOrder(
                        "builtin/read SKIP", "builtin/write UNATTENDED", "mcp.files/read SKIP", "mcp.files/watch SKIP");
        assertThat(notes).isEmpty();
    }

    /// Nobody has seen what a server will offer some day.
    @Test
    void ofAServersToolUnattendedStillMeansTheOneThatWasSeen() throws Exception {
        notes.clear();
        var tools = TurnTools.assembled(
                settings("conversation.tools.'*'.run = 'unattended'"),
                List.of(BUILTIN, FILES),
                ToolChoice.ALL,
                asked -> asked.stream().collect(Collectors.toMap(Tool::fullName, _ -> "it is new")),
                notes);

        assertThat(tools.all())
                .extracting(each -> each.tool().fullName() + " " + each.tool().consent())
                .containsExactlyInAnyOrder(
                        "builtin/read UNATTENDED",
                        "builtin/write UNATTENDED",
                        "mcp.files/read ASK",
                        "mcp.files/watch ASK");
    }

    @Test
    void twoWithOneNameAreBothThereAndTheSettingsNameOneInFull() throws Exception {
        assertThat(names(tools("", ToolChoice.ALL, FILES, BUILTIN)))
                .containsExactly("files__read mcp.files", "read builtin", "watch mcp.files", "write builtin");
        assertThat(names(tools("[conversation.tools.read]\nsource = \"mcp.files\"", ToolChoice.ALL, FILES, BUILTIN)))
                .containsExactly("builtin__read builtin", "read mcp.files", "watch mcp.files", "write builtin");
        assertThat(notes).isEmpty();
    }

    @Test
    void aSettingRenamesSwitchesOffAndDecidesAboutConsent() throws Exception {
        var tools = tools("""
                [conversation.tools.peek]
                source = "mcp.files/read"
                description = "my words"
                run = "unattended"
                [conversation.tools.write]
                enable = false
                """, ToolChoice.ALL, FILES, BUILTIN);

        assertThat(names(tools)).containsExactly("peek mcp.files", "read builtin", "watch mcp.files");
        var peek = tools.named("peek").orElseThrow();
        assertThat(peek.consent()).isEqualTo(Tool.Consent.UNATTENDED);
        assertThat(peek.definition().description()).isEqualTo("my words");
        assertThat(peek.fullName()).isEqualTo("mcp.files/read");
        assertThat(tools.all()).filteredOn(each -> each.name().equals("write")).noneMatch(TurnTools.Offered::enabled);
    }

    /// The finding: a permission was bound to a name, and the first by the alphabet had it.
    @Test
    void anotherServerWithTheSameToolDoesNotTakeThePermission() throws Exception {
        var evil = source(ToolSource.Kind.MCP, "mcp.aaa", "watch", "write");
        for (var source : new String[] {"", "source = \"mcp.files\"\n", "source = \"mcp.gone\"\n"}) {
            var tools = tools(
                    "[conversation.tools.watch]\n" + source + "run = \"unattended\"\n",
                    ToolChoice.ALL,
                    evil,
                    FILES,
                    BUILTIN);

            assertThat(tools.all())
                    .filteredOn(each -> each.tool().consent() == Tool.Consent.UNATTENDED)
                    .as(source)
                    .extracting(each -> each.tool().fullName())
                    .isEqualTo(source.contains("files") ? List.of("mcp.files/watch") : List.of());
        }
        assertThat(notes).anyMatch(note -> note.contains("there is no tool mcp.gone/watch"));
    }

    @Test
    void withoutASourceOnlyABuiltInOrLocalToolIsMeant() throws Exception {
        tools("[conversation.tools.watch]\nrun = \"unattended\"\n", ToolChoice.ALL, FILES, BUILTIN);

        assertThat(notes)
                .singleElement()
                .asString()
                .contains("conversation.tools.watch is about a tool that is not there", "is meant: mcp.files");
    }

    @Test
    void namesWithDotsWorkInSettings() throws Exception {
        var reference = source(ToolSource.Kind.PLUGIN, "plugin.example.python_reference", "plugin.python_echo");
        for (var toml : new String[] {
            "[conversation.tools.\"plugin.python_echo\"]\nsource = \"plugin.example.python_reference\"\n",
            "[conversation.tools.plugin_python_echo]\nsource = \"plugin.example.python_reference/plugin.python_echo\"\n"
        }) {
            var tools = tools(toml + "run = \"unattended\"\n", ToolChoice.ALL, reference, BUILTIN);

            assertThat(notes).isEmpty();
            assertThat(tools.named("plugin_python_echo").orElseThrow().consent())
                    .isEqualTo(Tool.Consent.UNATTENDED);
        }
        assertThat(names(tools(
                        "",
                        new ToolChoice(List.of("plugin.example.python_reference/plugin.python_echo"), List.of()),
                        reference,
                        BUILTIN)))
                .containsExactly("plugin_python_echo plugin.example.python_reference");
    }

    @Test
    void whatIsNotWhatWasSeenIsAskedAbout() throws Exception {
        notes.clear();
        var times = new AtomicInteger();
        var tools = TurnTools.assembled(
                settings("""
                        [conversation.tools.watch]
                        source = "mcp.files"
                        run = "unattended"
                        [conversation.tools.peek]
                        source = "mcp.files/read"
                        run = "unattended"
                        [conversation.tools.write]
                        run = "unattended"
                        """),
                List.of(FILES, BUILTIN),
                ToolChoice.ALL,
                asked -> {
                    assertThat(asked)
                            .extracting(Tool::fullName)
                            .containsExactlyInAnyOrder("mcp.files/watch", "mcp.files/read");
                    times.incrementAndGet();
                    return Map.of("mcp.files/watch", "mcp.files/watch has changed");
                },
                notes);

        assertThat(times).as("one look at what was seen, for all tools").hasValue(1);

        assertThat(tools.named("watch").orElseThrow().consent()).isEqualTo(Tool.Consent.ASK);
        assertThat(tools.named("write").orElseThrow().consent()).isEqualTo(Tool.Consent.UNATTENDED);
        assertThat(notes).containsExactly("mcp.files/watch has changed");
    }

    @Test
    void theCommandLineNamesAToolAsItIsShownInFullOrByItsOwnNameIfThatIsOnlyOne() throws Exception {
        var other = source(ToolSource.Kind.MCP, "mcp.other", "watch");
        for (var name : List.of("files__read", "mcp.files/read", "mcp.files/r*")) {
            assertThat(names(tools("", new ToolChoice(List.of(name), List.of()), FILES, BUILTIN)))
                    .as(name)
                    .containsExactly("files__read mcp.files");
        }
        assertThat(names(tools("", new ToolChoice(List.of("read"), List.of()), FILES, BUILTIN)))
                .containsExactly("read builtin");
        assertThatThrownBy(() -> tools("", new ToolChoice(List.of("watch"), List.of()), FILES, other))
                .hasMessage("several tools are called watch");
        assertThat(names(tools("", new ToolChoice(List.of(), List.of("watch", "builtin/*")), FILES, other, BUILTIN)))
                .containsExactly("files__read mcp.files");
    }

    @Test
    void theCommandLineChoosesByNameAndPattern() throws Exception {
        assertThat(names(tools("", new ToolChoice(List.of("w*"), List.of("watch")), FILES, BUILTIN)))
                .containsExactly("write builtin");
        assertThat(names(tools("", new ToolChoice(List.of(), List.of("*")), FILES, BUILTIN)))
                .isEmpty();
        var off = "[conversation.tools.write]\nenable = false\n";
        assertThat(names(tools(off, new ToolChoice(List.of("write"), List.of()), BUILTIN)))
                .as("named in full, it is switched on")
                .containsExactly("write builtin");
        assertThat(names(tools(off, new ToolChoice(List.of("w*", "read"), List.of()), BUILTIN)))
                .containsExactly("read builtin");
        assertThatThrownBy(() -> tools("", new ToolChoice(List.of("rite"), List.of()), BUILTIN))
                .isInstanceOf(Problem.class)
                .hasMessage("there is no tool rite");
    }

    @Test
    void aSourceWhoseToolsCannotBeWantedIsNotAsked() throws Exception {
        var never = ToolSource.of(ToolSource.Kind.MCP, () -> {
            throw new AssertionError("asked");
        });

        assertThat(names(tools("", new ToolChoice(List.of("read"), List.of()), never, BUILTIN)))
                .containsExactly("read builtin");
        assertThat(names(tools("", new ToolChoice(List.of(), List.of("*")), never, BUILTIN)))
                .isEmpty();
    }

    @Test
    void aFailingSourceIsANoteAndHurtsNoOther() throws Exception {
        var broken = ToolSource.of(ToolSource.Kind.PLUGIN, () -> {
            throw new Problem("the plugin weather is broken", "Remove it.");
        });

        assertThat(names(tools("", ToolChoice.ALL, broken, FILES, BUILTIN))).hasSize(4);
        assertThat(notes).containsExactly("the plugin weather is broken (Remove it.)");
    }

    @Test
    void settingsThatMeanNothingAreToldWithFileAndKey() throws Exception {
        tools("""
                [conversation.tools.a]
                source = "nowhere"
                [conversation.tools.b]
                run = "ask"
                [conversation.tools.c]
                source = "mcp.files"
                """, ToolChoice.ALL, FILES, BUILTIN);

        assertThat(notes).hasSize(3);
        assertThat(notes.get(0)).contains("config.toml:2: conversation.tools.a.source", "builtin, local");
        assertThat(notes.get(1)).contains("config.toml:4: conversation.tools.b", "is not there");
        assertThat(notes.get(2)).contains("conversation.tools.c.source", "there is no tool mcp.files/c");
    }

    @Test
    void localToolsComeFromTheSettingsAndBadOnesAreToldWithFileAndKey() throws Exception {
        var settings = settings("""
                [conversation.tools.good]
                source = "local"
                command = "true"
                run = "unattended"
                parameters.city = { type = "string", required = true }
                [conversation.tools.none]
                source = "local"
                [conversation.tools.bad]
                source = "local"
                command = "true"
                parameters.city = { type = "town" }
                """);

        var local = new LocalToolSettings(settings, folder, folder, Map.of(), new Launcher(folder)).all(notes::add);

        assertThat(local).extracting(tool -> tool.definition().name()).containsExactly("good");
        assertThat(local.getFirst().definition().parameters().fields()).containsKey("properties");
        assertThat(notes).hasSize(2);
        assertThat(notes.get(0)).contains("config.toml:11", "conversation.tools.bad.parameters.city.type");
        assertThat(notes.get(1)).contains("config.toml:7", "there is no command");
    }
}
