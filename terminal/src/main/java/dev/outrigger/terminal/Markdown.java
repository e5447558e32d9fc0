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
import org.commonmark.parser.Parser;

/// CommonMark and tables, drawn for a terminal. Without colour the marks that carry meaning (`#`, `*`, `` ` ``) are
/// written out instead.
final class Markdown {
    /// Hostile text of this size takes the parser a second or two.
    private static final int LARGEST = 1 << 18;
    private static final int DEEPEST = 32;
    private static final int MOST_CELLS = 200_000;
    private static final int NARROWEST = 8;
    private static final int LONGEST_RULE = 80;

    private final boolean colour;
    private final Inlines inlines;

    private Markdown(boolean colour) {
        this.colour = colour;
        this.inlines = new Inlines(colour);
    }

    static String render(String text, Look look) {
        if (text.length() > LARGEST) {
            return Printer.harmless(text, look);
        }
        var parser = Parser.builder().maxOpenBlockParsers(DEEPEST).maxInlineNesting(DEEPEST);
        if (cells(text) <= MOST_CELLS) {
            parser.extensions(List.of(TablesExtension.create()));
        }
        var document = parser.build().parse(Escapes.strip(text));
        var drawn = new StringBuilder();
        for (var line : new Markdown(look.colour()).blocks(document, look.width(), false)) {
            drawn.append(line).append('\n');
        }
        return drawn.toString();
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

    private List<String> block(Node node, int width) {
        return switch (node) {
            case Heading heading -> heading(heading, width);
            case BlockQuote quote -> quote(quote, width);
            case ListBlock list -> list(list, width);
            case FencedCodeBlock code -> code(code.getLiteral(), code.getInfo());
            case IndentedCodeBlock code -> code(code.getLiteral(), "");
            case ThematicBreak _ -> List.of(styled("─".repeat(Math.min(width, LONGEST_RULE)), "2"));
            case HtmlBlock html ->
                drawn(new Styled().add(html.getLiteral(), "2").wrapped(width));
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

    private List<String> list(ListBlock list, int width) {
        int number = list instanceof OrderedList ordered && ordered.getMarkerStartNumber() != null
                ? ordered.getMarkerStartNumber()
                : 1;
        int items = 0;
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            items++;
        }
        int longest = Long.toString((long) number + items - 1).length();
        var lines = new ArrayList<String>();
        long count = number;
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            if (!lines.isEmpty() && !list.isTight()) {
                lines.add("");
            }
            var digits = Long.toString(count++);
            var mark = list instanceof BulletList ? "• " : " ".repeat(longest - digits.length()) + digits + ". ";
            var content = blocks(item, width - mark.length(), list.isTight());
            lines.addAll(indented(mark, " ".repeat(mark.length()), content.isEmpty() ? List.of("") : content));
        }
        return lines;
    }

    /// Never wrapped, so that it can be copied.
    private List<String> code(String literal, String info) {
        var language = info.strip();
        int space = language.indexOf(' ');
        var highlighted = Code.highlighted(
                literal.stripTrailing().replace("\t", "    "), space < 0 ? language : language.substring(0, space));
        return indented("    ", "    ", drawn(highlighted.wrapped(Integer.MAX_VALUE)));
    }

    private List<String> drawn(List<Styled> lines) {
        var drawn = new ArrayList<String>(lines.size());
        for (var line : lines) {
            drawn.add(line.drawn(colour));
        }
        return drawn;
    }

    private String styled(String text, String style) {
        return new Styled().add(text, style).drawn(colour);
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
