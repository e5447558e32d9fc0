package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShellQuotesTest {
    @Test
    void aWordIsReadWithoutItsQuotesAndNothingIsRun() {
        assertThat(ShellQuotes.taken("a\\ b")).isEqualTo("a b");
        assertThat(ShellQuotes.taken("'a b'c")).isEqualTo("a bc");
        assertThat(ShellQuotes.taken("\"a \\\"b")).isEqualTo("a \"b");
        assertThat(ShellQuotes.taken("\"a\\n")).isEqualTo("a\\n");
        assertThat(ShellQuotes.taken("a\\")).isEqualTo("a");
        assertThat(ShellQuotes.taken("$(touch x)`y`")).isEqualTo("$(touch x)`y`");
    }

    @Test
    void quotingAndReadingAreEachOthersInverse() {
        var random = new Random(7);
        for (int i = 0; i < 5_000; i++) {
            var word = new StringBuilder();
            for (int length = random.nextInt(12); length > 0; length--) {
                word.append(" \\\"'$`&|;<>()*?[]{}~#!^ab:=-ä".charAt(random.nextInt(28)));
            }
            for (var open : List.of("", "\"", "'")) {
                assertThat(ShellQuotes.taken(open + ShellQuotes.put(word.toString(), open) + open))
                        .isEqualTo(word.toString());
            }
        }
    }

    /// bash closes a quote unless the last character is one.
    @Test
    void aWordThatEndsWithAQuoteIsClosedByUs() {
        assertThat(ShellQuotes.put("the \"end\"", "\"th")).isEqualTo("the \\\"end\\\"\"");
        assertThat(ShellQuotes.put("the end'", "'th")).isEqualTo("the end'\\'" + "''");
        assertThat(ShellQuotes.put("the end", "\"th")).isEqualTo("the end");
    }

    /// bash looks for its history inside of double quotes, and a backslash there stays in the word.
    @Test
    void nothingThatIsInsertedCallsForTheHistory() {
        assertThat(ShellQuotes.put("Done!!", "")).isEqualTo("Done\\!\\!");
        assertThat(ShellQuotes.put("Done!", "\"Do")).isEqualTo("Done\"'!'\"\"");
        assertThat(ShellQuotes.put("Done!", "'Do")).isEqualTo("Done!");
    }
}
