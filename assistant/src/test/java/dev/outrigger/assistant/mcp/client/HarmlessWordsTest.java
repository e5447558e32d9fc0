package dev.outrigger.assistant.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HarmlessWordsTest {
    @Test
    void marksWhatHidesWordsBeyondTheFirstPlane() {
        assertThat(HarmlessWords.line("a\udb40\udc41b\ud834\udd73\u202e\u001b\n\ud83d\ude00"))
                .isEqualTo("a\uFFFDb\uFFFD\uFFFD\uFFFD \ud83d\ude00");
        assertThat(HarmlessWords.text("a\n\tb\udb40\udc41", 100)).isEqualTo("a\n\tb\uFFFD");
    }

    @Test
    void cutsNoCharacterInTwo() {
        assertThat(HarmlessWords.text("ab\ud83d\ude00c", 3)).isEqualTo("ab…");
        assertThat(HarmlessWords.text("ab\ud83d\ude00c", 4)).isEqualTo("ab\ud83d\ude00…");
    }
}
