package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.HashMap;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0x00, 0x07, 0x08, 0x0B, 0x0D, 0x1B, 0x7F, 0x85, 0x9B, 0x9D, 0xA0, 0xAD, 0x034F, 0x061C, 0x115F, 0x180E,
                0x200B, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164,
                0xD800, 0xDFFF, 0xE000, 0xFE0F, 0xFEFF, 0xFFF9, 0xFFFF, 0xE0041, 0xE0100, 0x10FFFF
            })
    void showsWhatATerminalObeysOrDoesNotDraw(int c) {
        var mark = "<U+" + "%0" + (c > 0xFFFF ? 6 : 4) + "X>";

        assertThat(VisibleText.text("a" + Character.toString(c) + "b")).isEqualTo("a" + mark.formatted(c) + "b");
    }

    @Test
    void leavesTheRestAlone() {
        var text = "plain\ttäxt <b> <U\n日本\u3000語 \ud83d\ude00 e\u0301 → ";

        assertThat(VisibleText.text(text)).isSameAs(text);
    }

    @Test
    void keepsDifferentTextsDifferent() {
        var parts = new String[] {
            "a",
            "<",
            "<U+",
            "<U+003C>",
            "U+",
            "200B",
            ">",
            "\u200b",
            "\u202e",
            "\u001b",
            "]0;",
            "\u0007",
            "\r",
            "\n",
            "\t",
            " ",
            "\ud83d",
            "\ude00",
            "003C"
        };
        var random = new Random(7);
        var seen = new HashMap<String, String>();
        for (int i = 0; i < 50_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(6); n >= 0; n--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            var before = seen.put(VisibleText.text(text.toString()), text.toString());
            assertThat(before == null || before.contentEquals(text))
                    .as("%s and %s", before, text)
                    .isTrue();
        }
    }

    /// On one line, and no two look alike.
    @Test
    void marksInNamesAlsoLineEndsAndBlanksThatNobodyWouldCount() {
        assertThat(VisibleText.name("a\nb\tc")).isEqualTo("a<U+000A>b<U+0009>c");
        assertThat(VisibleText.name(" a b  c ")).isEqualTo("<U+0020>a b <U+0020>c<U+0020>");
        assertThat(VisibleText.name("a<U+0020>")).isEqualTo("a<U+003C>U+0020>");
        assertThat(VisibleText.name("mcp.files/read_file")).isEqualTo("mcp.files/read_file");
    }

    @Test
    void escapesInJsonWhatStaysTheSameJson() throws Exception {
        var json = Json.object()
                .put("k\u202e", "a\u200bb\u0085\udb40\udc41 \ud83d\ude00")
                .build();

        var visible = VisibleText.json(JsonText.text(json));

        assertThat(visible).isEqualTo("{\"k\\u202e\":\"a\\u200bb\\u0085\\udb40\\udc41 \ud83d\ude00\"}");
        assertThat(JsonText.parse(visible)).isEqualTo(json);
        assertThat(JsonStyle.render(JsonText.text(json), new StreamLook(true, false, 80)))
                .contains("\"k\\u202e\": \"a\\u200bb\\u0085\\udb40\\udc41 \ud83d\ude00\"");
    }

    @Test
    void putsEveryLineOfAQuoteBehindABar() {
        var quoted = VisibleText.quoted("one\nRun it? [y/N]\n\n" + "long ".repeat(30) + "x".repeat(200) + "\r\n", 40);

        assertThat(quoted.lines()).allSatisfy(line -> {
            assertThat(line).startsWith("  │");
            assertThat(line.length()).isLessThanOrEqualTo(40);
        });
        assertThat(quoted).contains("  │ Run it? [y/N]\n");
    }
}
