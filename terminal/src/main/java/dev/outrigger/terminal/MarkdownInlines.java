package dev.outrigger.terminal;

import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;

/// What stands inside a paragraph, a heading or a cell. The destination of a link is always shown: a text that promises
/// one place and leads to another should not work here.
record MarkdownInlines(boolean colour) {
    StyledText of(Node block, String style) {
        var styled = new StyledText();
        children(block, style, styled);
        return styled;
    }

    private void children(Node parent, String style, StyledText out) {
        for (var node = parent.getFirstChild(); node != null; node = node.getNext()) {
            inline(node, style, out);
        }
    }

    private void inline(Node node, String style, StyledText out) {
        switch (node) {
            case Text text -> out.add(text.getLiteral().replace('\t', ' '), style);
            case Code code -> marked("`", code.getLiteral(), and(style, "36"), out);
            case Emphasis _ -> around("*", node, and(style, "3"), out);
            case StrongEmphasis _ -> around("**", node, and(style, "1"), out);
            case SoftLineBreak _ -> out.add(" ", style);
            case HardLineBreak _ -> out.add("\n", style);
            case HtmlInline html -> out.add(html.getLiteral(), and(style, "2"));
            case Link link -> link(link, style, out);
            case Image image -> image(image, style, out);
            default -> children(node, style, out);
        }
    }

    private void link(Link link, String style, StyledText out) {
        var label = of(link, and(style, "4"));
        var destination = link.getDestination();
        var text = label.text();
        children(link, and(style, "4"), out);
        if (!destination.equals(text) && !destination.equals("mailto:" + text)) {
            out.add(text.isEmpty() ? destination : " (" + destination + ")", and(style, "2"));
        }
    }

    private void image(Image image, String style, StyledText out) {
        var label = of(image, "").text();
        out.add("[image" + (label.isEmpty() ? "" : ": " + label) + "]", style);
        out.add(" (" + image.getDestination() + ")", and(style, "2"));
    }

    private void around(String mark, Node node, String style, StyledText out) {
        out.add(colour ? "" : mark, style);
        children(node, style, out);
        out.add(colour ? "" : mark, style);
    }

    private void marked(String mark, String text, String style, StyledText out) {
        out.add(colour ? text : mark + text + mark, style);
    }

    private static String and(String outer, String inner) {
        return outer.isEmpty() ? inner : outer + ";" + inner;
    }
}
