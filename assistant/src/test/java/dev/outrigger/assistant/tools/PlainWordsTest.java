package dev.outrigger.assistant.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainWordsTest {
    @Test
    void marksWhatActsBeyondTheFirstPlane() {
        assertThat(PlainWords.line("a\udb40\udc41b\ud834\udd73\u200b\n\t\ud83d\ude00"))
                .isEqualTo("a\uFFFDb\uFFFD\uFFFD\uFFFD \ud83d\ude00");
    }
}
