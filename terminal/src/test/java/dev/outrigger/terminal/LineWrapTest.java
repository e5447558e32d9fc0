package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LineWrapTest {
    @Test
    void breaksAtSpaces() {
        assertThat(LineWrap.lines("the quick brown fox", 10)).containsExactly("the quick", "brown fox");
        assertThat(LineWrap.lines("the quick brown", 9)).containsExactly("the quick", "brown");
        assertThat(LineWrap.lines("a    b", 3)).containsExactly("a", "b");
    }

    @Test
    void keepsNewlinesAndIndentation() {
        assertThat(LineWrap.lines("one\n\n  two three", 8)).containsExactly("one", "", "  two", "three");
        assertThat(LineWrap.lines("", 8)).containsExactly("");
        assertThat(LineWrap.lines("one\n", 8)).containsExactly("one", "");
    }

    @Test
    void whatMustFitIsBrokenInsideWordsWhereItHasTo() {
        assertThat(LineWrap.fittingLines("abcdefgh ij", 3)).containsExactly("abc", "def", "gh", "ij");
        assertThat(LineWrap.fittingLines("x abcdefgh", 4)).containsExactly("x", "abcd", "efgh");
        assertThat(LineWrap.fittingLines("    abcdefgh", 4)).containsExactly("", "abcd", "efgh");
    }

    @Test
    void breaksNoWordForPeople() {
        assertThat(LineWrap.lines("abcdefgh ij", 3)).containsExactly("abcdefgh", "ij");
        assertThat(LineWrap.lines("x abcdefgh y z", 4)).containsExactly("x", "abcdefgh", "y z");
        assertThat(LineWrap.lines("    abcdefgh", 4)).containsExactly("    abcdefgh");
        assertThat(LineWrap.lines("e\u0301".repeat(9), 2)).containsExactly("e\u0301".repeat(9));
    }

    @Test
    void theFirstLineMayHaveMoreRoomThanTheOthers() {
        assertThat(LineWrap.lines("one two three four", 11, 5)).containsExactly("one two", "three", "four");
    }

    @Test
    void keepsWhatIsThereToBeCopiedOnOneLineThatItFitsOn() {
        assertThat(LineWrap.lines("Start it with `kaged start`.", 20))
                .containsExactly("Start it with", "`kaged start`.");
        assertThat(LineWrap.lines("Say `a very long command` now", 12))
                .containsExactly("Say `a very", "long", "command` now");
        assertThat(LineWrap.lines("one ` two three", 8)).containsExactly("one `", "two", "three");
    }

    @Test
    void coloursTakeNoRoom() {
        assertThat(LineWrap.lines("\u001b[31mred\u001b[0m and \u001b[1;32mgreen\u001b[0m", 9))
                .containsExactly("\u001b[31mred\u001b[0m and", "\u001b[1;32mgreen\u001b[0m");
    }

    @Test
    void countsWideCharactersTwiceAndBreaksBetweenThem() {
        assertThat(LineWrap.lines("日本語テスト", 5)).containsExactly("日本", "語テ", "スト");
        assertThat(LineWrap.lines("ab日本語", 5)).containsExactly("ab日", "本語");
        assertThat(LineWrap.lines("日本 語", 5)).containsExactly("日本", "語");
        assertThat(LineWrap.lines("日", 1)).containsExactly("日");
    }

    @Test
    void neverPartsACharacterFromItsMarks() {
        var e = "e\u0301\u0323";
        assertThat(LineWrap.fittingLines(e.repeat(4), 2)).containsExactly(e.repeat(2), e.repeat(2));
        var family = "\ud83d\udc68\u200d\ud83d\udc69";
        assertThat(LineWrap.lines(family + family, 4)).containsExactly(family, family);
    }

    @Test
    void losesNothingButSpacesWhateverTheTextAndWidth() {
        var random = new Random(7);
        var alphabet = "ab   \n日e\u0301\u200d\ud83d\udc68";
        for (int i = 0; i < 5_000; i++) {
            var text = new StringBuilder();
            for (int n = random.nextInt(30); n > 0; n--) {
                text.appendCodePoint(alphabet.codePointAt(
                        alphabet.offsetByCodePoints(0, random.nextInt(alphabet.codePointCount(0, alphabet.length())))));
            }
            int width = 1 + random.nextInt(12);
            var lines = LineWrap.fittingLines(text.toString(), width);
            assertThat(String.join("", lines).replace(" ", ""))
                    .isEqualTo(text.toString().replace(" ", "").replace("\n", ""));
            for (var line : lines) {
                assertThat(inked(line) <= width || clusters(line) == 1)
                        .as("%s at %d in %s", line, width, text)
                        .isTrue();
            }
        }
    }

    private static int inked(String line) {
        return TextWidth.of(line.replaceAll("[\u0301\u200d]", "").stripTrailing());
    }

    /// What cannot be broken: ink not counting what is joined to the ink before it.
    private static int clusters(String line) {
        int clusters = 0;
        boolean inWord = false;
        boolean joined = false;
        for (int c : line.codePoints().toArray()) {
            clusters += c != ' ' && TextWidth.of(c) > 0 && !joined ? 1 : 0;
            inWord = c != ' ' && (inWord || TextWidth.of(c) > 0);
            joined = inWord && TextWidth.joins(c);
        }
        return clusters;
    }

    @Test
    void wrapsAMegabyteOfMarks() {
        var text = "a" + "\u0301".repeat(1 << 19) + " b" + "日".repeat(1 << 19);
        assertThat(LineWrap.lines(text, 10)).hasSizeGreaterThan(1 << 16);
    }
}
