package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {
    private static String plain(String text, int width) {
        return Markdown.render(text, new StreamLook(true, false, width));
    }

    /// Colours made readable: `<1|…>`.
    private static String coloured(String text) {
        return Markdown.render(text, new StreamLook(true, true, 40))
                .replace("\u001b[0m", ">")
                .replaceAll("\u001b\\[([0-9;]+)m", "<$1|");
    }

    @Test
    void drawsADocumentWithoutColour() {
        assertThat(plain("""
                Title
                =====
                Some *emphasis*, **weight** and `code`, in a paragraph that is
                longer than the line.

                ## Lists
                - one
                - two
                  with more words than fit on a line
                  1. inner
                  2. second

                9. nine

                10. ten

                > quoted text that is long enough to be broken
                >
                > > deeper

                ```java
                int x = 1;

                	return;
                ```

                ---
                """, 30)).isEqualTo("""
                # Title

                Some *emphasis*, **weight**
                and `code`, in a paragraph
                that is longer than the line.

                ## Lists

                • one
                • two with more words than fit
                  on a line
                  1. inner
                  2. second

                 9. nine

                10. ten

                │ quoted text that is long
                │ enough to be broken
                │
                │ │ deeper

                    int x = 1;

                        return;

                ──────────────────────────────
                """);
    }

    @Test
    void drawsADocumentInColour() {
        assertThat(coloured("""
                # A *b*
                ## C
                *a **b** `c`*

                > q

                ```sh
                echo "x"
                ```
                """)).isEqualTo("""
                <1;4|A ><1;4;3|b>

                <1|C>

                <3|a ><3;1|b><3| ><3;36|c>

                <2|│> q

                    echo <32|"x">
                """);
    }

    @Test
    void reopensAStyleOnEveryLine() {
        assertThat(coloured("> **" + "word ".repeat(10).strip() + "**")).isEqualTo("""
                <2|│> <1|word word word word word word word>
                <2|│> <1|word word word>
                """);
    }

    @Test
    void alwaysShowsWhereALinkLeads() {
        assertThat(plain("[bank](http://evil) <http://x.y> <a@b.c> ![cat](c.png) [](http://e)", 200))
                .isEqualTo("bank (http://evil) http://x.y a@b.c [image: cat] (c.png) http://e\n");
        assertThat(coloured("[a](b)")).isEqualTo("<4|a><2| (b)>\n");
        assertThat(plain("[a][r]\n\n[r]: http://z", 80)).isEqualTo("a (http://z)\n");
    }

    @Test
    void drawsTables() {
        assertThat(plain("""
                | name | 数量 | note |
                |:-----|----:|:----:|
                | 日本 | 1 | x |
                | `e\u0301` | 1000 | **bold** |
                | short |
                """, 80)).isEqualTo("""
                name  │ 数量 │   note
                ──────┼──────┼─────────
                日本  │    1 │    x
                `e\u0301`   │ 1000 │ **bold**
                short │      │
                """);
    }

    @Test
    void wrapsCellsWhereATableIsTooWide() {
        assertThat(plain("""
                | id | what |
                |----|------|
                | 1 | several words that do not fit |
                """, 20)).isEqualTo("""
                id │ what
                ───┼────────────────
                1  │ several words
                   │ that do not fit
                """);
    }

    @Test
    void keepsHardBreaksAndHtml() {
        assertThat(plain("a  \nb <i>c</i>\n\n<div>\nx\n</div>", 80)).isEqualTo("a\nb <i>c</i>\n\n<div>\nx\n</div>\n");
    }

    @Test
    void drawsNothingForNothing() {
        assertThat(plain("", 80)).isEmpty();
        assertThat(plain("-\n- ", 80)).isEqualTo("•\n•\n");
    }

    @Test
    void obeysNoEscapeNotEvenOneWrittenAsAnEntity() {
        assertThat(plain("a&#27;[2Jb&#x9b;1m \u001b[31mc `\u001b]0;x\u0007d` [x](http://e&#27;[2J)", 80))
                .doesNotContain("\u001b", "\u009b", "\u0007");
        assertThat(coloured("&#27;[2J*x*")).isEqualTo("<3|x>\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 8, 13})
    void drawsOnTheNarrowestScreens(int width) {
        var text = "# Heading\n\n> > - a 日本語 b\n>   1. word\n\n| a | b | c |\n|---|---|---|\n| 日本語 | word | x |\n\n***";
        for (boolean colour : new boolean[] {false, true}) {
            assertThat(TerminalEscapes.strip(Markdown.render(text, new StreamLook(true, colour, width))))
                    .contains("Heading", "日", "wor");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ">",
                "- ",
                "1. ",
                "*a ",
                "**",
                "[",
                "![",
                "`",
                "<",
                "&#27;",
                "| ",
                "|\n",
                "#\n",
                "\n",
                "_a_ ",
                "[a](",
                "- a\n\n  "
            })
    void survivesAHundredThousandOfAnything(String piece) {
        var text = piece.repeat(100_000 / piece.length());
        assertThat(plain(text, 40)).doesNotContain("\u001b");
        assertThat(plain(text + "x" + "\n".repeat(50_000) + "y", 40)).contains("y");
    }

    @Test
    void fillsUpNoTableWithoutEnd() {
        int columns = 20_000;
        var text = "|a".repeat(columns) + "|\n" + "|-".repeat(columns) + "|\n" + "|b\n".repeat(columns);
        assertThat(plain(text, 80)).contains("|b");
    }

    @Test
    void showsAnEndlessTextAsItCame() {
        var text = "*a* ".repeat(70_000);
        assertThat(plain(text, 80)).isEqualTo(text);
    }
}
