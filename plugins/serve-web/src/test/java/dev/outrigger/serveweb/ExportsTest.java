package dev.outrigger.serveweb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.web.Refused;
import dev.outrigger.web.WebAnswer;
import dev.outrigger.wire.ConversationId;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExportsTest {
    private static final ConversationId ID = new ConversationId("17127583920");

    private static List<Json> events() throws Exception {
        return ((Json.Arr) JsonText.parse("""
                [{"type":"turn_start"},
                {"timestamp":"2025-07-20T10:30:00Z","type":"chat_request","content":"Why?"},
                {"type":"tool_call_request","id":"c","name":"read_file","arguments":{"path":"a.md"}},
                {"type":"tool_call_response","id":"c","content":"```\\nquoted\\n```"},
                {"type":"chat_response","message":"Because **it** is."}]""")).items();
    }

    private static WebAnswer.Download of(String format) throws Exception {
        return (WebAnswer.Download) Exports.of(format, ID, "Taxes", events(), "p { color: red }");
    }

    @Test
    void asMarkdownWithFencesThatHold() throws Exception {
        assertThat(of("md").name()).isEqualTo("Taxes-17127583920.md");
        assertThat(of("md").text())
                .startsWith("# Taxes\n\n## You\n\nWhy?\n")
                .contains("````\n```\nquoted\n```\n````\n")
                .endsWith("## Assistant\n\nBecause **it** is.\n");
    }

    @Test
    void asJsonThatIsTheEvents() throws Exception {
        assertThat(JsonText.parse(of("json").text())).isEqualTo(new Json.Arr(events()));
    }

    @Test
    void asOneFileThatNeedsNothingElse() throws Exception {
        assertThat(of("html").text())
                .contains("p { color: red }", "<strong>it</strong>", "default-src 'none'")
                .doesNotContain("<script", "href=\"/", "src=\"");
    }

    @Test
    void otherwiseASentence() {
        assertThatThrownBy(() -> of("pdf")).isInstanceOf(Refused.class).hasMessageContaining("md, json or html");
    }
}
