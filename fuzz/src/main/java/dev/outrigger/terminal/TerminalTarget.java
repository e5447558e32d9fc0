package dev.outrigger.terminal;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/// Words of others on their way to the terminal: nothing that it would obey is left, and what is shown for a decision
/// can be turned back into what it was.
public final class TerminalTarget implements Target {
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;:]*m");
    private static final Pattern MARK = Pattern.compile("<U\\+([0-9A-F]{4,6})>");

    @Override
    public String name() {
        return "terminal";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) throws IOException {
        return Seeds.all(
                Seeds.texts(
                        "\u001b[31mred\u001b[0m plain \u001b]0;title\u0007 \u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\",
                        "\u009b31m \u0090q\u009c \u001b[38;2;1;2;3m \u001b[38:5:1m \u001b(B \u001bc",
                        "a\tb\nc \u202e d <U+202E> e \u200b f \uD83D\uDE00",
                        "# Title\n\n- a\n  - b\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n```sh\nls\n```\n> q **b** _i_ [l](http://x)"),
                tree.files("docs/decisions", "0003-terminal-for-plugins.md"));
    }

    @Override
    public List<String> words() {
        return List.of(
                "\u001b",
                "\u001b[",
                "\u001b]",
                "\u001bP",
                "\u009b",
                "\u009d",
                "m",
                ";",
                ":",
                "8",
                "38;5;8",
                "38:2::",
                "\u0007",
                "\u001b\\",
                "<U+",
                ">",
                "\u200d",
                "\u2066",
                "\u00ad",
                "```",
                "\n\n",
                "- ",
                "1. ",
                "> ",
                "| ",
                "**",
                "[a](",
                "<b>",
                "\n    ",
                "&amp;",
                "\u0300",
                "\uFE0F");
    }

    /// Its parser takes the square of the marks in a paragraph: a second or two for the largest text that it is given.
    @Override
    public int slowestMillis() {
        return 1_000;
    }

    /// Markdown is read into a tree, and drawn.
    @Override
    public long mostAllocated(int length) {
        return (16L << 20) + 8_000L * length;
    }

    @Override
    public String read(byte[] input) {
        var text = new String(input, StandardCharsets.UTF_8);
        obeysNothing(TerminalEscapes.strip(text), "strip");
        var coloured = TerminalEscapes.keepColour(text);
        obeysNothing(COLOUR.matcher(coloured).replaceAll(""), "keepColour");
        if (!TerminalEscapes.keepColour(coloured).equals(coloured)) {
            throw new Broken("what was cleaned is cleaned once more");
        }
        obeysNothing(TerminalEscapes.oneLine(text, 40), "oneLine");
        var visible = VisibleText.text(text);
        obeysNothing(visible, "Visible");
        var back = MARK.matcher(visible)
                .replaceAll(mark -> java.util.regex.Matcher.quoteReplacement(
                        Character.toString(Integer.parseInt(mark.group(1), 16))));
        if (!back.equals(text)) {
            throw new Broken("what is shown stands for another text");
        }
        obeysNothing(VisibleText.quoted(text, 60), "quoted");
        obeysNothing(VisibleText.json(text), "json");
        obeysNothing(
                COLOUR.matcher(Markdown.render(text, new StreamLook(true, true, 60)))
                        .replaceAll(""),
                "markdown");
        return Integer.toString(coloured.length() - visible.length()) + coloured.indexOf('\u001b');
    }

    private static void obeysNothing(String shown, String by) {
        if (!shown.codePoints().allMatch(TerminalEscapes::harmless)) {
            throw new Broken(by + " leaves something that a terminal obeys");
        }
    }
}
