package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextWidthTest {
    @ParameterizedTest
    @CsvSource({
        "abc,3",
        "äöü,3",
        "日本語,6",
        "한국어,6",
        "ｆｕｌｌ,8",
        "ﾊﾝｶｸ,4",
        "e\u0301,1",
        "\u0928\u093f,2",
        "\ud83d\ude00,2",
        "\ud83d\udc68\u200d\ud83d\udc69,4",
        "─│•,3",
        "\u200b\u200d\ufeff,0",
        "\u1112\u1161\u11ab,2",
        "\ud800,0",
        "\u0007\u009b,0",
    })
    void countsColumns(String text, int columns) {
        assertThat(TextWidth.of(text)).isEqualTo(columns);
    }
}
