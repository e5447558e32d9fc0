package dev.outrigger.jp.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.Hands;
import dev.outrigger.jp.Hands.Step;
import java.io.IOException;
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
        var program = new ProcessBuilder(command(request.toArray(String[]::new)));
        program.environment().remove("NO_COLOR");
        program.environment().putAll(env);
        return Hands.at(program, folder, List.of(steps));
    }

    @Test
    void runsWhatIsApproved() throws Exception {
        var screen = turn(Map.of(), List.of("/call poke {\"a\": \"b\"}"), new Step(QUESTION, "y\\r"));

        assertThat(screen)
                .contains("The assistant wants to run poke (builtin)")
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
                List.of("/call poke {}", "/call poke {}", "/call poke {}"),
                new Step(QUESTION, "y\\r"),
                new Step(QUESTION, "y\\r"),
                new Step("(3 of 3)", ""),
                new Step(QUESTION, "y\\r"));

        assertThat(screen).contains("(2 of 3)");
    }

    @Test
    void runsItWithOtherArgumentsWhenEdited() throws Exception {
        var editor = Map.of(
                "EDITOR",
                "sh -c 'grep -q broken \"$1\" && echo \"{\\\"x\\\": 7}\" > \"$1\" "
                        + "|| echo \"[\\\"broken\\\"]\" > \"$1\"' x");
        var screen = turn(editor, List.of("/call poke {\"x\": \"broken\"}"), new Step(QUESTION, "e\\r"));

        assertThat(screen).contains("ran with {\\\"x\\\":7}").contains("The user changed the arguments");
        assertThat(turn(
                        editor,
                        List.of("/call poke {\"x\": 1}"),
                        new Step(QUESTION, "e\\r"),
                        new Step("must be one JSON object", ""),
                        new Step(QUESTION, "n\\r"),
                        new Step("Why?", "\\r")))
                .doesNotContain("ran with");
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
                Map.of("EDITOR", "true"),
                List.of("/call poke {\"a\": \"" + "x".repeat(70_000) + "tail\"}"),
                new Step("ARE NOT SHOWN", ""),
                new Step(QUESTION, "y\\r"),
                new Step("Please answer", "e\\r"));

        assertThat(screen).contains("ATTENTION: ").contains("xtail\\\"}");
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
