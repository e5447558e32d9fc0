package dev.outrigger.assistant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobPatternTest {
    @ParameterizedTest
    @CsvSource({
        "*.java, Main.java, true",
        "*.java, src/Main.java, false",
        "**/*.java, Main.java, true",
        "**/*.java, a/b/Main.java, true",
        "src/**/x, src/x, true",
        "src/**/x, src/a/b/x, true",
        "src/**/x, srca/x, false",
        "src/**, src/a/b, true",
        "a?c, abc, true",
        "a?c, a/c, false",
        "[A-Cx]1, B1, true",
        "[A-Cx]1, D1, false",
        "[!a]1, b1, true",
        "*, '', true",
        "a*b*c, axxbyyc, true",
        "a*b*c, axxcyyb, false",
        "fs_*, fs_read, true",
        "[, [, true",
    })
    void matches(String pattern, String text, boolean expected) {
        assertThat(GlobPattern.of(pattern).matches(text)).isEqualTo(expected);
    }

    @org.junit.jupiter.api.Test
    void aPatternMadeToTakeForeverDoesNot() {
        assertThat(GlobPattern.of("*a".repeat(200) + "b").matches("a".repeat(2000)))
                .isFalse();
    }
}
