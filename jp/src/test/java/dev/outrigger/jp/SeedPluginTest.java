package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first promise: a plugin written from the protocol's source document runs unchanged.
class SeedPluginTest {
    private static final Path TITLES = Jail.CLONE.resolve("examples/titles/jp-titles");

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aWorkspaceWithTwoConversations() {
        jail = Jail.in(folder);
        jail.jp("conversation", "new", "--title", "Refactor");
        jail.jp("conversation", "new", "--title", "Taxes");
    }

    @Test
    void titlesPrintsTheTitles() throws IOException {
        jail.plugin("titles", TITLES).trusted("titles");

        var result = jail.jp("titles");

        assertThat(result.out().lines()).containsExactlyInAnyOrder("Refactor", "Taxes");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isEqualTo(0);
    }

    @Test
    void withoutApprovalAndWithoutATerminalItIsNotStarted() throws IOException {
        jail.plugin("titles", "#!/bin/sh\ntouch started\n");

        var result = jail.jp("titles");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("plugins.command.titles.run");
        assertThat(jail.workspace().resolve("started")).doesNotExist();
    }

    @Test
    void wordsBehindThePluginAreThePlugins() throws IOException {
        jail.plugin("words", """
                #!/bin/bash
                read -r init
                echo '{"type":"ready"}'
                jq -c '{type:"print",text:(.args|tojson)}' <<<"$init"
                echo '{"type":"exit","code":0}'
                """).trusted("words");

        var result = jail.jp("--quiet", "words", "--format", "html", "-v", "--", "ä");

        assertThat(result.out()).isEqualTo("[\"--format\",\"html\",\"-v\",\"--\",\"ä\"]");
    }

    @Test
    void theLongestNameWins() throws IOException {
        for (var id : new String[] {"serve", "serve-site"}) {
            jail.plugin(id, """
                    #!/bin/bash
                    read -r init
                    echo '{"type":"ready"}'
                    echo '{"type":"print","text":"%s\\n"}'
                    echo '{"type":"exit","code":0}'
                    """.formatted(id)).trusted(id);
        }

        assertThat(jail.jp("serve", "site", "--port", "1").out()).isEqualTo("serve-site\n");
        assertThat(jail.jp("serve", "api").out()).isEqualTo("serve\n");
    }

    @Test
    void aPluginBelowABuiltInGroupIsFoundByItsAliasToo() throws IOException {
        jail.plugin("conversation-export", """
                #!/bin/bash
                read -r init
                echo '{"type":"ready"}'
                echo '{"type":"print","text":"exported\\n"}'
                echo '{"type":"exit","code":0}'
                """).trusted("conversation-export");

        assertThat(jail.jp("c", "export", "--html").out()).isEqualTo("exported\n");
    }

    @Test
    void aPluginNeverShadowsABuiltIn() throws IOException {
        jail.plugin("doctor", "#!/bin/sh\ntouch shadowed\n").trusted("doctor");

        jail.jp("doctor");

        assertThat(jail.workspace().resolve("shadowed")).doesNotExist();
    }

    @Test
    void everyExampleRuns() throws IOException {
        jail.plugin("diary", Jail.CLONE.resolve("examples/diary/jp-diary")).trusted("diary");

        assertThat(jail.jp("diary", "We", "set", "sail.").code()).isEqualTo(0);
        assertThat(jail.jp("conversation", "grep", "set sail").code()).isEqualTo(0);
    }

    @Test
    void theTourShowsThreePluginsAndLeavesNothingBehind() throws IOException {
        var temporary = Files.createDirectories(folder.resolve("tmp"));

        var result =
                jail.with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary).jp("tour");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(result.err()).contains("diary → jp", "titles → jp", "count → jp", "push_events", "read_events");
        assertThat(result.out()).contains("Diary", "Day 1: we set sail.");
        try (var left = Files.list(temporary)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void theTourLeavesOutWhatIsWrittenForAProgramThatIsNotThere() throws IOException {
        var result = jail.with(
                        "PATH", Files.createDirectory(folder.resolve("few")).toString())
                .jp("tour");

        assertThat(result.code()).as(result.err()).isEqualTo(0);
        assertThat(result.err())
                .contains("it needs python3", "it needs jq", "count → jp")
                .doesNotContain("diary → jp", "titles → jp");
    }

    /// dash's echo turns \\n into a newline, in the middle of a line of JSON: a trap for authors.
    @Test
    void linesThatAreNoMessagesAreMentionedAtTheEnd() throws IOException {
        jail.plugin("dashed", """
                #!/bin/dash
                read -r init
                echo '{"type":"ready"}'
                echo '{"type":"print","text":"hello\\n"}'
                echo '{"type":"exit","code":0}'
                """).trusted("dashed");

        var result = jail.jp("dashed");

        assertThat(result.code()).isEqualTo(0);
        assertThat(result.err()).contains("jp-dashed wrote 2 lines that are no messages", "line 2");
    }

    @Test
    void aTraceHoldsEveryLineOfBothSides() throws IOException {
        jail.plugin("titles", TITLES).trusted("titles");

        jail.jp("--trace-plugin", "trace.jsonl", "titles");

        var lines = Files.readAllLines(jail.workspace().resolve("trace.jsonl"));
        assertThat(lines)
                .anySatisfy(
                        line -> assertThat(line).contains("\"from\":\"host\"").contains("init"));
        assertThat(lines)
                .anySatisfy(
                        line -> assertThat(line).contains("\"from\":\"plugin\"").contains("ready"));
        assertThat(lines).allSatisfy(line -> assertThat(line).startsWith("{\"time\":\""));
    }
}
