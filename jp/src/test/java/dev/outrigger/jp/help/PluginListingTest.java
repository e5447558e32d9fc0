package dev.outrigger.jp.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.StreamLook;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which plugins are shown, and by which words.
class PluginListingTest {
    @Test
    void aPluginIsListedByThePathItDeclares() {
        var known = new FixedPlugins()
                .described("zz", "Read-only web UI", "serve", "web")
                .described("serve-http-api", "HTTP API", "serve", "http-api")
                .described("titles", "List titles");

        assertThat(lines(known))
                .containsExactly("serve http-api: HTTP API", "serve web: Read-only web UI", "titles: List titles");
    }

    @Test
    void withoutADescriptionItIsListedByItsFilesName() {
        assertThat(lines(new FixedPlugins().found("serve-web").found("a--b"))).containsExactly("a--b: ", "serve web: ");
    }

    @Test
    void whatIsNotApprovedOrDoesNotAnswerIsMarked() {
        var known = new FixedPlugins().found("ant").described("bee", "Bee").silent("cow");

        assertThat(lines(known, plugin -> plugin.id().equals("cow")))
                .containsExactly("ant: (not approved)", "bee: Bee (not approved)", "cow: (no description)");
    }

    @Test
    void whatABuiltInCommandHidesIsNotListed() {
        var known = new FixedPlugins()
                .found("init")
                .found("init-more")
                .found("conversation")
                .found("conversation-ls")
                .found("c-ls")
                .found("help")
                .found("conversation-export")
                .described("mine", "Mine", "config", "show");

        assertThat(lines(known)).containsExactly("conversation export: ", "mine: Mine");
    }

    @Test
    void ofTwoWithTheSamePathTheOneThatWinsHasIt() {
        var known = new FixedPlugins()
                .described("one", "declares it", "serve", "web")
                .described("serve-web", "is called so")
                .described("two", "comes too late", "serve", "web");
        assertThat(lines(known)).containsExactly("one: declares it", "serve web: is called so", "two: comes too late");

        var installed = new FixedPlugins().described("titles", "on PATH").installed("titles");
        assertThat(lines(installed)).containsExactly("titles: As installed");
    }

    @Test
    void anInstalledOneIsListedByThePathOfTheRegistryUntilItWasAsked() {
        assertThat(lines(new FixedPlugins().installed("serve-http-api", "serve", "http-api")))
                .containsExactly("serve http-api: As installed");
    }

    @Test
    void aPathThatNobodyCanTypeIsIgnored() {
        var known = new FixedPlugins()
                .described("a", "A", "--format")
                .described("b", "B", "two words")
                .described("e", "E", "")
                .described("d", "D", "\u001b[2J");

        assertThat(lines(known)).containsExactly("a: A", "b: B", "d: D", "e: E");
    }

    @Test
    void onlyWhatIsApprovedAndNeverAnsweredIsAsked() {
        var known = new FixedPlugins()
                .found("new")
                .found("stranger")
                .described("old", "Old")
                .silent("mute");
        var asked = new ArrayList<List<PluginProgram>>();

        var listing =
                PluginOverview.of(Commands.ROOT, known, plugin -> !plugin.id().equals("stranger"), plugins -> {
                    asked.add(List.copyOf(plugins));
                    known.says(plugins.getFirst(), new KnownPlugins.Brief(List.of("brand", "new"), "New", true));
                });

        assertThat(asked).containsExactly(List.of(FixedPlugins.onPath("new"), FixedPlugins.onPath("mute")));
        assertThat(lines(listing))
                .containsExactly("brand new: New", "mute: (no description)", "old: Old", "stranger: (not approved)");
        known.says(FixedPlugins.onPath("mute"), new KnownPlugins.Brief(List.of(), "", true));
        PluginOverview.of(Commands.ROOT, known, plugin -> !plugin.id().equals("stranger"), _ -> {
            throw new AssertionError("asked again");
        });
    }

    @Test
    void theSectionLooksLikeTheOthers() {
        var listing = PluginListing.of(
                Commands.ROOT,
                new FixedPlugins().described("titles", "List titles").found("serve-web"),
                plugin -> plugin.id().equals("titles"));

        assertThat(PluginOverview.section(listing, StreamLook.PLAIN)).isEqualTo("""

                Plugins:
                  serve web  (not approved)
                  titles     List titles
                """);
        assertThat(PluginOverview.section(PluginListing.EMPTY, StreamLook.PLAIN))
                .isEmpty();
    }

    private static List<String> lines(KnownPlugins known) {
        return lines(known, _ -> true);
    }

    private static List<String> lines(KnownPlugins known, PluginListing.Approvals approvals) {
        return lines(PluginListing.of(Commands.ROOT, known, approvals));
    }

    private static List<String> lines(PluginListing listing) {
        return listing.rows().stream()
                .map(row -> String.join(" ", row.path()) + ": " + row.text())
                .toList();
    }
}
