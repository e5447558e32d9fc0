package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import org.junit.jupiter.api.Test;

class JsonStyleTest {
    private static final StreamLook PLAIN = new StreamLook(true, false, 80);
    private static final StreamLook COLOUR = new StreamLook(true, true, 80);

    @Test
    void indentsByTwo() {
        var text =
                "{\"a\":[1,{\"b\":null}],\"c\":{},\"d\":[],\"e\":\"\\ud83d\\ude00 \\\"x\\\"\\n\",\"f\":1.50e3,\"g\":true}";
        assertThat(JsonStyle.render(text, PLAIN)).isEqualTo("""
                {
                  "a": [
                    1,
                    {
                      "b": null
                    }
                  ],
                  "c": {},
                  "d": [],
                  "e": "😀 \\"x\\"\\n",
                  "f": 1.50e3,
                  "g": true
                }
                """);
    }

    @Test
    void colours() {
        assertThat(JsonStyle.render("{\"a\":[\"b\",1,false]}\n", COLOUR)).isEqualTo("""
                {
                  E[34m"a"E[0m: [
                    E[32m"b"E[0m,
                    E[33m1E[0m,
                    E[35mfalseE[0m
                  ]
                }
                """.replace('E', '\u001b'));
    }

    @Test
    void showsWhatIsNoJsonAsItCameButHarmless() {
        assertThat(JsonStyle.render("{\"a\":1,}\u001b[2J", PLAIN)).isEqualTo("{\"a\":1,}");
        assertThat(JsonStyle.render("[".repeat(100_000), PLAIN)).isEqualTo("[".repeat(100_000));
        assertThat(JsonStyle.render("", PLAIN)).isEmpty();
    }

    @Test
    void obeysNoEscapeHiddenInAString() {
        assertThat(JsonStyle.render("[\"\\u001b[2J\\u009b1m\u202e\\u0000\"]", PLAIN))
                .isEqualTo("[\n  \"\\u001b[2J\\u009b1m\\u202e\\u0000\"\n]\n");
    }

    @Test
    void quotesWhatStrictJsonReadsBack() throws Exception {
        var text = new StringBuilder();
        for (char c = 0; c < 0x2100; c++) {
            text.append(c);
        }
        assertThat(JsonText.parse(JsonStyle.quoted(text.toString()))).isEqualTo(Json.of(text.toString()));
    }
}
