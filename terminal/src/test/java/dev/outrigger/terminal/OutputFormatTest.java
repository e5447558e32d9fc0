package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputFormatTest {
    private static final Command ROOT = OutputFormat.in(Command.named("prog"))
            .sub(Command.named("group").sub(Command.named("leaf").arg(Argument.option("title", "TITLE", ""))));

    @ParameterizedTest
    @CsvSource({
        "group leaf, TEXT",
        "group leaf --json, JSON",
        "--json group leaf, JSON",
        "group --json leaf --json, JSON",
        "group leaf --format json, JSON",
        "group leaf --format=json, JSON",
        "--format text group leaf, TEXT",
        "--format text group leaf --json, JSON"
    })
    void bothFormsAreUnderstoodEverywhere(String line, Printer.Mode mode) {
        assertThat(CommandLineParser.parse(ROOT, List.of(line.split(" "))))
                .isInstanceOfSatisfying(
                        ParsedCommandLine.Run.class,
                        run -> assertThat(OutputFormat.of(run.values())).isEqualTo(mode));
    }

    @ParameterizedTest
    @CsvSource({
        "gruop leaf, TEXT",
        "gruop leaf --json, JSON",
        "gruop --format json, JSON",
        "gruop --format=json, JSON",
        "json --format, TEXT",
        "json --format text, TEXT",
        "json --format json, JSON"
    })
    void whoReadsWhatCouldNotBeUnderstoodIsGuessed(String line, Printer.Mode mode) {
        assertThat(OutputFormat.guessed(List.of(line.split(" ")))).isEqualTo(mode);
    }

    @Test
    void itIsAFlagThatTakesNoValue() {
        assertThat(CommandLineParser.parse(ROOT, List.of("group", "leaf", "--json=yes")))
                .isInstanceOf(ParsedCommandLine.Mistake.class);
    }
}
