package dev.outrigger.system;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderRiskTest {
    @ParameterizedTest
    @CsvSource({
        "41,NONE",
        "20,NONE",
        "E4,NONE",
        "65E5,NONE",
        "3000,NONE",
        "1F600,NONE",
        "0301,NONE",
        "0A,CONTROL",
        "1B,CONTROL",
        "7F,CONTROL",
        "9B,CONTROL",
        "2028,LINE_END",
        "2029,LINE_END",
        "202E,DIRECTION",
        "2066,DIRECTION",
        "E0001,HIDDEN",
        "E0041,HIDDEN",
        "1D173,HIDDEN",
        "1BCA0,HIDDEN",
        "200D,JOINER",
        "200B,JOINER",
        "AD,JOINER",
        "13430,JOINER",
        "A0,BLANK",
        "2800,BLANK",
        "FE0F,BLANK",
        "E0100,BLANK",
        "D800,HALF",
        "0378,UNDEFINED",
        "E0080,UNDEFINED",
        "FFFF,UNDEFINED",
        "E000,PRIVATE",
        "10FFFD,PRIVATE"
    })
    void saysOfEachWhatItMayDo(String hex, ReaderRisk risk) {
        assertThat(ReaderRisk.of(Integer.parseInt(hex, 16))).isEqualTo(risk);
    }

    @Test
    void everyCharacterHasOneAndNoControlPassesForNothing() {
        for (int c = 0; c <= 0xE0FFF; c++) {
            var risk = ReaderRisk.of(c);
            assertThat(risk == ReaderRisk.CONTROL).as(Integer.toHexString(c)).isEqualTo(Character.isISOControl(c));
            if (Character.getType(c) == Character.FORMAT) {
                assertThat(risk)
                        .as(Integer.toHexString(c))
                        .isIn(ReaderRisk.DIRECTION, ReaderRisk.HIDDEN, ReaderRisk.JOINER);
            }
        }
    }

    @Test
    void masksWhatActsUnseenAndNothingElse() {
        assertThat(ReaderRisk.masked("a\u001b[31m\u009b\u202e\u2028\u200d\ud800\udb40\udc41 z\u00e9\ud83d\ude00\u2800"))
                .isEqualTo("a?[31m?????? z\u00e9\ud83d\ude00\u2800");
    }
}
