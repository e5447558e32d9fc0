package dev.outrigger.workspace.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TomlLinesTest {
    private static final String TEXT = """
            top = 1
            "quoted \\u0041.key" = 'x = 1' # = 2
              indented.dotted . key = 2

            [ table . "a.b" ]
            list = [ # [
              "]", '\\', 3,
            ]
            basic = \"""
            [not.a.table]
            a = "b" \\\""" \\
            ends in two quotes\"""\""
            literal = '''
            # no comment
            ''''
            inline = { deep = { deeper = 1 } }
            date = 1979-05-27 07:32:00 # comment
            [[many]]
            x = 1
            [[many]]
            x = 2
            """;

    @Test
    void findsEveryStatementPastStringsListsAndComments() throws Exception {
        ConfigToml.parse("the text is TOML", TEXT);

        assertThat(TomlLines.of(TEXT).statements())
                .extracting(statement -> statement.line() + " " + KeyPath.text(statement.path()))
                .containsExactly(
                        "1 top",
                        "2 \"quoted A.key\"",
                        "3 indented.dotted.key",
                        "5 table.\"a.b\"",
                        "6 table.\"a.b\".list",
                        "9 table.\"a.b\".basic",
                        "13 table.\"a.b\".literal",
                        "16 table.\"a.b\".inline",
                        "17 table.\"a.b\".date",
                        "18 many",
                        "19 many.x",
                        "20 many",
                        "21 many.x");
    }

    @Test
    void knowsWhereAValueStandsInItsLine() {
        assertThat(TomlLines.of(TEXT).statements())
                .extracting(statement -> TEXT.substring(statement.valueStart(), statement.valueEnd()))
                .contains("1", "'x = 1'", "2", "{ deep = { deeper = 1 } }", "1979-05-27 07:32:00");
    }

    @Test
    void givesTheLineOfWhatAKeyIsInside() {
        var lines = TomlLines.of(TEXT);

        assertThat(lines.lineOf(List.of("table", "a.b", "inline", "deep", "deeper")))
                .isEqualTo(16);
        assertThat(lines.lineOf(List.of("indented"))).isEqualTo(3);
        assertThat(lines.lineOf(List.of("nowhere"))).isZero();
    }
}
