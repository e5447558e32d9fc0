package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PromptTest {
    /// Types each line once the program has asked for it, and gives back all that was on the screen.
    private static String talk(String[] probe, String... lines) throws IOException {
        var process = TerminalProbe.onTerminal(Map.of(), TerminalProbe.line(probe) + " </dev/null | cat");
        var seen = new StringBuilder();
        var screen = process.getInputStream();
        var keyboard = process.getOutputStream();
        for (var line : lines) {
            int asked = seen.length();
            while (!seen.substring(asked).contains("] ")
                    && !seen.substring(asked).contains(": ")) {
                seen.append((char) next(screen.read()));
            }
            keyboard.write(line.getBytes(StandardCharsets.UTF_8));
            keyboard.flush();
        }
        seen.append(new String(screen.readAllBytes(), StandardCharsets.UTF_8));
        keyboard.close();
        return seen.toString().replace("\r", "");
    }

    private static int next(int b) {
        assertThat(b).as("the program ended before it asked").isNotNegative();
        return b;
    }

    private static final String[] CONFIRM = {"confirm", "Remove it?"};
    private static final String[] CHOOSE = {"choose", "Run jp-titles?"};

    @Test
    void takesALetterOrAWord() throws Exception {
        assertThat(talk(CONFIRM, "y\n")).contains("Remove it? [y/N] ").contains("answer Optional[true]");
        assertThat(talk(CONFIRM, "YES\n")).contains("answer Optional[true]");
        assertThat(talk(CHOOSE, "a\n"))
                .contains("Run jp-titles? [Y = yes, a = always, n = no] ")
                .contains("answer Optional[Answer[key=a, byDefault=false]]");
    }

    @Test
    void takesTheDefaultForAnEmptyLine() throws Exception {
        assertThat(talk(CONFIRM, "\n")).contains("answer Optional[false]");
        assertThat(talk(CHOOSE, "\n")).contains("Answer[key=y, byDefault=true]");
    }

    @Test
    void asksAgainAndThenTakesTheDefault() throws Exception {
        assertThat(talk(CONFIRM, "perhaps\n", "y\n"))
                .contains("Please answer y/N: ")
                .contains("Optional[true]");
        assertThat(talk(CONFIRM, "yy\n", "1\n", "x".repeat(600) + "\n"))
                .contains("Taken as 'no'.")
                .contains("Optional[false]");
    }

    @Test
    void neverTakesLeavingForAYes() throws Exception {
        assertThat(talk(CHOOSE, "\u0004")).contains("Answer[key=n, byDefault=true]");
        assertThat(talk(CONFIRM, "\u0004")).contains("Optional[false]");
    }

    @Test
    void breaksAQuestionBetweenWords() throws Exception {
        var process = TerminalProbe.onTerminal(
                Map.of(), "stty cols 24; " + TerminalProbe.line("confirm", "Remove everything that it kept for you?"));
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r", ""))
                .contains("Remove everything\n  that it kept for you?\n  [y/N] ")
                .contains("Optional[false]");
    }

    @Test
    void letsNoOneDrawOnTheTerminalThroughTheQuestion() throws Exception {
        assertThat(talk(new String[] {"confirm", "Run \u001b[2Jx?"}, "n\n")).contains("Run x? [y/N]");
    }

    @Test
    void asksNobodyWhereThereIsNoTerminal() throws Exception {
        var command = TerminalProbe.command("confirm", "Remove it?");
        command.addFirst("setsid");
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("answer Optional.empty");
    }
}
