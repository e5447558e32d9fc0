package dev.outrigger.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.List;
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
}
