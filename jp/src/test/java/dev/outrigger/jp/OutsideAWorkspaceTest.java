package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where there is no workspace, the user's own serves.
class OutsideAWorkspaceTest {
    @TempDir
    Path folder;

    private Jail jail;
    private Path own;

    @BeforeEach
    void aFolderThatIsNone() throws IOException {
        folder = folder.toRealPath();
        jail = Jail.in(folder);
        own = folder.resolve("data/jp/personal");
        Files.createDirectories(folder.resolve("elsewhere"));
    }

    private Jail.Result elsewhere(String words) {
        return jail.sh("cd ../elsewhere && $JP " + words);
    }

    @Test
    void aQueryIsAnsweredAndKeptThereAndThatIsSaidOnce() {
        var first = elsewhere("query -m demo '/say hello'");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).isEqualTo("hello\n");
        assertThat(first.err()).contains("in your own, in " + own, "jp init");

        var second = jail.sh("cd / && $JP query -m demo '/say again'");
        assertThat(second.err()).doesNotContain("in your own");
        assertThat(elsewhere("c ls").out()).contains("* ", "/say hello").hasLineCount(2);
        assertThat(elsewhere("c print").out()).contains("hello", "again");
        assertThat(elsewhere("c rename hello Talk").code())
                .as("its title begins with /say")
                .isEqualTo(1);
        assertThat(elsewhere("c rename /say Talk").code()).isZero();
        assertThat(jail.jp("c", "ls").out()).as("the workspace has its own").isEmpty();
    }

    @Test
    void quietIsNotTold() {
        assertThat(elsewhere("query -q -m demo '/say hello'").err()).isEmpty();
        assertThat(elsewhere("query -m demo '/say hello'").err()).contains("in your own");
    }

    @Test
    void toolsReachNothingOfTheFolderThatTheUserStandsIn() throws IOException {
        Files.writeString(folder.resolve("elsewhere/secret"), "treasure");

        var asked = elsewhere("query -m demo '/call read_file {\"path\":\"secret\"}'");
        var absolute =
                elsewhere("query -m demo '/call read_file {\"path\":\"" + folder.resolve("elsewhere/secret") + "\"}'");

        assertThat(asked.out() + asked.err() + absolute.out() + absolute.err()).doesNotContain("treasure");
    }

    @Test
    void whatOnlyLooksMakesNothing() {
        assertThat(elsewhere("config show").code()).isZero();
        assertThat(elsewhere("--help").code()).isZero();
        assertThat(elsewhere("doctor").out()).contains("no workspace here");
        assertThat(own).doesNotExist();
    }

    @Test
    void whatIsMeantForAWorkspaceThatIsSharedIsNotDoneThere() {
        elsewhere("query -m demo '/say hello'");

        var shared = elsewhere("config set --shared assistant.name Bob");
        assertThat(shared.code()).isEqualTo(1);
        assertThat(shared.err()).contains("there is no workspace in " + folder.resolve("elsewhere"), "jp init");
        assertThat(elsewhere("init --adopt").err()).contains("there is no workspace in");
        assertThat(elsewhere("doctor").out()).contains("your own");
    }

    /// What others put into a folder is not run because the user stands there; what is at home, they put there.
    @Test
    void aProgramOfTheFolderThatTheUserStandsInIsNotTheirEditor() {
        var script = """
                mkdir bin && printf '#!/bin/sh\\necho "/say edited" >"$1"\\n' >bin/pen && chmod +x bin/pen &&
                PATH="$PWD/bin:$PATH" EDITOR=pen script -qec '$JP query -e -m demo' /dev/null </dev/null
                """;

        assertThat(jail.sh("cd ../elsewhere && " + script).out()).doesNotContain("edited");
        assertThat(jail.sh("cd && " + script).out()).contains("edited");
    }

    @Test
    void aPluginIsGivenItAsItsWorkspace() throws IOException {
        jail.plugin("where", """
                #!/usr/bin/env python3
                import json, sys
                for line in sys.stdin:
                    said = json.loads(line)
                    if said["type"] == "describe":
                        print(json.dumps({"type": "describe", "name": "where", "version": "1", "description": "x"}))
                        break
                    if said["type"] == "init":
                        print(json.dumps({"type": "ready"}))
                        print(json.dumps({"type": "print", "text": said["workspace"]["root"] + "\\\\n"}))
                        print(json.dumps({"type": "exit", "code": 0}), flush=True)
                        break
                """).trusted("where");

        var called = elsewhere("where");

        assertThat(called.out()).as(called.err()).contains(own.toString());
    }
}
