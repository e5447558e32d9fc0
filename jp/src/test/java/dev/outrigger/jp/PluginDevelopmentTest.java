package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `jp plugin approve --dev`: the bytes of one file may change, and nothing else. Away from any terminal.
class PluginDevelopmentTest {
    private static final String SAYS = """
            #!/bin/sh
            read -r init
            echo '{"type":"ready"}'
            echo '{"type":"print","text":"%s"}'
            echo '{"type":"exit","code":0}'
            """;

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aPluginNobodyApproved() throws IOException {
        folder = folder.toRealPath();
        jail = Jail.in(folder).plugin("says", SAYS.formatted("first"));
        mode(jail.plugins(), "rwxr-xr-x");
        mode(file(), "rwxr-xr-x");
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private Path file() {
        return jail.plugins().resolve("jp-says");
    }

    private Jail.Result alone(String words) {
        return jail.sh("setsid -w $JP " + words);
    }

    private void edit(String says) throws IOException {
        Files.writeString(file(), SAYS.formatted(says));
    }

    private void developed() {
        var approved = alone("plugin approve --dev says");
        assertThat(approved.code()).as(approved.err()).isZero();
    }

    private void refusedBecause(String why) {
        var refused = alone("says");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err())
                .contains("jp-says is approved for development, but not as it is now: ", why, "jp plugin revoke says")
                .hasLineCount(2);
        assertThat(alone("plugin list").out()).contains("dev refused", why).doesNotContain("NOT PINNED");
        assertThat(alone("plugin show says").out()).contains("refused: approved for development, but ");
        assertThat(doctor())
                .contains(
                        "plugin jp-says in", "is refused: approved for development, but ", why, "jp plugin revoke says")
                .doesNotContain("NOT PINNED");
    }

    /// What it says about this plugin: its line and what to do, as far as there is something to do.
    private String doctor() {
        for (var finding : ((Json.Arr) alone("--format json doctor").json()).items()) {
            var one = (Json.Obj) finding;
            var what = one.text("what").orElseThrow();
            if (what.contains("jp-says")) {
                return one.text("state").orElseThrow() + " " + what + "\n"
                        + one.text("mend").orElseThrow();
            }
        }
        return "nothing";
    }

    private String config() throws IOException {
        return Files.readString(jail.userConfig());
    }

    @Test
    void whatIsWrittenToTheFileRunsUntilItIsPinnedAgain() throws IOException {
        var approved = alone("plugin approve --dev says");
        assertThat(approved.out())
                .contains("for development", file().toString(), "`jp plugin approve says`", "`jp plugin revoke says`")
                .doesNotContain("pull");
        for (var words : List.of("first", "second", "third")) {
            edit(words);
            var run = alone("says");
            assertThat(run.code()).isZero();
            assertThat(run.out()).isEqualToIgnoringWhitespace(words);
            assertThat(run.err())
                    .isEqualTo(
                            "jp-says runs as it is now, not pinned (--dev); when it is done: jp plugin approve says\n");
        }
        assertThat(alone("-q says").err()).isEmpty();
        assertThat(alone("plugin list").out()).contains("DEV, NOT PINNED", "`jp plugin revoke says` takes it back");

        assertThat(doctor()).startsWith("odd ").contains("NOT PINNED (--dev)", "`jp plugin revoke says` takes it back");

        assertThat(alone("plugin approve says").code()).isZero();
        assertThat(config()).contains("checksum").doesNotContain("dev");
        assertThat(doctor()).startsWith("ok ");
        assertThat(alone("says").err()).isEmpty();
        edit("fourth");
        assertThat(doctor()).startsWith("odd ").contains("is refused: its sha256 is ", "jp plugin approve says");
        assertThat(alone("says").err()).contains("is not the program that was pinned", "jp plugin approve --dev says");
        assertThat(alone("plugin list").out()).doesNotContain("DEV");
    }

    @Test
    void takenBackItIsAskedAboutAgain() throws IOException {
        developed();
        assertThat(config()).contains("dev = \"" + file() + "\"").doesNotContain("checksum");
        assertThat(alone("plugin revoke says").code()).isZero();
        assertThat(config()).doesNotContain("dev");
        assertThat(alone("says").err()).contains("was not approved");
        developed();
        assertThat(alone("plugin pin says").code()).isZero();
        assertThat(config()).contains("checksum").doesNotContain("dev");
    }

    @Test
    void theDoctorKnowsAnApprovalWhoseFileIsGone() throws IOException {
        assertThat(doctor()).startsWith("ok ");
        developed();
        Files.delete(file());
        assertThat(doctor()).startsWith("odd ").contains("no such program", "`jp plugin revoke says` takes it back");
        assertThat(alone("plugin revoke says").code()).isZero();
        assertThat(doctor()).isEqualTo("nothing");
    }

    @Test
    void programsAreToldToo() {
        var told = (Json.Obj) alone("--format json plugin approve --dev says").json();
        assertThat(told.text("dev")).contains(file().toString());
        assertThat(told.get("sha256")).contains(Json.Null.NULL);
        var listed = (Json.Obj)
                ((Json.Arr) alone("--format json plugin list").json()).items().getFirst();
        assertThat(listed.text("trust")).contains("dev");
        assertThat(listed.get("pinned")).contains(Json.Bool.FALSE);
        assertThat(alone("--format json says").err()).contains("not pinned (--dev)");
    }

    @Test
    void helpHasAnExampleAndTwoWaysAreOneTooMany() {
        assertThat(alone("plugin approve --help").out()).contains("jp plugin approve --dev serve web");
        var both = alone("plugin approve --dev --no-pin says");
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("--dev and --no-pin");
        assertThat(jail.userConfig()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxr-x", "rwxr-xrwx"})
    void aFolderThatOthersMayWriteIsRefusedBeforeAndAfter(String open) throws IOException {
        for (var path : List.of(jail.plugins(), folder, file())) {
            mode(path, open);
            var refused = alone("plugin approve --dev says");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("cannot be approved for development: ", "chmod go-w " + path);
            assertThat(jail.userConfig()).doesNotExist();
            mode(path, "rwxr-xr-x");
        }
        developed();
        for (var path : List.of(jail.plugins(), folder, file())) {
            mode(path, open);
            refusedBecause("chmod go-w " + path);
            mode(path, "rwxr-xr-x");
        }
        assertThat(alone("says").out()).isEqualToIgnoringWhitespace("first");
    }

    @Test
    void aLinkIsFollowedOnceAndNotWhereItLeadsLater() throws IOException {
        var source = Files.createDirectory(folder.resolve("source"));
        mode(source, "rwxr-xr-x");
        var real = Files.move(file(), source.resolve("says.sh"));
        Files.createSymbolicLink(file(), real);
        developed();
        assertThat(config()).contains("dev = \"" + real + "\"");
        assertThat(alone("says").out()).isEqualToIgnoringWhitespace("first");

        var other = Files.writeString(source.resolve("other.sh"), SAYS.formatted("another"));
        mode(other, "rwxr-xr-x");
        Files.delete(file());
        Files.createSymbolicLink(file(), other);
        refusedBecause("it is " + other + ", and " + real + " was named");

        // Out of the user's folders: also for whoever would approve it.
        Files.delete(file());
        var open = Files.createDirectory(folder.resolve("open"));
        mode(open, "rwxrwxrwx");
        Files.createSymbolicLink(file(), Files.move(other, open.resolve("other.sh")));
        assertThat(alone("plugin approve --dev says").err()).contains("others than you may write to " + open);
    }

    @Test
    void anotherFileOfThatNameIsNotTheOneThatWasNamed() throws IOException {
        developed();
        var sooner = Files.createDirectory(jail.workspace().resolve("bin"));
        mode(sooner, "rwxr-xr-x");
        var theirs = Files.writeString(sooner.resolve("jp-says"), SAYS.formatted("theirs"));
        mode(theirs, "rwxr-xr-x");
        jail.with("PATH", sooner + ":" + jail.plugins() + ":" + System.getenv("PATH"));
        refusedBecause("it is " + theirs + ", and " + file() + " was named");
    }

    /// Somebody writes plugins in a repository: what was named there is bound to its path, and another clone has none
    /// of it.
    @Test
    void inAWorkspaceItIsForThatPathAlone() throws IOException {
        var bin = Files.createDirectory(jail.workspace().resolve("bin"));
        mode(jail.workspace(), "rwxr-xr-x");
        mode(bin, "rwxr-xr-x");
        var mine = Files.move(file(), bin.resolve("jp-says"));
        jail.with("PATH", bin + ":" + System.getenv("PATH"));
        assertThat(alone("plugin approve --dev says").out()).contains("what a pull or a checkout puts there runs, too");
        assertThat(alone("says").out()).isEqualToIgnoringWhitespace("first");

        var clone = folder.resolve("clone");
        assertThat(jail.sh("cp -a . " + clone).code()).isZero();
        jail.with("PATH", clone.resolve("bin") + ":" + System.getenv("PATH"));
        refusedBecause("it is " + clone.resolve("bin/jp-says") + ", and " + mine + " was named");
    }

    @Test
    void aWorkspaceApprovesNothingForDevelopment() throws IOException {
        var said = "[plugins.command.says]\nrun = \"unattended\"\ndev = \"" + file() + "\"\n";
        Files.writeString(jail.workspace().resolve(".jp/config.toml"), said);
        var refused = alone("says");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("was not approved", "plugins.command.says.dev");
        // Nor does it take the pin away.
        assertThat(alone("plugin approve says").code()).isZero();
        edit("changed");
        assertThat(alone("says").err()).contains("is not the program that was pinned");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "\"\"", "\"jp-says\"", "[\"/\"]"})
    void aWordThatNamesNoFileKeepsEverythingOut(String dev) throws IOException {
        jail.config("[plugins.command.says]\nrun = \"unattended\"\ndev = " + dev + "\n");
        var refused = alone("says");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("approved for development, but not as it is now: it is " + file());
    }
}
