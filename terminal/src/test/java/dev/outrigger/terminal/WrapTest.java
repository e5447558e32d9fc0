package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class WrapTest {
    @Test
    void breaksAtSpaces() {
        assertThat(Wrap.lines("the quick brown fox", 10)).containsExactly("the quick", "brown fox");
        assertThat(Wrap.lines("the quick brown", 9)).containsExactly("the quick", "brown");
        assertThat(Wrap.lines("a    b", 3)).containsExactly("a", "b");
    }

    @Test
    void keepsNewlinesAndIndentation() {
        assertThat(Wrap.lines("one\n\n  two three", 8)).containsExactly("one", "", "  two", "three");
        assertThat(Wrap.lines("", 8)).containsExactly("");
        assertThat(Wrap.lines("one\n", 8)).containsExactly("one", "");
    }

    @Test
    void whatMustFitIsBrokenInsideWordsWhereItHasTo() {
        assertThat(Wrap.fittingLines("abcdefgh ij", 3)).containsExactly("abc", "def", "gh", "ij");
        assertThat(Wrap.fittingLines("x abcdefgh", 4)).containsExactly("x", "abcd", "efgh");
        assertThat(Wrap.fittingLines("    abcdefgh", 4)).containsExactly("", "abcd", "efgh");
    }

    @Test
    void breaksNoWordForPeople() {
        assertThat(Wrap.lines("abcdefgh ij", 3)).containsExactly("abcdefgh", "ij");
        assertThat(Wrap.lines("x abcdefgh y z", 4)).containsExactly("x", "abcdefgh", "y z");
        assertThat(Wrap.lines("    abcdefgh", 4)).containsExactly("    abcdefgh");
        assertThat(Wrap.lines("e\u0301".repeat(9), 2)).containsExactly("e\u0301".repeat(9));
    }

    @Test
    void theFirstLineMayHaveMoreRoomThanTheOthers() {
        assertThat(Wrap.lines("one two three four", 11, 5)).containsExactly("one two", "three", "four");
    }

    @Test
    void keepsWhatIsThereToBeCopiedOnOneLineThatItFitsOn() {
        assertThat(Wrap.lines("Start it with `kaged start`.", 20)).containsExactly("Start it with", "`kaged start`.");
        assertThat(Wrap.lines("Say `a very long command` now", 12))
                .containsExactly("Say `a very", "long", "command` now");
        assertThat(Wrap.lines("one ` two three", 8)).containsExactly("one `", "two", "three");
    }

    @Test
    void coloursTakeNoRoom() {
        assertThat(Wrap.lines("\u001b[31mred\u001b[0m and \u001b[1;32mgreen\u001b[0m", 9))
                .containsExactly("\u001b[31mred\u001b[0m and", "\u001b[1;32mgreen\u001b[0m");
    }

    @Test
    void countsWideCharactersTwiceAndBreaksBetweenThem() {
        assertThat(Wrap.lines("日本語テスト", 5)).containsExactly("日本", "語テ", "スト");
        assertThat(Wrap.lines("ab日本語", 5)).containsExactly("ab日", "本語");
        assertThat(Wrap.lines("日本 語", 5)).containsExactly("日本", "語");
        assertThat(Wrap.lines("日", 1)).containsExactly("日");
    }

    @Test
    void neverPartsACharacterFromItsMarks() {
        var e = "e\u0301\u0323";
        assertThat(Wrap.fittingLines(e.repeat(4), 2)).containsExactly(e.repeat(2), e.repeat(2));
        var family = "\ud83d\udc68\u200d\ud83d\udc69";
        assertThat(Wrap.lines(family + family, 4)).containsExactly(family, family);
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
            var lines = Wrap.fittingLines(text.toString(), width);
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
        return Width.of(line.replaceAll("[\u0301\u200d]", "").stripTrailing());
    }

    /// What cannot be broken: ink not counting what is joined to the ink before it.
    private static int clusters(String line) {
        int clusters = 0;
        boolean inWord = false;
        boolean joined = false;
        for (int c : line.codePoints().toArray()) {
            clusters += c != ' ' && Width.of(c) > 0 && !joined ? 1 : 0;
            inWord = c != ' ' && (inWord || Width.of(c) > 0);
            joined = inWord && Width.joins(c);
        }
        return clusters;
    }

    @Test
    void wrapsAMegabyteOfMarks() {
        var text = "a" + "\u0301".repeat(1 << 19) + " b" + "日".repeat(1 << 19);
        assertThat(Wrap.lines(text, 10)).hasSizeGreaterThan(1 << 16);
    }
}
