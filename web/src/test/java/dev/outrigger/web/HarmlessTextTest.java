package dev.outrigger.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// What a model, a tool or a file says can do nothing in the page.
class HarmlessTextTest {
    @Test
    void markdownBecomesHtml() {
        assertThat(MarkdownHtml.of("# A\n\n**b** `c`\n\n| x |\n|---|\n| y |\n"))
                .contains("<h3>A</h3>", "<strong>b</strong>", "<code>c</code>", "<td>y</td>");
        assertThat(MarkdownHtml.of("```java\nint a;\n```"))
                .contains("<code class=\"language-java\">int a;")
                .contains("tabindex=\"0\"");
    }

    @Test
    void htmlInItIsText() {
        for (var attack : List.of(
                "<script>alert(1)</script>",
                "a <img src=x onerror=alert(1)> b",
                "<svg/onload=alert(1)>",
                "<iframe srcdoc='<script>'></iframe>",
                "```\"><script>alert(1)</script>\nx\n```",
                "| <script>a</script> |\n|---|\n| <b onclick=x> |",
                "<!-- --><style>*{}</style>")) {
            assertThat(MarkdownHtml.of(attack)).doesNotContain("<script", "<img", "<svg", "<iframe", "<style", "<b ");
        }
        assertThat(MarkdownHtml.of("<x".repeat(200_000))).doesNotContain("<x");
    }

    @Test
    void linksLeadToTheWebAndImagesAreLinks() {
        assertThat(MarkdownHtml.of("[a](https://example.org/?a=1&b=2)"))
                .contains("href=\"https://example.org/?a=1&amp;b=2\"", "rel=\"noopener noreferrer\"");
        assertThat(MarkdownHtml.of("![secret](https://evil.example/x.png)"))
                .doesNotContain("<img")
                .contains("href=\"https://evil.example/x.png\"");
        for (var destination : List.of(
                "javascript:alert(1)",
                "JaVaScRiPt:alert(1)",
                "<javascript:alert(1)>",
                "data:text/html,x",
                "vbscript:x",
                "file:///etc/passwd",
                "//evil.example",
                "/enter",
                "&#106;avascript:alert(1)")) {
            assertThat(MarkdownHtml.of("[a](" + destination + ")")).doesNotContain("href");
        }
        assertThat(MarkdownHtml.of("[a](https://x \"\\\" onmouseover=alert(1)\")"))
                .doesNotContain("\" onmouseover");
        assertThat(MarkdownHtml.of("<https://x/\"onmouseover=alert(1)>")).doesNotContain("\"onmouseover");
    }

    @Test
    void controlsAndTurnsOfDirectionAreSeen() {
        var attack = "a\u202Etxt.exe\u2066\u0007\u001B[31m\u200Fb";
        assertThat(VisibleCharacters.prose(attack)).isEqualTo("a<U+202E>txt.exe<U+2066><U+0007><U+001B>[31m<U+200F>b");
        assertThat(MarkdownHtml.of(attack)).contains("&lt;U+202E&gt;").doesNotContain("\u202E", "\u001B");
        assertThat(VisibleCharacters.name("a\nb\tc")).isEqualTo("a b c");
        // A family, of four that are joined.
        var family = "👨\u200D👩\u200D👧\u200D👦";
        assertThat(VisibleCharacters.prose(family)).isEqualTo(family);
        assertThat(VisibleCharacters.exact(family)).contains("<U+200D>");
    }
}
