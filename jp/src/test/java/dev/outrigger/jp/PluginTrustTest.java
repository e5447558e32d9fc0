package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `jp plugin` and the question at the terminal, as a user meets them.
class PluginTrustTest {
    private static final String SAYS = """
            #!/bin/sh
            read -r init
            echo '{"type":"ready"}'
            echo '{"type":"print","text":"%s"}'
            echo '{"type":"print","text":" as '"${0##*/}"' of '"$JP_PLUGIN_FILE"'"}'
            echo '{"type":"exit","code":0}'
            """;

    private static final String GOOD = SAYS.formatted("good");
    private static final String EVIL = SAYS.formatted("evil");

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aPluginNobodyApproved() throws IOException {
        jail = Jail.in(folder).plugin("says", GOOD);
    }

    private Path file() {
        return jail.plugins().resolve("jp-says");
    }

    /// Away from any terminal that the tests run at.
    private Jail.Result alone(String words) {
        return jail.sh("setsid -w $JP " + words);
    }

    private String said() {
        return "good as jp-says of " + file();
    }

    /// At a terminal, with the answer typed when the question is there.
    private String asked(String words, String answer) throws IOException {
        var process = jail.builder(List.of("script", "-qec", "$JP " + words, "/dev/null"))
                .redirectErrorStream(true)
                .start();
        var seen = new StringBuilder();
        while (!seen.toString().contains("] ")) {
            int b = process.getInputStream().read();
            assertThat(b).as("it ended before it asked: " + seen).isNotNegative();
            seen.append((char) b);
        }
        process.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        seen.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        // a long question is broken where the terminal ends
        return seen.toString().replace("\r\n  ", " ");
    }

    private String config() throws IOException {
        return Files.exists(jail.userConfig()) ? Files.readString(jail.userConfig()) : "";
    }

    @Test
    void withoutATerminalItIsRefusedWithTheKeyAndTheCommand() {
        var result = alone("says");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("was not approved", "jp plugin approve says", "plugins.command.says.run")
                .hasLineCount(2);
    }

    @Test
    void yesIsForThisOnce() throws IOException {
        assertThat(asked("says", "y\n"))
                .contains(file().toString(), "sha256 ", "It gets your environment and this workspace")
                .contains("y = yes, a = always, N = no")
                .contains(said());
        assertThat(config()).isEmpty();
        assertThat(alone("says").code()).isEqualTo(1);
    }

    @Test
    void alwaysRemembersThisVeryFile() throws IOException {
        assertThat(asked("says", "always\n")).contains(said(), "jp plugin revoke says");
        assertThat(config()).contains("run = \"unattended\"", "algorithm = \"sha256\"", "value = \"");
        assertThat(alone("says").out()).isEqualTo(said());

        jail.plugin("says", EVIL);
        var changed = alone("says");
        assertThat(changed.code()).isEqualTo(1);
        assertThat(changed.out()).isEmpty();
        assertThat(changed.err())
                .contains("not the program that was pinned", "jp plugin pin says")
                .contains("it pins " + file() + ", which lies in no folder of this workspace");
    }

    @Test
    void whoPinsAgainIsToldWhichFileThatIsAndThatTheWorkspaceBroughtIt() throws IOException {
        jail.jp("plugin", "approve", "says");
        var theirs = Files.createDirectories(jail.workspace().resolve("bin")).resolve("jp-says");
        Files.writeString(theirs, EVIL);
        assertThat(theirs.toFile().setExecutable(true)).isTrue();
        jail.with("PATH", theirs.getParent() + ":" + jail.plugins() + ":" + System.getenv("PATH"));

        assertThat(alone("says").err())
                .contains("not the program that was pinned")
                .contains("it pins " + theirs + ", which lies in this workspace");
        assertThat(jail.jp("plugin", "pin", "says").out())
                .startsWith("jp-says (" + theirs + ", which lies in this workspace) is pinned to sha256 ");
    }

    @ParameterizedTest
    @CsvSource({"n", "''", "perhaps"})
    void anythingElseIsANo(String answer) throws IOException {
        var seen = asked("says", (answer + "\n").repeat(3));

        assertThat(seen).contains("jp-says was not run").doesNotContain("good as");
        assertThat(config()).isEmpty();
    }

    @Test
    void aDeniedOneIsNotReplacedByAnotherOfItsName() throws IOException {
        var other = Files.createDirectories(folder.resolve("other"));
        Files.writeString(other.resolve("jp-says"), EVIL);
        assertThat(other.resolve("jp-says").toFile().setExecutable(true)).isTrue();
        jail.with("PATH", jail.plugins() + ":" + other + ":" + System.getenv("PATH"));
        jail.config("[plugins.command.says]\nrun = \"deny\"\n");

        assertThat(alone("says").err()).contains("jp-says is not allowed to run here");
        assertThat(jail.jp("plugin", "which", "says").out())
                .containsSubsequence(
                        file() + "  chosen; denied in", other + "/jp-says  shadowed by an earlier folder of PATH");
    }

    @Test
    void approveListRevokeFromOutsideAnyWorkspace() throws IOException {
        assertThat(jail.sh("cd / && $JP plugin approve says").out()).contains("is approved in", "sha256");
        assertThat(jail.sh("cd / && $JP plugin list --approved").out()).contains("jp says  approved, pinned  path");
        assertThat(alone("says").out()).isEqualTo(said());
        assertThat(jail.sh("cd / && $JP plugin revoke says").code()).isEqualTo(0);
        assertThat(jail.sh("cd / && $JP plugin list --approved").out()).isEmpty();
        assertThat(alone("says").code()).isEqualTo(1);
        assertThat(jail.jp("plugin", "revoke", "says").code()).isEqualTo(1);
    }

    @Test
    void withoutAPinAnApprovalHoldsForWhateverItBecomes() throws IOException {
        jail.jp("plugin", "approve", "says", "--no-pin");
        jail.plugin("says", EVIL);
        assertThat(alone("says").out()).startsWith("evil");

        jail.jp("plugin", "pin", "says");
        jail.plugin("says", GOOD);
        assertThat(alone("says").code()).isEqualTo(1);
        assertThat(jail.jp("plugin", "unpin", "says").code()).isEqualTo(0);
        assertThat(alone("says").out()).isEqualTo(said());
        assertThat(jail.jp("plugin", "unpin", "says").code()).isEqualTo(1);
    }

    @Test
    void aPinFromElsewhereIsTakenAsGiven() {
        assertThat(jail.jp("plugin", "pin", "says", "--sha256", "nonsense").code())
                .isEqualTo(2);
        assertThat(jail.jp("plugin", "pin", "says", "--sha256", "A".repeat(64)).code())
                .isEqualTo(0);
        assertThat(jail.jp("plugin", "list").out()).contains("pin mismatch");
        assertThat(alone("says").err()).contains("the pin says " + "a".repeat(64));
    }

    @Test
    void revokingTellsWhatStillApplies() {
        jail.jp("plugin", "approve", "says");
        jail.jp("config", "set", "--here", "plugins.command.says.run", "unattended");

        var result = jail.jp("plugin", "revoke", "says");

        assertThat(result.code()).isEqualTo(0);
        assertThat(result.out()).contains("Still set: plugins.command.says.run is \"unattended\" in", "config.toml");
    }

    @Test
    void anApprovalOfANameDoesNotCoverWhatAWorkspaceBringsAlong() throws IOException {
        jail.jp("plugin", "approve", "says", "--no-pin");
        var tools = Files.createDirectories(jail.workspace().resolve("tools"));
        Files.writeString(tools.resolve("jp-says"), EVIL);
        assertThat(tools.resolve("jp-says").toFile().setExecutable(true)).isTrue();
        jail.with("PATH", tools + ":" + jail.plugins() + ":" + System.getenv("PATH"));

        var result = alone("says");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("lies in this workspace", "jp plugin approve says");
        assertThat(asked("says", "y\n")).contains("does not cover").contains("evil as jp-says");

        jail.jp("plugin", "approve", "says");
        assertThat(alone("says").out()).as("this very file is").startsWith("evil");
    }

    /// A program is exchanged all the time, also between the look at its bytes and the start.
    @Test
    void theBytesThatWereCheckedAreTheBytesThatRun() throws Exception {
        jail.jp("plugin", "approve", "says");
        var good = folder.resolve("good");
        var evil = folder.resolve("evil");
        var over = new AtomicBoolean();
        var swapper = Thread.ofPlatform().start(() -> {
            for (int i = 0; !over.get(); i++) {
                try {
                    var next = i % 2 == 0 ? evil : good;
                    Files.writeString(next, i % 2 == 0 ? EVIL : GOOD);
                    next.toFile().setExecutable(true);
                    Files.move(next, file(), StandardCopyOption.ATOMIC_MOVE);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }
        });
        try {
            for (int i = 0; i < 25; i++) {
                var result = alone("says");
                assertThat(result.out()).as(result.err()).isIn("", said());
                assertThat(result.code()).isEqualTo(result.out().isEmpty() ? 1 : 0);
            }
        } finally {
            over.set(true);
            swapper.join();
        }
        try (var left = Files.list(jail.state().resolve("sealed"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void approvalsAndSettingsAtTheSameTimeAllLand() throws IOException {
        var script = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            jail.plugin("p" + i, GOOD);
            script.append("$JP plugin approve p")
                    .append(i)
                    .append(" & $JP config set server.k")
                    .append(i)
                    .append(" 1 & ");
        }
        var result = jail.sh(script + "wait");

        assertThat(result.err()).doesNotContain("error");
        for (int i = 0; i < 5; i++) {
            assertThat(config()).contains("[plugins.command.p" + i + "]", "k" + i + " = 1");
        }
        try (var files = Files.list(jail.userConfig().getParent())) {
            assertThat(files).containsExactly(jail.userConfig());
        }
    }

    @Test
    void whichAndShowSpeakJson() {
        var which = (Json.Obj)
                jail.jp("plugin", "which", "says", "x", "--format", "json").json();
        assertThat(which.get("rest")).contains(Json.texts(List.of("x")));
        var first = (Json.Obj)
                ((Json.Arr) which.get("candidates").orElseThrow()).items().getFirst();
        assertThat(first.text("fate")).contains("chosen");
        assertThat(first.text("file")).contains(file().toString());
        assertThat(first.text("trust")).contains("ask");

        jail.jp("plugin", "approve", "says");
        var show =
                (Json.Obj) jail.jp("plugin", "show", "says", "--format", "json").json();
        assertThat(show.text("trust")).contains("approved");
        assertThat(show.get("sha256")).isEqualTo(show.get("pin")).isPresent();
        assertThat(((Json.Arr) show.get("settings").orElseThrow()).items()).hasSize(3);
    }

    @Test
    void aPathBelowABuiltInGroupIsReachedAlsoByItsAlias() throws IOException {
        jail.plugin("conversation-export", GOOD).trusted("conversation-export");

        for (var words : List.of("conversation export", "c export --html", "conversation-export")) {
            assertThat(alone(words).out()).as(words).startsWith("good as jp-conversation-export");
        }
        assertThat(jail.jp("plugin", "show", "c", "export").out()).contains("id:           conversation-export");
        assertThat(jail.jp("plugin", "which", "conversation", "ls").out()).contains("built in");
    }

    @Test
    void whatPluginsHaveInCommonIsAGroup() throws IOException {
        jail.plugin("serve-www", GOOD).trusted("serve-www");

        var bare = jail.jp("serve");
        assertThat(bare.code()).isEqualTo(2);
        assertThat(bare.err()).contains("Usage: jp serve", "www");
        assertThat(jail.jp("serve", "-h").code()).isEqualTo(0);
        assertThat(jail.jp("serve", "wwv").err()).contains("Did you mean 'www'?");
        assertThat(jail.jp("serve", "wwv").code()).isEqualTo(2);
        assertThat(alone("serve www").code()).isEqualTo(0);
    }

    @Test
    void helpNeedsTheSameApprovalAndBehindTwoDashesIsThePlugins() throws IOException {
        assertThat(alone("says -h").code()).isEqualTo(1);
        jail.jp("plugin", "approve", "says");
        assertThat(alone("says x --help").out()).contains("Usage: jp says").doesNotContain("good as");
        assertThat(alone("says -- --help").out()).isEqualTo(said());
    }

    @Test
    void namesThatAreNotThereGetASuggestion() {
        for (var command : List.of("approve", "show", "pin", "revoke", "unpin", "which")) {
            var result = jail.jp("plugin", command, "sasy");
            assertThat(result.code()).as(command).isEqualTo(1);
            assertThat(result.err()).as(command).contains("Did you mean 'says'?");
        }
        assertThat(jail.jp("plugin", "approve", "conversation", "ls").err()).contains("is built in");
    }

    @Test
    void anApprovalOfWhatIsGoneIsStillListedAndRevoked() throws IOException {
        jail.jp("plugin", "approve", "says");
        Files.delete(file());

        assertThat(jail.jp("plugin", "list", "--approved").out()).contains("jp says  approved, pinned  missing");
        assertThat(jail.jp("plugin", "revoke", "says").code()).isEqualTo(0);
        assertThat(jail.jp("plugin", "list").out()).doesNotContain("says");
    }
}
