package dev.outrigger.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TomlReaderTest {
    @Test
    void readsEveryKindOfValue() throws Exception {
        var read = TomlReader.parse("""
                [a."b.c"]
                text = "x\\ty"
                whole = 1_000
                real = 2.5
                endless = inf
                truth = true
                day = 1979-05-27
                list = [1, [2, { x = 3 }]]
                """);
        assertThat(read).isEqualTo(JsonText.parse("""
                {"a":{"b.c":{"text":"x\\ty","whole":1000,"real":2.5,"endless":"Infinity","truth":true,
                "day":"1979-05-27","list":[1,[2,{"x":3}]]}}}
                """));
    }

    @Test
    void readsBackWhatIsWritten() throws Exception {
        var value = JsonText.parse("""
                {"plain":"a \\"b\\" \\\\ \\u0000\\u007f\\n€","list":[1,-2.5,true,[],{}],"odd key":{"a-b":"c","":1}}
                """);
        assertThat(TomlReader.parse("x = " + TomlText.value(value)).get("x")).contains(value);
        assertThat(TomlReader.parse(TomlText.key(List.of("a", "b.c", "d e")) + " = 1"))
                .isEqualTo(JsonText.parse("{\"a\":{\"b.c\":{\"d e\":1}}}"));
        assertThatThrownBy(() -> TomlText.value(Json.Null.NULL)).hasMessage("TOML has no null");
    }

    @Test
    void saysTheLineOfAMistake() {
        refused("# one\n# two\nx = @\n", "f:3: no TOML: ");
    }

    @Test
    void whatItQuotesDoesNothingToATerminal() {
        assertThatThrownBy(() -> TomlReader.parse("a = 1\n\u001b]0;x\u0007\u202e\u2028 = = 2\n"))
                .isInstanceOfSatisfying(
                        TomlProblem.class,
                        problem -> assertThat(problem.wordsFor("f"))
                                .doesNotContain("\u001b", "\u0007", "\u202e", "\u2028"));
    }

    @Test
    void refusesWhatWouldBeReadWithoutEnd() {
        refused("x = 1\n" + "a.".repeat(5_000) + "a = 1\n", "f:2: more than 2000 dots in a line");
        refused("a = 1\n".repeat(5_000), "f:4001: more than 4000 keys");
        refused(" \t[[k]]\n".repeat(5_000), "f:4001: more than 4000 keys");
        refused("a = " + "[".repeat(100) + "]".repeat(100), "f: no TOML: nested deeper than 64");
        refused("a = " + "[".repeat(300_000), "f: no TOML: nested deeper than 64");
        refused("a.".repeat(100) + "a = 1\n", "f: no TOML: nested deeper than 64");
        refused("a = 1\n\0", "f:2: no TOML: a zero byte");
    }

    private static void refused(String toml, String words) {
        assertThatThrownBy(() -> TomlReader.parse(toml))
                .isInstanceOfSatisfying(
                        TomlProblem.class,
                        problem -> assertThat(problem.wordsFor("f")).startsWith(words));
    }

    /// The plain reader may leave a text to the whole one, and otherwise says what that says, in the same order.
    @Test
    void thePlainReaderReadsAsTheWholeOne() throws Exception {
        for (var text : PLAIN) {
            var read = PlainToml.parse(text);
            assertThat(read).as(text).isNotNull();
            if (read != null) {
                alike(read, text);
            }
        }
        for (var text : NOT_PLAIN) {
            assertThat(PlainToml.parse(text)).as(text).isNull();
        }
    }

    @Test
    void whatIsMadeOfPiecesIsReadAlikeToo() throws Exception {
        var random = new Random(1);
        int plain = 0;
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int line = random.nextInt(5); line >= 0; line--) {
                for (int piece = random.nextInt(7); piece >= 0; piece--) {
                    text.append(PIECES[random.nextInt(PIECES.length)]);
                }
                text.append('\n');
            }
            var read = PlainToml.parse(text.toString());
            if (read != null) {
                plain++;
                alike(read, text.toString());
            }
        }
        assertThat(plain).isGreaterThan(200);
    }

    private static void alike(Json read, String text) throws Exception {
        assertThat(JsonText.text(read)).as(text).isEqualTo(JsonText.text(TomlReader.whole(text)));
    }

    private static final List<String> PLAIN = List.of(
            "",
            "\n\r\n  # one\n\t\n",
            "a = 1",
            "a=\"x\"#y\r\nb = 'c:\\d'",
            "b = 1\na = 2\n[z]\ny = true\n[c]\n[a1.b]\n[a1]\nx = false",
            "a.b.c = 1\na.b.d = 2\na . e = \"€ \uD83D\uDE00\"",
            "[p.command.'x y'.\"z\"]\nrun = \"unattended\"\nchecksum = { algorithm = \"sha256\", value = \"00\" }",
            "l = [ 1, -2, [ 'x', ], # two\n\n  {}, [] ]\nf = 0.70\ng = -3.25",
            "s = \"a\\tb\\n\\\\ \\\" \\r\"\nt = \"\"\nu = ''\n",
            "- = 1\n1 = 2\n_ = 3");
    private static final List<String> NOT_PLAIN = List.of(
            "a",
            "a = ",
            "a = 1 b = 2",
            "a = 1\na = 2",
            "a = 1\n[a]",
            "[a]\n[a]",
            "a.b = 1\n[a]",
            "[b]\na.c = 1\n[b.a.d]",
            "[[a]]",
            "a = 1979-05-27",
            "a = 1_000",
            "a = 01",
            "a = 0x1",
            "a = +1",
            "a = 1e3",
            "a = inf",
            "a = \"\"\"x\"\"\"",
            "a = '''x'''",
            "a = \"\\u0041\"",
            "a = \"x",
            "a = \"x\ny\"",
            "a = \"\u007F\"",
            "# \u0001",
            "a = [1",
            "a = [1 2]",
            "a = { b = 1, }",
            "a = { b = 1\n}",
            "a = 1\r",
            "\uFEFFa = 1",
            "a = 9223372036854775808");
    private static final String[] PIECES = {
        "a",
        "b",
        "\"c\"",
        "'d'",
        ".",
        " ",
        "=",
        " = ",
        "1",
        "-2",
        "0.5",
        "true",
        "\"x\"",
        "[",
        "]",
        "[a]",
        "[a.b]",
        "[b]",
        "{",
        "}",
        ",",
        "a = 1",
        "b = \"\"",
        "a.b = 1",
        "b.a = []",
        "#",
        "\n",
        "\r\n",
        "\t",
        "[[a]]",
        "{ a = 1 }",
        "[1, 2]",
        "\\",
        "\"",
        "e",
        "_",
    };
}
