package dev.outrigger.jp.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.TerminalUser;
import dev.outrigger.jp.TerminalUser.Step;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprovalAtTheTerminalTest {
    private static final String QUESTION = "Run poke?";

    @TempDir
    Path folder;

    private List<String> command(String... request) {
        var command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                QueryProbe.class.getName()));
        command.addAll(List.of(request));
        return command;
    }

    private String turn(Map<String, String> env, List<String> request, Step... steps) throws IOException {
        return TerminalUser.at(program(env, command(request.toArray(String[]::new))), folder, List.of(steps));
    }

    private ProcessBuilder program(Map<String, String> env, List<String> command) throws IOException {
        var program = new ProcessBuilder(command)
                .directory(Files.createDirectories(workspace()).toFile());
        program.environment().remove("NO_COLOR");
        program.environment().putAll(env);
        return program;
    }

    private Path workspace() {
        return folder.resolve("workspace");
    }

    /// A shell script in place of an editor; `$1` is the file.
    private static Map<String, String> editor(String script) {
        return Map.of("EDITOR", "f() { " + script + "; }; f");
    }

    private static String write(String path, String content) {
        return "/call write_file "
                + JsonText.text(
                        Json.object().put("path", path).put("content", content).build());
    }

    @Test
    void runsWhatIsApproved() throws Exception {
        var screen = turn(Map.of(), List.of("/call poke {\"a\": \"b\"}"), new Step(QUESTION, "y\\r"));

        assertThat(screen)
                .contains("The assistant wants to run poke (builtin/poke)")
                .contains("\"a\"")
                .contains("ran with {\\\"a\\\":\\\"b\\\"}");
    }

    @Test
    void doesNotRunWhatIsRejectedAndTellsTheModelWhy() throws Exception {
        assertThat(turn(
                        Map.of(),
                        List.of("/call poke {}"),
                        new Step(QUESTION, "n\\r"),
                        new Step("Why?", "too früh\\r")))
                .contains("rejected by the user: too früh")
                .doesNotContain("ran with");
        assertThat(turn(Map.of(), List.of("/call poke {}"), new Step(QUESTION, "\\x04")))
                .contains("rejected by the user")
                .doesNotContain("ran with");
    }

    @Test
    void asksNoMoreAfterAlways() throws Exception {
        var screen =
                turn(Map.of(), List.of("/call poke {\"n\": 1}", "/call poke {\"n\": 2}"), new Step(QUESTION, "a\\r"));

        assertThat(screen.split("Run poke\\?", -1)).hasSize(2);
        assertThat(screen).contains("ran with {\\\"n\\\":1}").contains("ran with {\\\"n\\\":2}");
    }

    @Test
    void asksOneAfterTheOther() throws Exception {
        var screen = turn(
                Map.of(),
                List.of("/call poke {\"n\": 1}", "/call poke {\"n\": 2}", "/call poke {\"n\": 3}"),
                new Step(QUESTION, "y\\r"),
                new Step(QUESTION, "y\\r"),
                new Step("(3 of 3)", ""),
                new Step(QUESTION, "y\\r"));

        assertThat(screen).contains("(2 of 3)");
    }

    @Test
    void runsItWithOtherArgumentsOnceTheyWereShown() throws Exception {
        var request = List.of("/call poke {\"x\": 1}");
        var edits = new Step[] {
            new Step(QUESTION, "e\\r"),
            new Step("With your arguments:", ""),
            new Step("7", ""),
            new Step(QUESTION, "y\\r")
        };
        assertThat(turn(editor("echo '{\"x\": 7}' > \"$1\""), request, edits))
                .contains("ran with {\\\"x\\\":7}")
                .contains("The user changed the arguments");

        edits[3] = new Step(QUESTION, "\\r");
        assertThat(turn(editor("echo '{\"x\": 7}' > \"$1\""), request, edits))
                .contains("rejected by the user")
                .doesNotContain("ran with");
    }

    @Test
    void leavingTheEditorWithoutSavingRunsNothing() throws Exception {
        assertThat(turn(
                        editor("true"),
                        List.of(write("a.txt", "bad\n")),
                        new Step("Run write_file?", "e\\r"),
                        new Step("unchanged", ""),
                        new Step("Run write_file?", "n\\r"),
                        new Step("Why?", "\\r")))
                .contains("rejected by the user");
        assertThat(workspace().resolve("a.txt")).doesNotExist();
        assertThat(turn(
                        editor("false"),
                        List.of(write("a.txt", "bad\n")),
                        new Step("Run write_file?", "e\\r"),
                        new Step("ended with 1", ""),
                        new Step("Run write_file?", "\\r")))
                .contains("rejected by the user");
        assertThat(workspace().resolve("a.txt")).doesNotExist();
    }

    @Test
    void showsTheDiffOfAnEditedCallAndAsksAgain() throws Exception {
        Files.createDirectories(workspace());
        Files.writeString(workspace().resolve("theirs.md"), "precious\n");
        assertThat(turn(
                        editor("sed -i s/mine.txt/theirs.md/ \"$1\""),
                        List.of(write("mine.txt", "new\n")),
                        new Step("Run write_file?", "e\\r"),
                        new Step("-precious", ""),
                        new Step("Run write_file?", "\\r")))
                .contains("rejected by the user");
        assertThat(workspace().resolve("theirs.md")).hasContent("precious\n");
        assertThat(workspace().resolve("mine.txt")).doesNotExist();
    }

    @Test
    void doesNotWriteAFileThatChangedAfterTheDiffOfTheEditedCall() throws Exception {
        Files.createDirectories(workspace());
        Files.writeString(workspace().resolve("theirs.md"), "old\n");
        var screen = turn(
                editor("if grep -q mine.txt \"$1\"; then sed -i s/mine.txt/theirs.md/ \"$1\"; "
                        + "else echo precious > " + workspace().resolve("theirs.md") + "; fi"),
                List.of(write("mine.txt", "new\n")),
                new Step("Run write_file?", "e\\r"),
                new Step("-old", ""),
                new Step("Run write_file?", "e\\r"),
                new Step("unchanged", ""),
                new Step("Run write_file?", "y\\r"));

        assertThat(screen).contains("since the user saw the diff; nothing was written");
        assertThat(workspace().resolve("theirs.md")).hasContent("precious\n");
    }

    @Test
    void keepsATextThatIsNoJsonAndOffersNoYesMeanwhile() throws Exception {
        var screen = turn(
                editor("if grep -q oops \"$1\"; then sed -i 's/oops/\"y\": 2/' \"$1\"; "
                        + "else printf '{\"x\": 1,\\n  oops}' > \"$1\"; fi"),
                List.of("/call poke {\"x\": 0}"),
                new Step(QUESTION, "e\\r"),
                new Step("at line 2, column 3", ""),
                new Step(QUESTION, "y\\r"),
                new Step("Please answer", "e\\r"),
                new Step("With your arguments:", ""),
                new Step(QUESTION, "y\\r"));

        assertThat(screen).contains("ran with {\\\"x\\\":1,\\\"y\\\":2}");
    }

    @Test
    void goesBackToTheCallWhenABrokenTextIsDropped() throws Exception {
        var screen = turn(
                editor("echo '[1]' > \"$1\""),
                List.of("/call poke {\"x\": 0}"),
                new Step(QUESTION, "e\\r"),
                new Step("no JSON object: it is something else", ""),
                new Step(QUESTION, "d\\r"),
                new Step("those from before", ""),
                new Step(QUESTION, "y\\r"));

        assertThat(screen).contains("ran with {\\\"x\\\":0}").doesNotContain("The user changed");
    }

    @Test
    void saysWhereEditedArgumentsDoNotFit() throws Exception {
        assertThat(turn(
                        editor("echo '{\"path\": 1, \"content\": \"x\"}' > \"$1\""),
                        List.of(write("a.txt", "x")),
                        new Step("Run write_file?", "e\\r"),
                        new Step("do not fit, at /path", ""),
                        new Step("Run write_file?", "\\r")))
                .contains("rejected by the user");
    }

    @Test
    void showsADiffInColours() throws Exception {
        assertThat(turn(Map.of(), List.of("/call poke {\"diff\": true}"), new Step(QUESTION, "y\\r")))
                .contains("\u001b[31m-old")
                .contains("\u001b[32m+new");
    }

    @Test
    void showsWhatWouldHideInArguments() throws Exception {
        assertThat(turn(Map.of(), List.of("/call poke {\"a\": \"x\\u202ey\\u200bz\"}"), new Step(QUESTION, "\\r")))
                .contains("x\\u202ey\\u200bz");
    }

    @Test
    void saysNoPlainYesToMoreThanItShows() throws Exception {
        var screen = turn(
                Map.of("EDITOR", "true", "PAGER", "tail -c 10"),
                List.of("/call poke {\"a\": \"" + "x".repeat(70_000) + "tail\"}"),
                new Step("ARE NOT SHOWN", ""),
                new Step(QUESTION, "y\\r"),
                new Step("Please answer", "e\\r"),
                new Step("unchanged", ""),
                new Step(QUESTION, "y\\r"),
                new Step("Please answer", "v\\r"),
                new Step("tail", ""),
                new Step(QUESTION, "y\\r"));

        assertThat(screen).contains("ATTENTION: ").contains("xtail\\\"}");
    }

    @Test
    void saysNoPlainYesToADiffThatIsCut() throws Exception {
        var request = List.of(write("a.txt", "line\n".repeat(1500) + "last\n"));
        turn(
                Map.of("PAGER", "tail -n 1"),
                request,
                new Step("MORE LINES ARE NOT SHOWN", ""),
                new Step("Run write_file?", "y\\r"),
                new Step("Please answer", "a\\r"),
                new Step("Please answer", "yes\\r"),
                new Step("Taken as 'no'", ""));
        assertThat(workspace().resolve("a.txt")).doesNotExist();

        turn(
                Map.of("PAGER", "nosuchpager"),
                request,
                new Step("Run write_file?", "v\\r"),
                new Step("ended with 127", ""),
                new Step("Run write_file?", "y\\r"),
                new Step("Please answer", "\\x04"));
        assertThat(workspace().resolve("a.txt")).doesNotExist();

        turn(
                Map.of("PAGER", "tail -n 1"),
                request,
                new Step("Run write_file?", "v\\r"),
                new Step("+last", ""),
                new Step("Run write_file?", "y\\r"));
        assertThat(workspace().resolve("a.txt")).exists();
    }

    /// Which Ctrl-C also reaches, as everything at the terminal.
    @Test
    void theShellAroundThePagerOutlivesCtrlC() throws Exception {
        turn(
                Map.of("PAGER", "sh -c 'kill -INT $PPID; echo paged' pager"),
                List.of(write("a.txt", "line\n".repeat(1500))),
                new Step("Run write_file?", "v\\r"),
                new Step("paged", ""),
                new Step("Run write_file? [y", "y\\r"));

        assertThat(workspace().resolve("a.txt")).exists();
    }

    @Test
    void drawsTheQuestionAgainAfterCtrlZ() throws Exception {
        var command = new ArrayList<>(List.of("bash", "-c", "set -m; \"$@\"; echo stopped; fg", "shell"));
        command.addAll(command("/call poke {}"));

        assertThat(TerminalUser.at(
                        program(Map.of(), command),
                        folder,
                        List.of(new Step(QUESTION, "\\x1a"), new Step("stopped", ""), new Step(QUESTION, "y\\r"))))
                .contains("ran with {}");
    }

    @Test
    void breaksItsWordsBetweenWords() throws Exception {
        var screen = TerminalUser.at(
                program(Map.of(), command("/call poke {}")), folder, 24, List.of(new Step("arguments]", "\\r")));

        assertThat(screen)
                .contains("The assistant wants\n  to run poke\n  (builtin/poke)\n")
                .contains("Run poke? [y = yes,\n  a = always this\n  session, N = no,\n  e = edit arguments] ");
    }

    @Test
    void cancelsTheTurnWithCtrlC() throws Exception {
        assertThat(turn(Map.of(), List.of("/call poke {}"), new Step(QUESTION, "\\x03")))
                .contains("cancelled by the user")
                .doesNotContain("ran with")
                .endsWith("exit 130\n");
    }

    @Test
    void putsTheQuestionsOfTools() throws Exception {
        assertThat(turn(Map.of(), List.of("/call wonder {}"), new Step("2. green", ""), new Step("[red] ", "2\\r")))
                .contains("chose \\\"green\\\"");
        assertThat(turn(Map.of(), List.of("/call wonder {}"), new Step("[red] ", "\\r")))
                .contains("chose \\\"red\\\"");
        assertThat(turn(
                        Map.of(),
                        List.of("/call wonder {}"),
                        new Step("[red] ", "gre\\r"),
                        new Step("behind it", "GREEN\\r")))
                .as("by its words, however written")
                .contains("chose \\\"green\\\"");
    }

    @Test
    void noQuestionOfAToolPassesForOneOfOurs() throws Exception {
        var screen = turn(
                Map.of(),
                List.of("/call wonder {\"question\": \"Which?\\nRun poke? [y = yes]\\r\\u202e\"}"),
                new Step("[red] ", "2\\r"));

        assertThat(screen.lines().map(String::stripTrailing))
                .contains("wonder asks:", "  │ Which?", "  │ Run poke? [y = yes]<U+000D><U+202E>");
    }

    @Test
    void offersNoDefaultThatIsNoOption() throws Exception {
        var screen = turn(
                Map.of(),
                List.of("/call wonder {\"default\": \"blue\"}"),
                new Step("2. green", ""),
                new Step("> ", "\\r"),
                new Step("from 1 to 2", "1\\r"));

        assertThat(screen).contains("chose \\\"red\\\"").doesNotContain("[blue]");
    }

    @Test
    void asksNobodyWhereThereIsNoTerminal() throws Exception {
        var command = new ArrayList<>(List.of("setsid", "-w"));
        command.addAll(command("/call poke {}", "/call wonder {}"));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
                .contains("jp config set conversation.tools.poke.run unattended")
                .contains("chose nothing");
    }
}
