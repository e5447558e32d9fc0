package dev.outrigger.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LiveMarkdownTest {
    private static final LiveMarkdown.Style PLAIN = new LiveMarkdown.Style(false, false, "");
    private static final LiveMarkdown.Style COLOURED = new LiveMarkdown.Style(true, false, "");

    private final Random random = new Random(20261116);

    private static LiveMarkdown on(Emulator terminal, int rows, int columns, LiveMarkdown.Style style) {
        return new LiveMarkdown(
                new ScreenRegion(terminal::write), true, style, () -> new ScreenSize(rows, columns), () -> columns);
    }

    private static String whole(String text, int columns, boolean colour) {
        var terminal = new Emulator(100_000, columns);
        terminal.write(Markdown.render(text, new StreamLook(true, colour, columns)));
        return terminal.text();
    }

    private String live(String text, int rows, int columns, LiveMarkdown.Style style) throws OutputFailed {
        var terminal = new Emulator(rows, columns);
        var live = on(terminal, rows, columns, style);
        for (int at = 0; at < text.length(); ) {
            int end = Math.min(text.length(), at + 1 + random.nextInt(12));
            live.add(text.substring(at, end));
            if (random.nextInt(3) > 0) {
                live.draw();
            }
            at = end;
        }
        live.end();
        return terminal.text();
    }

    private static final List<String> WORDS = List.of(
            "word",
            "**bold**",
            "*it*",
            "`code`",
            "[link](http://x.y)",
            "漢字漢字",
            "é",
            "👩‍🚀",
            "a_b",
            "1.",
            "x|y",
            "<b>",
            "\\*",
            "12",
            "-",
            "#",
            "–",
            "https://example.com/a/very/long/path/that/does/not/fit/anywhere");

    private String words(int most) {
        var words = new ArrayList<String>();
        for (int i = 0; i <= random.nextInt(most); i++) {
            words.add(WORDS.get(random.nextInt(WORDS.size())));
        }
        return "w " + String.join(" ", words);
    }

    private String block() {
        return switch (random.nextInt(10)) {
            case 0 -> "## " + words(6) + "\n";
            case 1 -> "- " + words(9) + "\n- " + words(3) + "\n  - " + words(5) + "\n- " + words(4) + "\n";
            case 2 -> "1. " + words(9) + "\n\n2. " + words(3) + "\n\n   ```sh\n   ls # all\n\n   x\n   ```\n";
            case 3 -> "```java\nint x = 1; /* a\n\n b */ var s = \"漢字\";\n\n\tif (x) { }  \n\n```\n";
            case 4 -> "| a | b |\n|---|--:|\n| " + words(3).replace("|", "") + " | 2 |\n| 3 | 4 |\n";
            case 5 -> "> " + words(12) + "\n> " + words(3) + "\nlazy " + words(2) + "\n";
            case 6 -> "---\n";
            case 7 -> words(5) + "\n===\n";
            case 8 -> "~~~\n" + "long line ".repeat(random.nextInt(20)) + "\n```\n~~~\n";
            default -> words(30) + "\n" + words(10) + "\n";
        };
    }

    @Test
    void endsWithWhatTheWholeWouldLookLike() throws Exception {
        for (int round = 0; round < 400; round++) {
            var text = new StringBuilder();
            for (int i = 0; i <= random.nextInt(8); i++) {
                text.append(block()).append("\n".repeat(1 + random.nextInt(2)));
            }
            int columns = List.of(20, 33, 80).get(random.nextInt(3));
            var document =
                    random.nextBoolean() ? text.toString() : text.toString().stripTrailing();
            assertThat(live(document, 200, columns, PLAIN))
                    .as("round %d, %d columns: %s", round, columns, document)
                    .isEqualTo(whole(document, columns, false));
            assertThat(live(document, 200, columns, COLOURED))
                    .as("round %d, coloured", round)
                    .isEqualTo(whole(document, columns, true));
        }
    }

    @Test
    void neverMovesAboveAScreenThatIsSmallerThanABlock() throws Exception {
        for (int round = 0; round < 200; round++) {
            var document = block() + "\n" + words(80) + "\n\n" + block();
            assertThat(live(document, 6, 20, COLOURED))
                    .as("round %d: %s", round, document)
                    .isEqualTo(whole(document, 20, true));
        }
    }

    @Test
    void drawsALongListWithoutDrawingItAgain() throws Exception {
        var terminal = new Emulator(24, 80);
        var live = on(terminal, 24, 80, COLOURED);
        long source = 0;
        for (int i = 1; i <= 5000; i++) {
            var line = i + ". This is line " + i + " of 5000.\n";
            source += line.length();
            live.add(line);
            live.draw();
        }
        live.end();
        assertThat(terminal.text().lines().filter(line -> line.contains("This is line")))
                .hasSize(5000);
        assertThat(terminal.text()).contains("4999. This is line 4999").contains("5000. This is line 5000");
        assertThat(terminal.bytes()).isLessThan(source * 30);
    }

    @Test
    void countsOnInAListWhoseNumbersAreAllTheSame() throws Exception {
        assertThat(live("1. one\n".repeat(40), 10, 80, PLAIN))
                .contains("40. one\n")
                .contains(" 2. one\n");
    }

    @Test
    void drawsCodeLineByLine() throws Exception {
        var terminal = new Emulator(10, 80);
        var live = on(terminal, 10, 80, COLOURED);
        live.add("```python\n");
        long source = 0;
        for (int i = 0; i < 3000; i++) {
            var line = "print(" + i + ") # and more\n";
            source += line.length();
            live.add(line);
            live.draw();
        }
        live.end();
        assertThat(terminal.text())
                .startsWith("    print(0) # and more\n    print(1)")
                .contains("print(2999)");
        assertThat(terminal.bytes()).isLessThan(source * 4);
    }

    @Test
    void drawsOnlyWhatIsFinishedWhereTheCursorCannotMove() throws Exception {
        var written = new ArrayList<String>();
        var live = new LiveMarkdown(new ScreenRegion(written::add), false, PLAIN, () -> new ScreenSize(0, 0), () -> 80);
        live.add("one ");
        live.draw();
        live.add("two\n\nthree");
        live.draw();
        assertThat(written).isEmpty();
        live.add("\n");
        live.draw();
        assertThat(String.join("", written)).isEqualTo("one two\n");
        live.end();
        assertThat(String.join("", written)).isEqualTo("one two\n\nthree\n");
    }

    @Test
    void letsNoEscapeThrough() throws Exception {
        var terminal = new Emulator(24, 80);
        var live = on(terminal, 24, 80, COLOURED);
        for (var piece : List.of("a \u001b", "[2", "J b \u001b]0;ti", "tle\u0007 c\r\n", "```\n\u001b[", "31mred\n")) {
            live.add(piece);
            live.draw();
        }
        live.end();
        assertThat(terminal.text()).isEqualTo("a  b  c\n\n    red\n\n");
    }

    @Test
    void finishesWhatHasNoEnd() throws Exception {
        var terminal = new Emulator(24, 80);
        var live = on(terminal, 24, 80, PLAIN);
        for (int i = 0; i < 300; i++) {
            live.add("x".repeat(4096));
        }
        live.end();
        assertThat(terminal.text().chars().filter(c -> c == 'x').count()).isEqualTo(300L * 4096);
    }

    @Test
    void drawsAnotherTextAfterTheFirst() throws Exception {
        var terminal = new Emulator(24, 80);
        var live = on(terminal, 24, 80, PLAIN);
        live.add("one");
        live.end();
        live.add("two");
        live.draw();
        live.end();
        assertThat(terminal.text()).isEqualTo("one\ntwo\n\n");
    }
}
