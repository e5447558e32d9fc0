package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.system.FileLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A workspace that the original jp made and worked in, with one of our conversations in its trash: `original/` among
/// the resources, by hand.
class OriginalWorkspaceTest {
    private static final String PLAN = "17530074000";
    private static final String ARCHIVED = "17530074001";
    private static final String MINE = "17530074002";
    private static final String THROWN_AWAY = "17530074003";

    @TempDir
    Path folder;

    private Jail jail;
    private Path storage;
    private Path users;

    @BeforeEach
    void copy() throws IOException {
        jail = Jail.in(folder);
        storage = jail.workspace().resolve(".jp");
        users = folder.resolve("data/jp/workspace/workspace-a1b2c");
        var fixture = Jail.CLONE.resolve("jp/src/test/resources/original");
        assertThat(jail.sh("rm -rf .jp && mkdir -p " + users.getParent() + " && cp -r " + fixture + "/storage .jp"
                                + " && cp -r " + fixture + "/user " + users + " && ln -s " + storage + " " + users
                                + "/storage")
                        .code())
                .isZero();
    }

    @Test
    void everythingIsSeenAndReadAndNothingIsChanged() throws IOException {
        var before = theirs();

        var list = jail.jp("conversation", "ls", "--archived");
        assertThat(list.out())
                .contains(PLAN, ARCHIVED, MINE, THROWN_AWAY, "The plan", "[archived]", "of the original jp");
        assertThat(list.out().lines()).hasSize(1 + 4).noneMatch(line -> line.contains("damaged"));
        var usual = jail.jp("conversation", "ls");
        assertThat(usual.out()).doesNotContain(ARCHIVED);
        assertThat(usual.err()).contains("1 more put away: `jp conversation ls --archived` shows them");
        assertThat(jail.jp("conversation", "show", PLAN).out()).contains("The plan");
        assertThat(jail.jp("conversation", "print", PLAN).out()).contains("The harbour is in the west.");
        assertThat(jail.jp("conversation", "print", MINE).out()).contains("Yours.");
        assertThat(jail.jp("conversation", "grep", "harbour").out()).contains(PLAN, ARCHIVED, MINE, THROWN_AWAY);
        assertThat(jail.jp("conversation", "repair").err()).contains("nothing to mend");
        assertThat(jail.jp("doctor").out())
                .contains("4 conversations, none damaged", "3 conversations are the original jp's");

        assertThat(theirs()).isEqualTo(before);
    }

    @Test
    void aQueryGoesOnInACopyAndSaysSoOnce() throws IOException {
        var before = theirs();
        var demo = "--cfg=assistant.model.id.provider=demo";

        var first = jail.jp(demo, "query", "--id", PLAN, "And the lighthouse?");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.err()).contains("goes on in a copy");
        var second = jail.jp(demo, "query", "--id", PLAN, "And the pier?");
        assertThat(second.code()).as(second.err()).isZero();
        assertThat(second.err()).doesNotContain("copy");

        assertThat(theirs()).isEqualTo(before);
        assertThat(jail.jp("conversation", "print", PLAN).out())
                .contains("The harbour is in the west.", "And the lighthouse?", "And the pier?");
        assertThat(jail.jp("conversation", "ls").out()).containsOnlyOnce(PLAN);

        grow(storage.resolve("conversations/17530074000-the-plan/events.json"));
        assertThat(jail.jp("conversation", "ls").out())
                .containsPattern(
                        "changed since the copy in this list was made, of [1-9][0-9]* events; see .*17530074000-the-plan");
        assertThat(jail.jp("doctor").out()).contains("went on in the original jp");
    }

    @Test
    void whatIsTheUsersOwnGoesOnOutsideOfTheWorkspaceAsDoesAForkOfIt() throws IOException {
        var before = theirs();

        var first = jail.jp("--cfg=assistant.model.id.provider=demo", "query", "--id", MINE, "And the secret pier?");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.err()).contains("goes on in a copy", "outside of the workspace");
        var fork = jail.jp("conversation", "fork", MINE);
        assertThat(fork.code()).as(fork.err()).isZero();

        assertThat(theirs()).isEqualTo(before);
        assertThat(jail.sh("grep -rl -e 'secret pier' -e harbour .jp/conversations/.outrigger; ls -A .jp/conversations")
                        .out())
                .doesNotContain("/", ".outrigger");
        assertThat(jail.sh("stat -c %a " + users + "/conversations/.outrigger").out())
                .startsWith("7");
        assertThat(jail.jp("conversation", "print", MINE).out()).contains("Yours.", "And the secret pier?");
        assertThat(jail.jp("conversation", "ls", "--archived").out().lines())
                .as("a header, and five of them")
                .hasSize(6)
                .noneMatch(line -> line.contains("damaged"));
        assertThat(jail.jp("conversation", "grep", "secret pier").out()).contains(MINE);
        var removal = jail.jp("conversation", "rm", "--yes", MINE);
        assertThat(removal.code()).isEqualTo(1);
        assertThat(removal.err()).contains("is kept by the original jp", users.toString());
        assertThat(jail.jp("conversation", "print", MINE).out()).contains("secret pier");
    }

    @Test
    void oursComeBackFromTheTrashWithTheNextWord() {
        var result = jail.jp("conversation", "rename", THROWN_AWAY, "Back again");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(storage.resolve("conversations/.outrigger/" + THROWN_AWAY)).isDirectory();
        assertThat(storage.resolve("conversations/.trash/" + THROWN_AWAY)).doesNotExist();
        assertThat(jail.jp("conversation", "ls").out()).contains("Back again");
    }

    @Test
    void itsConfigurationLoadsAndIsNamedOnce() {
        var first = jail.jp("config", "show", "assistant.name");
        assertThat(first.err()).contains("providers.llm", "user", "extends", "of the original jp");

        var second = jail.jp("config", "show", "assistant.name");
        assertThat(second.code()).isZero();
        assertThat(second.err()).isEmpty();
        assertThat(jail.jp("doctor").out()).contains("providers.llm");
    }

    @Test
    void aPluginReadsPlainTextAndTimesOfTheProtocol() throws IOException {
        jail.plugin("reads", """
                        #!/bin/sh
                        read -r init
                        echo '{"type":"ready"}'
                        echo '{"type":"read_events","conversation":"17530074000"}'
                        read -r events
                        printf '%s\\n' "$events" > events.json
                        echo '{"type":"exit","code":0}'
                        """).trusted("reads");

        var result = jail.jp("reads");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(Files.readString(jail.workspace().resolve("events.json")))
                .contains(
                        "\"timestamp\":\"2025-07-20T10:30:01.5Z\"",
                        "\"path\":\"docs/harbour.md\"",
                        "\"two\"",
                        "\"content\":\"It is in the west.\"",
                        "\"model\":\"claude\"");
    }

    @Test
    void whatTheOriginalKeepsIsNotRemoved() {
        var result = jail.jp("conversation", "rm", "--yes", PLAN);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("is kept by the original jp");
    }

    /// The original takes the name as it is, and we do not: then its folder is not ours, whichever was there first.
    @ParameterizedTest
    @CsvSource({
        "my_project, my_project-a1b2c",
        "web.app, web.app-a1b2c",
        ".dotfiles, .dotfiles-a1b2c",
        "a~b, a~b-a1b2c",
        "plain, a1b2c"
    })
    void whatIsTheUsersOwnIsSeenBesideAFolderOfOurs(String name, String home) throws Exception {
        var workspace = folder.resolve(name);
        Files.move(jail.workspace(), workspace);
        Files.createDirectory(jail.workspace());
        var place = folder.resolve("data/jp/workspace");
        var theirs = place.resolve(home);
        Files.move(users, theirs);
        Files.delete(theirs.resolve("storage"));
        Files.createSymbolicLink(theirs.resolve("storage"), workspace.resolve(".jp"));

        var archived = "cd '" + workspace + "' && $JP conversation ls --archived";
        assertThat(jail.sh(archived).out()).contains(MINE);
        var made = jail.sh("cd '" + workspace + "' && $JP conversation new");
        assertThat(made.code()).as(made.err()).isZero();
        assertThat(place).as("one is ours now").isDirectoryContaining(each -> !each.equals(theirs));

        assertThat(jail.sh(archived).out()).contains(PLAN, ARCHIVED, MINE, THROWN_AWAY);
        var more = jail.sh("cd '" + workspace + "' && $JP conversation grep Yours && $JP doctor");
        assertThat(more.out()).contains(MINE, "5 conversations, none damaged", "3 conversations are the original jp's");
        Files.createDirectories(theirs.resolve("locks"));
        try (var lock = FileLock.take(theirs.resolve("locks/jp-c" + MINE + ".lock"))) {
            assertThat(lock).isNotNull();
            var refused = jail.sh("cd '" + workspace + "' && $JP conversation rename " + MINE + " Other");
            assertThat(refused.code()).as(refused.out()).isEqualTo(1);
            assertThat(refused.err()).contains("locked by pid");
        }
        var copied = jail.sh("cd '" + workspace + "' && $JP conversation rename " + MINE + " Other");
        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(theirs.resolve("conversations/.outrigger"))
                .isDirectoryContaining(each -> each.getFileName().toString().startsWith(MINE));
    }

    private static void grow(Path events) throws IOException {
        var text = Files.readString(events);
        Files.writeString(
                events,
                text.substring(0, text.lastIndexOf(']'))
                        + ",{\"timestamp\":\"2025-07-21 10:30:00.0\",\"type\":\"turn_start\"}]");
    }

    /// The original's own files, and what they hold.
    private Map<String, String> theirs() throws IOException {
        var all = new TreeMap<String, String>();
        for (var top : new Path[] {storage.resolve("conversations"), users.resolve("conversations")}) {
            try (var files = Files.walk(top)) {
                for (var file : (Iterable<Path>) files::iterator) {
                    if (Files.isRegularFile(file) && !file.toString().matches(".*/[.](outrigger|trash)/.*")) {
                        all.put(file.toString(), Files.getLastModifiedTime(file) + Files.readString(file));
                    }
                }
            }
        }
        return all;
    }
}
