package dev.outrigger.assistant.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenAiProviderTest {
    private static String chunk(String delta) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":null}]}\n\n";
    }

    private static String end(String reason) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason
                + "\"}]}\n\ndata: [DONE]\n\n";
    }

    private static String call(String index, String id, String name, String arguments) {
        return chunk("{\"tool_calls\":[{" + index + id + "\"type\":\"function\",\"function\":{" + name
                + "\"arguments\":" + JsonText.text(Json.of(arguments)) + "}}]}");
    }

    private static ProviderFixture.Heard heard(String body) throws Exception {
        try (var server = RawServer.events(body)) {
            return ProviderFixture.hear(ProviderFixture.provider("openai", server.url()), ProviderFixture.hello());
        }
    }

    private static Json.Obj json(String text) throws Exception {
        return (Json.Obj) JsonText.parse(text);
    }

    @Test
    void twoToolCallsMayBeSplitAnywhereAndMixed() throws Exception {
        var one = "{\"city\":\"Zürich \\\"x\\\"\"}";
        var two = "{\"n\":[1,{\"é\":null}]}";
        for (int at = 0; at <= two.length(); at++) {
            var heard = heard(call("\"index\":0,", "\"id\":\"c1\",", "\"name\":\"weather\",", one.substring(0, at))
                    + call("\"index\":1,", "\"id\":\"c2\",", "\"name\":\"see\",", two.substring(0, at))
                    + call("\"index\":0,", "", "", one.substring(at))
                    + call("\"index\":1,", "", "", two.substring(at))
                    + end("tool_calls"));

            assertThat(heard.pieces())
                    .containsExactly(
                            new AnswerPiece.Call("c1", "weather", json(one)),
                            new AnswerPiece.Call("c2", "see", json(two)));
            assertThat(heard.finish().reason()).isEqualTo(AnswerFinish.Reason.TOOLS);
        }
    }

    @Test
    void callsWithoutAnIndexAreToldApartByTheirIds() throws Exception {
        var heard = heard(call("", "\"id\":\"c1\",", "\"name\":\"weather\",", "{\"a\"")
                + call("", "", "", ":1}")
                + call("", "\"id\":\"c2\",", "\"name\":\"see\",", "")
                + end("stop"));
        assertThat(heard.pieces())
                .containsExactly(
                        new AnswerPiece.Call("c1", "weather", json("{\"a\":1}")),
                        new AnswerPiece.Call("c2", "see", Json.EMPTY));
        assertThat(heard.finish().reason()).as("whatever it says").isEqualTo(AnswerFinish.Reason.TOOLS);
    }

    @Test
    void aCallCutOffByTheLengthIsABadOne() throws Exception {
        var heard = heard(call("\"index\":0,", "\"id\":\"c1\",", "\"name\":\"weather\",", "{\"a\"") + end("length"));
        assertThat(heard.pieces()).singleElement().isInstanceOf(AnswerPiece.BadCall.class);
        assertThat(heard.finish().reason()).isEqualTo(AnswerFinish.Reason.LENGTH);
    }

    @Test
    void aRefusalIsToldAndMarked() throws Exception {
        var heard = heard(chunk("{\"refusal\":\"I will not.\"}") + end("stop"));
        assertThat(heard.text()).isEqualTo("I will not.");
        assertThat(heard.finish().reason()).isEqualTo(AnswerFinish.Reason.REFUSED);
        assertThat(heard(end("content_filter")).finish().reason()).isEqualTo(AnswerFinish.Reason.REFUSED);
    }

    @Test
    void thoughtsOfTheOthersAreThoughts() throws Exception {
        assertThat(heard(chunk("{\"reasoning_content\":\"hm\",\"content\":null}")
                                + chunk("{\"reasoning\":\"so\"}")
                                + end("stop"))
                        .pieces())
                .containsExactly(new AnswerPiece.Thought("hm"), new AnswerPiece.Thought("so"));
    }

    @Test
    void aMissingDoneIsForgivenOnceTheEndWasSaid() throws Exception {
        assertThat(heard(chunk("{\"content\":\"x\"}")
                                + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n")
                        .finish()
                        .reason())
                .isEqualTo(AnswerFinish.Reason.DONE);
    }

    @Test
    void aCallWithoutAToolIsMalformed() throws Exception {
        try (var server = RawServer.events(call("\"index\":0,", "", "", "{}") + end("tool_calls"))) {
            assertThat(ProviderFixture.problem(ProviderFixture.provider("openai", server.url()))
                            .kind())
                    .isEqualTo(ProviderProblem.Kind.MALFORMED);
        }
    }

    @Test
    void noMoreCreditIsNotWaitedFor() throws Exception {
        try (var server = RawServer.saying(
                "429 Busy", "{\"error\":{\"message\":\"You exceeded your quota\",\"code\":\"insufficient_quota\"}}")) {
            assertThat(ProviderFixture.problem(ProviderFixture.provider("openai", server.url()))
                            .passing())
                    .isFalse();
        }
    }

    @Test
    void aRequestHoldsTheWholeConversation() throws Exception {
        var call = new ModelCall(
                "gpt",
                "Be kind.",
                List.of(
                        new Event.ChatRequest("What?"),
                        new Event.Reasoning("another's", json("{\"anthropic\":{\"signature\":\"s\"}}")),
                        new Event.ToolCallRequest("t1", "see", json("{\"x\":1}")),
                        new Event.ToolCallResponse("t1", "broken", true),
                        new Event.Message("Well."),
                        new Event.ToolCallResponse("t9", "stray", false),
                        new Event.ChatRequest("And?")),
                List.of(ProviderFixture.tool()),
                Optional.of(json("{\"type\":\"integer\"}")),
                json("{\"max_tokens\":9}"));
        try (var server = RawServer.events(ProviderFixture.said("openai"))) {
            ProviderFixture.hear(ProviderFixture.provider("openai", server.url() + "/v1"), call);

            var request = server.request();
            assertThat(request.line()).isEqualTo("POST /v1/chat/completions HTTP/1.1");
            assertThat(request.head()).contains("Authorization: Bearer " + ProviderFixture.KEY);
            var body = json(request.body());
            var messages = ((Json.Arr) body.get("messages").orElseThrow()).items();
            assertThat(((Json.Obj) messages.getFirst()).text("role")).contains("system");
            assertThat(new Json.Arr(messages.subList(1, messages.size()))).isEqualTo(JsonText.parse("""
                    [{"role":"user","content":"What?"},
                     {"role":"assistant","content":"","tool_calls":[{"id":"t1","type":"function",
                      "function":{"name":"see","arguments":"{\\"x\\":1}"}}]},
                     {"role":"tool","content":"Error: broken","tool_call_id":"t1"},
                     {"role":"assistant","content":"Well."},
                     {"role":"user","content":"(A tool said, though nobody called it here: stray)\\n\\nAnd?"}]
                    """));
            assertThat(body.fields())
                    .containsEntry("max_tokens", Json.of(9))
                    .containsEntry("stream", Json.Bool.TRUE)
                    .containsEntry("stream_options", json("{\"include_usage\":true}"))
                    .containsEntry(
                            "response_format",
                            json(
                                    "{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"answer\",\"schema\":{\"type\":\"integer\"},\"strict\":false}}"));
        }
        assertThat(OpenAiRequest.of(call, true, SchemaFallback.Form.SCHEMA).fields())
                .containsEntry("max_completion_tokens", Json.of(9));
    }

    @Test
    void aServerOfOnesOwnNeedsNoKey() throws Exception {
        try (var server = RawServer.events(ProviderFixture.said("openai"))) {
            var provider = Providers.named(
                    "openai", ProviderFixture.settings(server.url(), Map.of()), ProviderFixture.PATIENT);
            assertThat(ProviderFixture.hear(provider, ProviderFixture.hello()).text())
                    .isEqualTo("Hé");
            assertThat(server.request().head()).doesNotContain("Authorization");
        }
    }
}
