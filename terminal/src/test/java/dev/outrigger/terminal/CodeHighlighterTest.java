package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodeHighlighterTest {
    private static final StreamLook COLOUR = new StreamLook(true, true, 80);

    /// Colours made readable: `<32|…>`.
    private static String drawn(String text, String language) {
        return CodeHighlighter.render(text, language, COLOUR)
                .replace("\u001b[0m", ">")
                .replaceAll("\u001b\\[([0-9;]+)m", "<$1|")
                .stripTrailing();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '$',
            value = {
                "java   ¦ return \"a\\\"b\"; // x   ¦ <35|return> <32|\"a\\\"b\">; <2|// x>",
                "java   ¦ int x = 0x1F + 1.5;       ¦ <35|int> x = <33|0x1F> + <33|1.5>;",
                "java   ¦ a /* b */ c               ¦ a <2|/* b */> c",
                "java   ¦ a /* b                    ¦ a <2|/* b>",
                "python ¦ def f(): # x              ¦ <35|def> f(): <2|# x>",
                "python ¦ s = 'a' + \"b\"           ¦ s = <32|'a'> + <32|\"b\">",
                "python ¦ a // b                    ¦ a // b",
                "sh     ¦ echo ${#x} # y            ¦ echo ${#x} <2|# y>",
                "rust   ¦ fn f<'a>(x: &'a str)      ¦ <35|fn> f<<32|'a>(x: &'>a str)",
                "rust   ¦ let x: &'a u8 = 1;        ¦ <35|let> x: &'a u8 = <33|1>;",
                "sql    ¦ SELECT a FROM b -- c      ¦ <35|SELECT> a <35|FROM> b <2|-- c>",
                "js     ¦ table.update(`x`)         ¦ table.update(<32|`x`>)",
                "text   ¦ return \"a\" 1            ¦ return \"a\" 1",
                "diff   ¦ +a                        ¦ <32|+a>",
                "''     ¦ # x                       ¦ <2|# x>",
                "JAVA   ¦ null                      ¦ <35|null>",
            })
    void setsTheCommonThingsApart(String language, String text, String expected) {
        assertThat(drawn(text, language.equals("''") ? "" : language)).isEqualTo(expected);
    }

    @Test
    void keepsStringsOverSeveralLinesTogether() {
        assertThat(drawn("x = \"\"\"\na 'b'\n\"\"\" + 1", "java")).isEqualTo("x = <32|\"\"\"\na 'b'\n\"\"\"> + <33|1>");
    }

    @Test
    void coloursTheLinesOfADiff() {
        assertThat(drawn("@@ 1 @@\n-a\n+b\n c\n\n+d", "diff"))
                .isEqualTo("<36|@@ 1 @@>\n<31|-a>\n<32|+b>\n c\n\n<32|+d>");
    }

    @Test
    void addsNothingButColourAndALastNewline() {
        var text = "fn main() {\n\tlet x = \"日本\"; // \\\n}";
        assertThat(TerminalEscapes.strip(CodeHighlighter.render(text, "rust", COLOUR)))
                .isEqualTo(text + "\n");
        assertThat(CodeHighlighter.render(text, "rust", new StreamLook(true, false, 80)))
                .isEqualTo(text + "\n");
        assertThat(CodeHighlighter.render("", "rust", COLOUR)).isEmpty();
    }

    @Test
    void letsNoEscapesThrough() {
        assertThat(drawn("a \u001b[2J\u001b[31mb", "java")).isEqualTo("a b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"'", "\"", "\\'", "'\"`", "\"\"\"", "/*", "1", "a", "#", "\\", "'\\", "0.", "日", "\ud83d\ude00"})
    void takesAMegabyteOfAnythingInItsStride(String piece) {
        var text = piece.repeat((1 << 20) / piece.length());
        assertThat(TerminalEscapes.strip(CodeHighlighter.render(text, "java", COLOUR)))
                .isEqualTo(text + "\n");
    }
}
