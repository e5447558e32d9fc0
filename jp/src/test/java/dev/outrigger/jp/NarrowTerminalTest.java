package dev.outrigger.jp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Lists, hints and errors on real terminals: no line is broken within a word, whatever the terminal's size.
class NarrowTerminalTest {
    private static final String TITLE = "what the office wrote about taxes";

    @TempDir
    Path folder;

    private Jail jail;

    @BeforeEach
    void aConversation() {
        jail = Jail.in(folder);
        jail.with("PAGER", "cat").with("NO_COLOR", "1");
        jail.jp("c", "new", "-t", TITLE);
    }

    private List<String> seen(int columns, String words) throws IOException {
        var program = jail.builder(List.of("bash", "-c", "$JP " + words));
        return TerminalUser.at(program, folder, columns, List.of())
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"40,c ls", "80,c ls", "120,c ls", "40,models", "80,models", "40,tool list", "40,doctor", "120,tool list"
    })
    void noLineIsWiderThanTheTerminal(int columns, String words) throws IOException {
        var lines = seen(columns, words);

        assertThat(lines).last().isIn("exit 0", "exit 1");
        assertThat(lines)
                .hasSizeGreaterThan(2)
                .allMatch(line -> line.length() <= columns || !line.strip().contains(" "));
    }

    @ParameterizedTest
    @CsvSource({"40", "80"})
    void hintsAndErrorsAreBrokenBetweenWordsToo(int columns) throws IOException {
        for (var words : List.of(
                "c show nope",
                "query -m antropic/x hello",
                "--workspace /nowhere/at/all/in/this/world c ls",
                "config set assistant.model.id.provider antropic",
                "tool install /nowhere/at/all/in/this/world",
                "c use --frobnicate")) {
            assertThat(seen(columns, words))
                    .as(words)
                    .anyMatch(line -> line.startsWith("error:"))
                    .allMatch(line -> line.length() <= columns || !line.strip().contains(" "));
        }
    }

    @Test
    void whatIsThereToBeCopiedStaysOnOneLine() throws IOException {
        assertThat(seen(40, "c print"))
                .contains("error: no conversation is in use at this", "    terminal")
                .contains("      `jp conversation use ID`.");
        assertThat(seen(40, "completion bash"))
                .anyMatch(line -> line.startsWith("# bash completion") && line.length() > 40);
    }

    @Test
    void intoAPipeNothingIsBroken() throws IOException {
        assertThat(seen(40, "c show nope 2>&1 | cat")).contains("  `jp conversation ls` lists them.");
        assertThat(seen(40, "query -m antropic/x hello 2>&1 | cat"))
                .anyMatch(line -> line.startsWith("  Did you mean anthropic/x? If it is the name of a model, put"));
    }

    @Test
    void atFortyColumnsATitleIsBrokenBetweenItsWords() throws IOException {
        var lines = seen(40, "c ls");

        assertThat(lines.getFirst()).matches("  ID +LAST USED +AGO");
        assertThat(lines.get(1)).isEqualTo("    EVENTS  TITLE");
        assertThat(lines.get(2)).matches("  [0-9]{11}  [0-9-]{10} [0-9]{2}:[0-9]{2}  now");
        assertThat(lines.subList(3, lines.size() - 1))
                .containsExactly("    0       what the office wrote about", "            taxes");
    }

    @Test
    void aTerminalThatDoesNotKnowItsSizeIsDrawnAsUsual() throws IOException {
        assertThat(seen(0, "c ls").get(1)).endsWith("now  0       " + TITLE);
        assertThat(seen(0, "query -m demo \"/say some words on one line\""))
                .anyMatch(line -> line.contains("some words on one line"));
        assertThat(seen(0, "query -m demo \"/lines 3\"")).last().isEqualTo("exit 0");
    }
}
