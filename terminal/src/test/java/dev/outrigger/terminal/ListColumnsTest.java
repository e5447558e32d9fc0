package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListColumnsTest {
    private static final List<String> TITLES = List.of(
            "Taxes",
            "税金についての長い話 and what the office wrote back about all of it in the end",
            "cafe\u0301 e\u0301tude\u200d of some length that does not fit on a line of forty columns",
            "one\ntwo\tthree\u2028four \u001b]0;mine\u0007\u001b[2Jfive \u202esix\rseven",
            "");

    private static ListColumns sample() {
        var columns = new ListColumns();
        columns.row("  ID", "LAST USED", "AGO", "EVENTS", "TITLE");
        for (var title : TITLES) {
            columns.row("* 17127583920", "2026-11-16 23:40", "13 days", "12", title);
        }
        return columns;
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 120})
    void noLineIsWiderThanTheTerminalAndNoWordIsBroken(int width) {
        var text = sample().text(width);

        assertThat(text.lines()).allMatch(line -> TextWidth.of(line) <= width);
        for (var word : List.of("office", "columns", "forty", "étude", "17127583920", "23:40", "five", "TITLE")) {
            assertThat(text).contains(word.replace("é", "e\u0301"));
        }
    }

    @Test
    void whatIsWideOrHasNoWidthLeavesTheColumnsWhereTheyAre() {
        var columns = new ListColumns();
        columns.row("税金", "x");
        columns.row("cafe\u0301", "x");
        columns.row("plain", "x");

        assertThat(columns.text(80).lines())
                .allSatisfy(line -> assertThat(TextWidth.of(line.substring(0, line.indexOf('x'))))
                        .isEqualTo(7));
    }

    @Test
    void aStrangersWordsStayInTheirRow() {
        assertThat(sample().text().lines()).hasSize(1 + TITLES.size());
        assertThat(sample().text()).doesNotContain("\u001b", "\u202e", "\u2028", "\r", "\u0007", "mine");
        assertThat(sample().text(120).lines().filter(line -> line.contains("one two three")))
                .hasSize(1);
    }

    @Test
    void theLastCellGoesOnBelowItself() {
        var columns = new ListColumns();
        columns.row("name", "some words that go on and on");

        assertThat(columns.text(24)).isEqualTo("name  some words that go\n      on and on\n");
    }

    @Test
    void whereThereIsTooLittleRoomARowGoesOnBelowFurtherToTheRight() {
        assertThat(sample().text(40)).startsWith("""
                          ID           LAST USED         AGO
                            EVENTS  TITLE
                        * 17127583920  2026-11-16 23:40  13 days
                            12      Taxes
                        """);
    }

    @Test
    void aCellThatIsWiderThanTheTerminalIsBrokenBetweenWordsToo() {
        var columns = new ListColumns();
        columns.row("a name of many words that is long", "x");

        assertThat(columns.text(20)).isEqualTo("a name of many words\nthat is long\n    x\n");
    }

    @Test
    void aWordIsNotBrokenEvenWhereItIsWiderThanTheTerminal() {
        var path = "/home/someone/" + "folder/".repeat(6) + "file";
        var columns = new ListColumns();
        columns.row("name", path);

        assertThat(columns.text(40)).isEqualTo("name\n    " + path + "\n");
        assertThat(FoldedLines.text("error: there is no " + path + " here\n  Look for it in " + path + "\n", 40))
                .isEqualTo("error: there is no\n    " + path + "\n    here\n  Look for it in\n      " + path + "\n");
    }

    @Test
    void aStrangersWordsGoOnBehindTheirBar() {
        var word = "x".repeat(60);
        assertThat(FoldedLines.text(VisibleText.quoted("I am trusted " + word, 100), 40)
                        .lines())
                .hasSizeGreaterThan(2)
                .allMatch(line -> line.startsWith("  │ ") && TextWidth.of(line) <= 40);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80})
    void longLinesAreBrokenBetweenWordsForATerminal(int width) {
        var text = "  from: " + "some words that go on ".repeat(12).strip() + "\n  to: here\n";
        var folded = FoldedLines.text(text, width);
        assertThat(folded.lines()).allMatch(line -> line.length() <= width).anyMatch(line -> line.startsWith("      "));
        assertThat(folded).endsWith("\n  to: here\n");
        assertThat(folded.replaceAll("\\s+", " ")).isEqualTo(text.replaceAll("\\s+", " "));
    }
}
