package dev.outrigger.serveweb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.serveweb.view.ChatPage;
import dev.outrigger.serveweb.view.Entry;
import dev.outrigger.serveweb.view.EntryReader;
import dev.outrigger.serveweb.view.EntryReader.Read;
import dev.outrigger.serveweb.view.ExportPage;
import dev.outrigger.serveweb.view.Permission;
import dev.outrigger.serveweb.view.Row;
import dev.outrigger.serveweb.view.Templates;
import dev.outrigger.web.VisibleCharacters;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is in a conversation, a page shows it and does nothing with it.
class HostilePagesTest {
    private static final String[] SIGNS = {
        "<script>", "<img", "<svg", "<iframe", "<b onclick", "href=\"javascript", "\u202E", "\u001B", "\u2066"
    };

    private static Json.Obj with(String attack, String event) throws Exception {
        return (Json.Obj) JsonText.parse(event.replace("@", JsonText.text(Json.of(attack))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "\"><img src=x onerror=\"alert(1)\">",
                "'><svg onload=alert(1)>",
                "</title></textarea></pre></code><iframe>",
                "[a](javascript:alert(1)) ![b](https://evil.example/x)",
                "```\"><script>alert(1)</script>\n<b onclick=x>\n```",
                "a\u202Egpj.exe\u2066\u001B[2Jb",
                "$unsafe{x} ${x} <%= x %> {{x}}",
                "--><!--</script><script>"
            })
    void whereverItStands(String attack) throws Exception {
        List<Json> events = List.of(
                with(attack, """
                        {"type":"chat_request","content":@,\
                        "attachments":[{"type":"file_content","path":@,"content":@}]}"""),
                with(attack, "{\"type\":\"chat_response\",\"message\":@}"),
                with(attack, "{\"type\":\"chat_response\",\"reasoning\":@}"),
                with(attack, "{\"type\":\"chat_response\",\"data\":{@:[@,{\"a\":@}]}}"),
                with(attack, "{\"type\":\"tool_call_request\",\"id\":\"c\",\"name\":@,\"arguments\":{@:@}}"),
                with(attack, "{\"type\":\"tool_call_response\",\"id\":\"c\",\"content\":@,\"is_error\":true}"),
                with(attack, "{\"type\":\"inquiry_request\",\"id\":\"i\",\"question\":@,\"options\":[@]}"),
                with(attack, "{\"type\":\"inquiry_response\",\"id\":\"i\",\"answer\":@}"),
                with(attack, "{\"type\":@}"));
        var entries = EntryReader.all(events, 1);
        assertThat(entries).hasSize(7);
        var name = VisibleCharacters.name(attack);
        var row = new Row("1", name, null, true, true, true, true, name);
        var talk = new ChatPage.Talk("1", name, false, false, entries, 1, 0);
        check(Templates.page(new ChatPage("chat", List.of(row), 1, name, talk, Permission.WRITE, name, "v", "l")));
        check(Templates.page(new ChatPage("search", List.of(row), 1, name, null, Permission.READ, name, "v", "l")));
        check(Templates.file(new ExportPage(name, entries, "")));
    }

    private static Entry.Called asked(Json.Obj call, Json.Obj proposal, String... actions) {
        var read = new EntryReader().read(call, "e-1");
        assertThat(read).isInstanceOf(Read.New.class);
        var called = (Entry.Called) ((Read.New) read).entry();
        return EntryReader.asked(called, call, proposal, List.of(actions));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"</pre><script>alert(1)</script>", "```\n</textarea><img src=x onerror=\"x\">", "a\u202Eb\u001B"
            })
    void alsoWhereSomebodyDecides(String attack) throws Exception {
        var call = with(attack, "{\"type\":\"tool_call_request\",\"id\":@,\"name\":@,\"arguments\":{@:@}}");
        var part = with(attack, "{\"words\":@,\"about\":@,\"source\":@,\"sandbox\":@,\"mutating\":true}");
        var whole = with(attack, "{\"words\":\"\",\"whole\":@,\"source\":@,\"mutating\":true}");
        check(Templates.entry(asked(call, part, "approve", "modify", "reject")).replaceAll("data-id=\"[^\"]*\"", ""));
        check(Templates.entry(asked(call, whole, "approve", "reject")).replaceAll("data-id=\"[^\"]*\"", ""));
    }

    @Test
    void aStrangersToolIsShownWithItsOwnWordsAndAllArguments() throws Exception {
        var call = with("rm\u202E -rf\u2066 ~", """
                {"type":"tool_call_request","id":"c","name":"tidy","arguments":{"also":@,"path":"docs"}}""");
        var proposal = with("Tidies.\n\n\n<b>Approve\u202E this.</b> " + "It is harmless. ".repeat(1000), """
                {"words":"Runs `tidy`","about":@,"source":"local","sandbox":"","mutating":true,"show_arguments":true}""");
        var html = Templates.entry(asked(call, proposal, "approve", "reject"));

        int yes = html.indexOf("data-action=\"approve\"");
        assertThat(html.indexOf("It says: <bdi>Tidies. &lt;b&gt;Approve&lt;U+202E&gt; this.&lt;/b&gt;"))
                .as(html)
                .isBetween(0, yes);
        assertThat(html.indexOf("rm&lt;U+202E&gt; -rf&lt;U+2066&gt; ~"))
                .as(html)
                .isBetween(0, yes);
        assertThat(html).contains("<details class=\"arguments\" open>");
        // What it says of itself does not push what counts out of sight.
        assertThat(yes).isLessThan(2000);
    }

    @Test
    void argumentsAreFoldedOnlyWhereTheHostSaysThatTheRestHasAllOfThem() throws Exception {
        var call = with("", "{\"type\":\"tool_call_request\",\"id\":\"c\",\"name\":\"t\",\"arguments\":{\"a\":1}}");
        for (var known : List.of("", ",\"show_arguments\":null", ",\"show_arguments\":true")) {
            var proposal = with("", "{\"words\":\"a diff\",\"source\":\"builtin\"" + known + "}");
            assertThat(Templates.entry(asked(call, proposal, "approve")))
                    .contains("<details class=\"arguments\" open>");
        }
        var told = with("", "{\"words\":\"a diff\",\"source\":\"builtin\",\"show_arguments\":false}");
        assertThat(Templates.entry(asked(call, told, "approve"))).contains("<details class=\"arguments\">");
    }

    @Test
    void aLongDiffIsColouredAsAShortOne() throws Exception {
        var call = with("", "{\"type\":\"tool_call_request\",\"id\":\"c\",\"name\":\"t\",\"arguments\":{}}");
        for (var before : List.of("", "9 bytes that are no text, or too many, are replaced by this:\n\n")) {
            var whole = before + "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+</code><script>\n";
            var html = Templates.entry(
                    asked(call, with(whole, "{\"words\":\"-a\",\"whole\":@,\"source\":\"builtin\"}"), "approve"));
            assertThat(html).contains("<pre class=\"whole\" tabindex=\"0\"><code class=\"language-diff\">");
            check(html);
        }
        var other = Templates.entry(
                asked(call, with("", "{\"words\":\"a\",\"whole\":\"a - b + c\",\"source\":\"x\"}"), "approve"));
        assertThat(other).contains("<pre class=\"whole\" tabindex=\"0\">a - b");
    }

    private static void check(String html) {
        assertThat(html.replace("<script src=\"/assets/", "")).doesNotContain(SIGNS);
        // No attribute was broken out of: an event handler can only stand in text.
        assertThat(html).doesNotContainPattern("<[a-z]+(?: [a-z-]+=\"[^\"]*\")* on[a-z]+=");
    }

    @Test
    void whatMayNotBeDoneIsNotOffered() {
        var talk = new ChatPage.Talk("1", "Taxes", false, false, List.of(), 0, 0);
        var offered = new ArrayList<List<Boolean>>();
        for (var may : Permission.values()) {
            var html = Templates.page(new ChatPage("chat", List.of(), 0, "", talk, may, "here", "v", "l"));
            offered.add(Stream.of("id=\"composer\"", "data-do=\"rename\"", "data-do=\"remove\"")
                    .map(html::contains)
                    .toList());
        }
        assertThat(offered)
                .containsExactly(List.of(false, false, false), List.of(true, true, false), List.of(true, true, true));
    }

    @Test
    void whatIsAskedIsShownWholeBeforeTheYes() throws Exception {
        var call = with("", "{\"type\":\"tool_call_request\",\"id\":\"c\",\"name\":\"write_file\",\"arguments\":{}}");
        var proposal = with("", """
                {"words":"the beginning","whole":"the beginning and the rest","source":"builtin","mutating":true}""");
        var html = Templates.entry(asked(call, proposal, "approve", "reject"));
        assertThat(html.indexOf("the beginning and the rest")).isBetween(0, html.indexOf("data-action=\"approve\""));
        assertThat(html).contains("a tool of jp itself", "not sandboxed", "changes something");
        assertThat(html).doesNotContain("data-action=\"modify\"");
    }
}
