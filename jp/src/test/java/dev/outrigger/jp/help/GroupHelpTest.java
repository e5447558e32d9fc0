package dev.outrigger.jp.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.HelpText;
import dev.outrigger.terminal.StreamLook;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The help of groups, with what is installed and what is not.
class GroupHelpTest {
    private static final RegistryEntry SERVE =
            entry("serve", RegistryEntry.Kind.COMMAND_GROUP, "JP server components", "serve web", "serve http-api");

    @Test
    void aGroupOfTheRegistryLooksLikeABuiltInOne() {
        var registry = List.of(
                SERVE,
                entry("serve http-api", RegistryEntry.Kind.COMMAND, "HTTP API for conversations"),
                entry("serve web", RegistryEntry.Kind.COMMAND, "What the registry says"),
                entry("other", RegistryEntry.Kind.COMMAND, "Elsewhere"));
        var known = new FixedPlugins().described("serve-web", "Read-only web UI for conversations");
        var group = GroupHelp.at(List.of("serve"), null, listing(known), registry);

        assertThat(HelpText.render(group.orElseThrow(), List.of("jp", "serve"), false, StreamLook.PLAIN)
                        + GroupHelp.footer(List.of("serve")))
                .isEqualTo("""
                        JP server components

                        Usage: jp serve <COMMAND>

                        Commands:
                          web       Read-only web UI for conversations
                          http-api  HTTP API for conversations (not installed)

                        Options:
                          -h, --help  Print help (see more with '--help')

                        Run `jp serve <command> -h` for more information.
                        """);
    }

    @Test
    void aSuggestionThatTheRegistryDoesNotHaveIsNamedToo() {
        assertThat(members(List.of("serve"), null, new FixedPlugins(), List.of(SERVE)))
                .containsExactly("web: (not installed)", "http-api: (not installed)");
    }

    @Test
    void aPluginWithOthersBelowItKeepsItsOwnHelp() {
        var own = Command.named("serve")
                .about("Serves")
                .arg(Argument.option("port", "PORT", "Where"))
                .sub(Command.named("status").about("How it is"));
        var known = new FixedPlugins().described("serve", "Serves").found("serve-web");
        var group = GroupHelp.at(
                        List.of("serve"),
                        own,
                        listing(known),
                        List.of(SERVE, entry("serve status", RegistryEntry.Kind.COMMAND, "Never seen")))
                .orElseThrow();

        assertThat(group.about()).isEqualTo("Serves");
        assertThat(group.args()).hasSize(1);
        assertThat(members(group)).containsExactly("status: How it is", "web: ", "http-api: (not installed)");
    }

    @Test
    void aBuiltInGroupListsThePluginsBelowIt() {
        var own = Commands.ROOT.subcommand("conversation").orElseThrow();
        var known = new FixedPlugins().described("conversation-export", "Export one");

        assertThat(members(List.of("conversation"), own, known, List.of()))
                .contains(
                        "export: Export one",
                        "ls: " + own.subcommand("ls").orElseThrow().about());
    }

    @Test
    void whatLiesDeeperStandsWithAllItsWordsUnlessItsParentShowsIt() {
        var known = new FixedPlugins()
                .described("a", "A", "deep", "down", "under")
                .described("b", "B", "deep", "web")
                .described("c", "C", "deep", "web", "admin");

        assertThat(members(List.of("deep"), null, known, List.of())).containsExactly("down under: A", "web: B");
    }

    @Test
    void anInstalledPluginIsNeverCalledNotInstalled() {
        var known = new FixedPlugins().installed("serve-http-api");

        assertThat(members(
                        List.of("serve"),
                        null,
                        known,
                        List.of(entry("serve http-api", RegistryEntry.Kind.COMMAND, "HTTP API"))))
                .noneMatch(line -> line.contains("(not installed)"));
    }

    @Test
    void wordsWithNothingBelowThemAreNoGroup() {
        assertThat(GroupHelp.at(List.of("titles"), null, listing(new FixedPlugins().found("titles")), List.of(SERVE)))
                .isEmpty();
    }

    @Test
    void aHostileRegistryCannotDriveTheTerminal() {
        var registry = List.of(
                entry("serve", RegistryEntry.Kind.COMMAND_GROUP, "a\u001b]0;x\u0007b\nc"),
                entry("serve web", RegistryEntry.Kind.COMMAND, "d\u009b2Je" + "!".repeat(100_000)));
        var group = GroupHelp.at(List.of("serve"), null, PluginListing.EMPTY, registry)
                .orElseThrow();

        assertThat(group.about()).isEqualTo("ab c");
        assertThat(group.subcommands().getFirst().about())
                .startsWith("de!")
                .hasSizeLessThan(600)
                .endsWith("(not installed)");
    }

    private static RegistryEntry entry(
            String command, RegistryEntry.Kind kind, String description, String... suggests) {
        return new RegistryEntry(
                List.of(command.split(" ")),
                command.replace(' ', '-'),
                kind,
                "",
                description,
                false,
                java.util.Arrays.stream(suggests)
                        .map(each -> List.of(each.split(" ")))
                        .toList(),
                List.of(),
                "",
                Map.of());
    }

    private static PluginListing listing(KnownPlugins known) {
        return PluginListing.of(Commands.ROOT, known, _ -> true);
    }

    private static List<String> members(
            List<String> path, @Nullable Command own, KnownPlugins known, List<RegistryEntry> registry) {
        return members(GroupHelp.at(path, own, listing(known), registry).orElseThrow());
    }

    private static List<String> members(Command group) {
        return group.subcommands().stream()
                .map(each -> each.name() + ": " + each.about())
                .toList();
    }
}
