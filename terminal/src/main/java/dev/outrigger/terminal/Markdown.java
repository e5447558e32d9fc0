package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/// CommonMark and tables, drawn for a terminal. Without colour the marks that carry meaning (`#`, `*`, `` ` ``) are
/// written out instead.
final class Markdown {
    /// Hostile text of this size takes the parser a second or two.
    static final int LARGEST = 1 << 18;
    private static final int DEEPEST = 32;
    private static final int MOST_CELLS = 200_000;
    private static final int NARROWEST = 8;
    private static final int LONGEST_RULE = 80;

    private final boolean colour;
    private final MarkdownInlines inlines;

    private Markdown(boolean colour) {
        this.colour = colour;
        this.inlines = new MarkdownInlines(colour);
    }

    static String render(String text, StreamLook look) {
        if (text.length() > LARGEST) {
            return Printer.harmless(text, look);
        }
        var drawn = new StringBuilder();
        for (var line : in(look.colour()).blocks(parse(TerminalEscapes.strip(text)), look.width(), false)) {
            drawn.append(line).append('\n');
        }
        return drawn.toString();
    }

    static Markdown in(boolean colour) {
        return new Markdown(colour);
    }

    /// Text without escapes, no larger than [#LARGEST]. Blocks know where in it they stand.
    static Node parse(String text) {
        var parser = Parser.builder()
                .maxOpenBlockParsers(DEEPEST)
                .maxInlineNesting(DEEPEST)
                .includeSourceSpans(IncludeSourceSpans.BLOCKS);
        if (cells(text) <= MOST_CELLS) {
            parser.extensions(List.of(TablesExtension.create()));
        }
        return parser.build().parse(text);
    }

    /// How many cells the text could make the parser fill up: a row may have one pipe and its header thousands.
    private static long cells(String text) {
        long rows = 1;
        int columns = 0;
        int most = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                rows++;
                columns = 0;
            } else if (text.charAt(i) == '|') {
                most = Math.max(most, ++columns);
            }
        }
        return rows * most;
    }

    private List<String> blocks(Node parent, int width, boolean tight) {
        var lines = new ArrayList<String>();
        for (var node = parent.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof LinkReferenceDefinition) {
                continue;
            }
            if (!lines.isEmpty() && !tight) {
                lines.add("");
            }
            lines.addAll(block(node, Math.max(width, NARROWEST)));
        }
        return lines;
    }

    List<String> block(Node node, int width) {
        return switch (node) {
            case Heading heading -> heading(heading, width);
            case BlockQuote quote -> quote(quote, width);
            case ListBlock list -> list(list, width);
            case FencedCodeBlock code -> code(code.getLiteral(), code.getInfo());
            case IndentedCodeBlock code -> code(code.getLiteral(), "");
            case ThematicBreak _ -> List.of(styled("─".repeat(Math.min(width, LONGEST_RULE)), "2"));
            case HtmlBlock html ->
                drawn(new StyledText().add(html.getLiteral(), "2").wrapped(width));
            case TableBlock table -> Table.draw(table, inlines, width, colour);
            default -> drawn(inlines.of(node, "").wrapped(width));
        };
    }

    private List<String> heading(Heading heading, int width) {
        if (colour) {
            return drawn(
                    inlines.of(heading, heading.getLevel() == 1 ? "1;4" : "1").wrapped(width));
        }
        var marks = "#".repeat(heading.getLevel()) + " ";
        return indented(
                marks,
                " ".repeat(marks.length()),
                drawn(inlines.of(heading, "").wrapped(Math.max(width - marks.length(), NARROWEST))));
    }

    private List<String> quote(BlockQuote quote, int width) {
        var bar = styled("│", "2") + " ";
        return indented(bar, bar, blocks(quote, width - 2, false));
    }

    /// The items of a list that are already on the screen, when only the rest of it is to be drawn.
    ///
    /// @param next the number of the first item of the rest
    /// @param digits how wide the numbers were
    record Before(long next, int digits, boolean tight) {}

    private List<String> list(ListBlock list, int width) {
        return items(list, width, before(list), null);
    }

    /// Of a list that has nothing on the screen yet.
    static Before before(ListBlock list) {
        int first = list instanceof OrderedList ordered && ordered.getMarkerStartNumber() != null
                ? ordered.getMarkerStartNumber()
                : 1;
        return new Before(first, 1, true);
    }

    /// What would be before what follows this list.
    static Before after(ListBlock list, Before before) {
        int items = items(list);
        int digits = Long.toString(before.next + items - 1).length();
        return new Before(before.next + items, Math.max(before.digits, digits), before.tight && list.isTight());
    }

    private static int items(ListBlock list) {
        int items = 0;
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            items++;
        }
        return items;
    }

    /// Up to an item, without it; null for all.
    List<String> items(ListBlock list, int width, Before before, @Nullable Node end) {
        var after = after(list, before);
        var lines = new ArrayList<String>();
        long count = before.next;
        for (var item = list.getFirstChild(); item != null && !item.equals(end); item = item.getNext()) {
            if (!lines.isEmpty() && !after.tight) {
                lines.add("");
            }
            var digits = Long.toString(count++);
            var mark = list instanceof BulletList
                    ? "• "
                    : " ".repeat(Math.max(after.digits - digits.length(), 0)) + digits + ". ";
            var content = blocks(item, width - mark.length(), after.tight);
            lines.addAll(indented(mark, " ".repeat(mark.length()), content.isEmpty() ? List.of("") : content));
        }
        return lines;
    }

    /// Never wrapped, so that it can be copied.
    private List<String> code(String literal, String info) {
        if (language(info).equals("diff")) {
            return diff(literal);
        }
        var highlighted = CodeHighlighter.highlighted(literal.stripTrailing().replace("\t", "    "), language(info));
        return indented("    ", "    ", drawn(highlighted.wrapped(Integer.MAX_VALUE)));
    }

    /// To the last space and tab: somebody may decide upon it.
    private List<String> diff(String literal) {
        var lines = new ArrayList<String>();
        for (var line :
                (literal.endsWith("\n") ? literal.substring(0, literal.length() - 1) : literal).split("\n", -1)) {
            lines.add(CodeHighlighter.highlighted(line, "diff").drawn(colour));
        }
        return indented("    ", "    ", lines);
    }

    static String language(String info) {
        var language = info.strip();
        int space = language.indexOf(' ');
        return space < 0 ? language : language.substring(0, space);
    }

    /// One line of code, as it stands in a block of code.
    String codeLine(CodeHighlighter.Lines lines, String line) {
        return indented(
                        "    ",
                        "    ",
                        drawn(lines.next(line.replace("\t", "    ")).wrapped(Integer.MAX_VALUE)))
                .getFirst();
    }

    private List<String> drawn(List<StyledText> lines) {
        var drawn = new ArrayList<String>(lines.size());
        for (var line : lines) {
            drawn.add(line.drawn(colour));
        }
        return drawn;
    }

    private String styled(String text, String style) {
        return new StyledText().add(text, style).drawn(colour);
    }

    private static List<String> indented(String first, String others, List<String> lines) {
        var indented = new ArrayList<String>(lines.size());
        for (var line : lines) {
            var prefix = indented.isEmpty() ? first : others;
            indented.add(line.isEmpty() ? prefix.stripTrailing() : prefix + line);
        }
        return indented;
    }
}
