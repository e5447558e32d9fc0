package dev.outrigger.web;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.AttributeProvider;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;

/// Markdown from somebody else, as HTML that can do nothing: raw HTML in it is shown as text, links lead to the web or
/// to mail only, and images are links, so that nobody learns that they were looked at.
public final class MarkdownHtml {
    /// Hostile text of this size takes the parser a second or two; what is larger is shown as it is.
    static final int LARGEST = 1 << 18;

    private static final int DEEPEST = 32;
    /// The page's own headings come first.
    private static final int BELOW_OURS = 2;

    private static final int LEAST_HEADING = 6;
    private static final List<Extension> TABLES = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder()
            .extensions(TABLES)
            .maxOpenBlockParsers(DEEPEST)
            .maxInlineNesting(DEEPEST)
            .build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(TABLES)
            .escapeHtml(true)
            .nodeRendererFactory(Guarded::new)
            .attributeProviderFactory(_ -> new Focus())
            .build();

    private MarkdownHtml() {}

    public static String of(String markdown) {
        return html(VisibleCharacters.prose(markdown));
    }

    /// For what somebody decides upon: everything that is not drawn is shown.
    public static String exactly(String markdown) {
        return html(VisibleCharacters.exact(markdown));
    }

    private static String html(String visible) {
        if (visible.length() > LARGEST) {
            return "<pre tabindex=\"0\">" + HtmlText.escaped(visible) + "</pre>";
        }
        return RENDERER.render(PARSER.parse(visible));
    }

    /// Whether a link may lead there: to the web or to mail, and nowhere on this machine.
    static boolean leadsAway(String destination) {
        var lower = destination.strip().toLowerCase(Locale.ROOT);
        return lower.startsWith("https://") || lower.startsWith("http://") || lower.startsWith("mailto:");
    }

    /// What scrolls sideways can be reached by the keyboard.
    private static final class Focus implements AttributeProvider {
        @Override
        public void setAttributes(Node node, String tagName, Map<String, String> attributes) {
            if (tagName.equals("pre") || tagName.equals("table")) {
                attributes.put("tabindex", "0");
            }
        }
    }

    /// The nodes that could reach out.
    private static final class Guarded implements NodeRenderer {
        private final HtmlNodeRendererContext context;

        Guarded(HtmlNodeRendererContext context) {
            this.context = context;
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(Link.class, Image.class, Heading.class);
        }

        @Override
        public void render(Node node) {
            switch (node) {
                case Link link -> link(link, link.getDestination());
                case Image image -> link(image, image.getDestination());
                case Heading heading -> heading(heading);
                default -> throw new IllegalArgumentException("not ours: " + node);
            }
        }

        private void link(Node node, String destination) {
            var html = context.getWriter();
            if (leadsAway(destination)) {
                html.tag(
                        "a",
                        Map.of(
                                "href",
                                destination.strip(),
                                "rel",
                                "noopener noreferrer",
                                "target",
                                "_blank",
                                "title",
                                destination.strip()));
                children(node);
                if (node.getFirstChild() == null) {
                    html.text(destination);
                }
                html.tag("/a");
            } else {
                children(node);
                html.text(" (" + destination + ")");
            }
        }

        private void heading(Heading heading) {
            var html = context.getWriter();
            var tag = "h" + Math.min(LEAST_HEADING, heading.getLevel() + BELOW_OURS);
            html.line();
            html.tag(tag);
            children(heading);
            html.tag("/" + tag);
            html.line();
        }

        private void children(Node node) {
            for (var child = node.getFirstChild(); child != null; child = child.getNext()) {
                context.render(child);
            }
        }
    }
}
