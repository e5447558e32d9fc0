package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalEscapesTest {
    @Test
    void whatEndsALineForAnyReaderIsABlank() {
        assertThat(TerminalEscapes.unbroken("a\nb\tc\u2028d\u2029e\u0085\u000b\u000c\r\u001b[2Jf"))
                .isEqualTo("a b c d ef");
        assertThat(TerminalEscapes.oneLine("a\u2028 \u2029b", 40)).isEqualTo("a b");
    }

    @Test
    void dropsWhatHidesWordsBeyondTheFirstPlane() {
        assertThat(TerminalEscapes.strip("a\udb40\udc41b\ud834\udd73c\ud83d\ude00"))
                .isEqualTo("abc\ud83d\ude00");
        assertThat(TerminalEscapes.oneLine("a\udb40\udc41\nb\u001b[2J\ud834\udd73c", 40))
                .isEqualTo("a bc");
        assertThat(JsonStyle.visible("{\"a\":\"x\udb40\udc41\"}")).isEqualTo("{\"a\":\"x\\udb40\\udc41\"}");
    }

    @Test
    void leavesHarmlessTextAlone() {
        var text = "plain\ttäxt\n日本 \ud83d\ude00 e\u0301 \u200d";
        assertThat(TerminalEscapes.strip(text)).isSameAs(text);
        assertThat(TerminalEscapes.keepColour(text)).isSameAs(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J",
                "\u001b[1;1H",
                "\u001b[?1049h",
                "\u001b[>4;2m",
                "\u001b[6n",
                "\u001b[ q",
                "\u001b]0;title\u0007",
                "\u001b]0;title\u001b\\",
                "\u001b]8;;http://x\u001b\\",
                "\u001b]52;c;aGk=\u0007",
                "\u001bPq#0;2\u001b\\",
                "\u001b_apc\u001b\\",
                "\u001b^pm\u001b\\",
                "\u001bXsos\u001b\\",
                "\u001bc",
                "\u001b(0",
                "\u001b#8",
                "\u001b7",
                "\u001b=",
                "\u009b2J",
                "\u009b31m",
                "\u009d0;title\u009c",
                "\u0090q\u009c",
                "\u0085",
                "\u008d",
                "\b",
                "\r",
                "\u0007",
                "\u000b",
                "\f",
                "\u007f",
                "\u0000",
                "\u202e",
                "\u2066",
                "\u001b[8m",
                "\u001b[0;8m",
                "\u001b[31;8;1m",
                "\u001b[38;5;1;8m",
                "\u001b[38;2;1;2;3;8m",
                "\u001b[38;7;8m",
                "\u001b[4:3;8m",
                "\u001b]0;a\u0018",
            })
    void dropsWhatATerminalWouldObey(String escape) {
        assertThat(TerminalEscapes.strip("a" + escape + "b")).isEqualTo("ab");
        assertThat(TerminalEscapes.keepColour("a" + escape + "b")).isEqualTo("ab");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[m",
                "\u001b[0m",
                "\u001b[1;31m",
                "\u001b[38;5;8m",
                "\u001b[38;2;8;8;8m",
                "\u001b[48;5;8;1m",
                "\u001b[4:3m",
                "\u001b[38:2::8:8:8m",
            })
    void keepsColourOnlyWhenAsked(String colour) {
        assertThat(TerminalEscapes.keepColour("a" + colour + "b")).isEqualTo("a" + colour + "b");
        assertThat(TerminalEscapes.strip("a" + colour + "b")).isEqualTo("ab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001b", "\u001b[", "\u001b[31", "\u001b]0;x", "\u001bP", "\u009b1", "\u009dx", "\u001b("})
    void dropsWhatNeverEnds(String start) {
        assertThat(TerminalEscapes.strip("a" + start)).isEqualTo("a");
        assertThat(TerminalEscapes.keepColour("a" + start)).isEqualTo("a");
    }

    @Test
    void losesNoMoreThanTheLineToASequenceWithoutEnd() {
        assertThat(TerminalEscapes.strip("a\u001b]0;title\nb")).isEqualTo("a\nb");
        assertThat(TerminalEscapes.strip("a\u001b[31\nb")).isEqualTo("a\nb");
    }

    @Test
    void turnsTheLinesOfOtherSystemsIntoOurs() {
        assertThat(TerminalEscapes.strip("one\r\ntwo\r\n")).isEqualTo("one\ntwo\n");
    }

    @Test
    void looksAgainAtWhatInterruptsASequence() {
        assertThat(TerminalEscapes.keepColour("\u001b[3\u001b[31mred")).isEqualTo("\u001b[31mred");
        assertThat(TerminalEscapes.strip("\u001b\u001b[2Jx")).isEqualTo("x");
        assertThat(TerminalEscapes.strip("\u001b]0;\u001b[2Jx")).isEqualTo("x");
    }

    @Test
    void takesAMegabyteOfAnyEscapeInItsStride() {
        for (var hostile :
                new String[] {"\u001b", "\u009d", "\u001b]", "\u001b[", "\u001bP\u009b", "\u001b[3;", "\u0090\u001b"}) {
            var text = hostile.repeat((1 << 20) / hostile.length());
            assertThat(harmless(TerminalEscapes.strip(text), false)).isTrue();
            assertThat(harmless(TerminalEscapes.keepColour(text), true)).isTrue();
        }
    }

    @Test
    void letsNothingThroughWhateverIsMixed() {
        var random = new Random(11);
        var pieces = "\u001b\u001b\u001b[[];;m1389\u009b\u009d\u0090\u009c\u0007\\Pqx\n\r\u202e";
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(24); n > 0; n--) {
                text.append(pieces.charAt(random.nextInt(pieces.length())));
            }
            var kept = TerminalEscapes.keepColour(text.toString());
            assertThat(harmless(TerminalEscapes.strip(text.toString()), false)).isTrue();
            assertThat(harmless(kept, true)).as("%s", kept).isTrue();
            assertThat(TerminalEscapes.keepColour(kept)).isEqualTo(kept);
        }
    }

    private static boolean harmless(String text, boolean colour) {
        var rest = colour ? text.replaceAll("\u001b\\[[0-9;:]*m", "") : text;
        return rest.chars().allMatch(c -> TerminalEscapes.harmless((char) c));
    }
}
