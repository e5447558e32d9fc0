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
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnthropicProviderTest {
    private static String block(int index, String start, String... deltas) {
        var text = new StringBuilder(
                event("{\"type\":\"content_block_start\",\"index\":" + index + ",\"content_block\":" + start + "}"));
        for (var delta : deltas) {
            text.append(event("{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}"));
        }
        return text + event("{\"type\":\"content_block_stop\",\"index\":" + index + "}");
    }

    private static String event(String data) {
        return "data: " + data + "\n\n";
    }

    private static String end(String reason) {
        return event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason
                        + "\"},\"usage\":{\"output_tokens\":5}}")
                + event("{\"type\":\"message_stop\"}");
    }

    private static ProviderFixture.Heard heard(String body) throws Exception {
        try (var server = RawServer.events(body)) {
            return ProviderFixture.hear(ProviderFixture.provider("anthropic", server.url()), ProviderFixture.hello());
        }
    }

    private static Json.Obj json(String text) throws Exception {
        return (Json.Obj) JsonText.parse(text);
    }

    @Test
    void aToolCallMayBeSplitAnywhere() throws Exception {
        var arguments = "{\"city\":\"Zürich \\\"x\\\"\",\"n\":[1,{}]}";
        for (int at = 0; at <= arguments.length(); at++) {
            var heard = heard(block(
                            0,
                            "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"weather\",\"input\":{}}",
                            part(arguments.substring(0, at)),
                            part(arguments.substring(at)))
                    + end("tool_use"));

            assertThat(heard.pieces()).containsExactly(new AnswerPiece.Call("t1", "weather", json(arguments)));
            assertThat(heard.finish().reason()).isEqualTo(AnswerFinish.Reason.TOOLS);
        }
    }

    private static String part(String json) {
        return JsonText.text(Json.object()
                .put("type", "input_json_delta")
                .put("partial_json", json)
                .build());
    }

    @Test
    void argumentsThatAreNoObjectAreABadCall() throws Exception {
        for (var arguments : List.of("[1]", "{\"a\":", "7", "{} {}")) {
            var heard = heard(block(0, "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"weather\"}", part(arguments))
                    + end("tool_use"));
            assertThat(heard.pieces())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            AnswerPiece.BadCall.class,
                            bad -> assertThat(bad.written()).isEqualTo(arguments));
        }
        assertThat(heard(block(0, "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"weather\"}") + end("tool_use"))
                        .pieces())
                .as("nothing written is no arguments")
                .containsExactly(new AnswerPiece.Call("t1", "weather", Json.EMPTY));
    }

    @Test
    void anIdThatWasThereBeforeIsReplaced() throws Exception {
        var call = block(0, "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"weather\"}")
                + block(1, "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"weather\"}");
        try (var server = RawServer.events(call + end("tool_use"))) {
            var heard = ProviderFixture.hear(
                    ProviderFixture.provider("anthropic", server.url()),
                    ProviderFixture.call(
                            new Event.ChatRequest("Hello"),
                            new Event.ToolCallRequest("t1", "weather", Json.EMPTY),
                            new Event.ToolCallResponse("t1", "rain", false)));
            assertThat(heard.pieces())
                    .extracting(piece -> ((AnswerPiece.Call) piece).id())
                    .doesNotHaveDuplicates()
                    .doesNotContain("t1");
        }
    }

    @Test
    void aThoughtIsSealedWithItsSignature() throws Exception {
        var heard = heard(block(
                        0,
                        "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}",
                        "{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}",
                        "{\"type\":\"signature_delta\",\"signature\":\"sig\"}")
                + block(1, "{\"type\":\"redacted_thinking\",\"data\":\"xyz\"}")
                + block(2, "{\"type\":\"text\",\"text\":\"\"}", "{\"type\":\"text_delta\",\"text\":\"Yep\"}")
                + end("end_turn"));

        assertThat(heard.pieces())
                .containsExactly(
                        new AnswerPiece.Thought("hm"),
                        new AnswerPiece.Seal(json("{\"anthropic\":{\"signature\":\"sig\"}}")),
                        new AnswerPiece.Thought(""),
                        new AnswerPiece.Seal(json("{\"anthropic\":{\"redacted\":\"xyz\"}}")),
                        new AnswerPiece.Text("Yep"));
    }

    @Test
    void everyStopReasonIsUnderstood() throws Exception {
        assertThat(heard(end("end_turn")).finish().reason()).isEqualTo(AnswerFinish.Reason.DONE);
        assertThat(heard(end("stop_sequence")).finish().reason()).isEqualTo(AnswerFinish.Reason.DONE);
        assertThat(heard(end("max_tokens")).finish().reason()).isEqualTo(AnswerFinish.Reason.LENGTH);
        assertThat(heard(end("model_context_window_exceeded")).finish().reason())
                .isEqualTo(AnswerFinish.Reason.LENGTH);
        assertThat(heard(end("refusal")).finish().reason()).isEqualTo(AnswerFinish.Reason.REFUSED);
    }

    @Test
    void cachedTokensCountAsInput() throws Exception {
        var start = event("{\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":1,"
                + "\"cache_creation_input_tokens\":20,\"cache_read_input_tokens\":300,\"output_tokens\":1}}}");
        assertThat(heard(start + end("end_turn")).finish().usage()).isEqualTo(new AnswerFinish.Usage(321, 5));
    }

    @Test
    void partsOutOfOrderAreMalformed() throws Exception {
        var text = "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}";
        for (var body : List.of(
                event(text) + event(text),
                event(text) + end("end_turn"),
                event("{\"type\":\"content_block_stop\",\"index\":0}"),
                event(text)
                        + event(
                                "{\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"x\"}}"))) {
            try (var server = RawServer.events(body)) {
                assertThat(ProviderFixture.problem(ProviderFixture.provider("anthropic", server.url()))
                                .kind())
                        .isEqualTo(ProviderProblem.Kind.MALFORMED);
            }
        }
    }

    @Test
    void aRequestHoldsTheWholeConversation() throws Exception {
        var call = new ModelCall(
                "claude",
                "Be kind.",
                List.of(
                        new Event.TurnStart(),
                        new Event.ChatRequest(
                                "What is this?",
                                Optional.empty(),
                                List.of(new Event.Attachment("a/b.md", "```\nx\n```")),
                                Json.EMPTY),
                        new Event.Reasoning("mine", json("{\"anthropic\":{\"signature\":\"sig\"}}")),
                        new Event.Reasoning("", json("{\"anthropic\":{\"redacted\":\"data\"}}")),
                        new Event.Reasoning("another's", json("{\"ollama\":{}}")),
                        new Event.Message("Let me see."),
                        new Event.ToolCallRequest("functions.see:0", "see", json("{\"x\":1}")),
                        new Event.ToolCallRequest("t2", "see", Json.EMPTY),
                        new Event.ToolCallResponse("functions.see:0", "", false),
                        new Event.ToolCallResponse("t2", "broken", true),
                        new Event.Data(json("{\"answer\":42}")),
                        new Event.Unknown(Json.EMPTY),
                        new Event.ChatRequest(" "),
                        new Event.ChatRequest("And?")),
                List.of(ProviderFixture.tool()),
                Optional.of(json("{\"type\":\"integer\"}")),
                json(
                        "{\"max_tokens\":9,\"temperature\":0.5,\"stop_words\":[\"x\"],\"other\":{\"thinking\":{\"type\":\"adaptive\"},\"stream\":false}}"));
        try (var server = RawServer.events(ProviderFixture.said("anthropic"))) {
            ProviderFixture.hear(ProviderFixture.provider("anthropic", server.url() + "/"), call);

            var request = server.request();
            assertThat(request.line()).isEqualTo("POST /v1/messages HTTP/1.1");
            assertThat(request.head().toLowerCase(java.util.Locale.ROOT))
                    .contains(
                            "anthropic-version: 2023-06-01",
                            "x-api-key: " + ProviderFixture.KEY,
                            "content-type: application/json");
            var body = json(request.body());
            assertThat(body.text("system").orElseThrow())
                    .startsWith("Be kind.\n")
                    .endsWith("{\"type\":\"integer\"}");
            var id = ((Json.Obj) ((Json.Arr)
                                    ((Json.Obj) ((Json.Arr) body.get("messages").orElseThrow())
                                                    .items()
                                                    .get(1))
                                            .get("content")
                                            .orElseThrow())
                            .items()
                            .get(3))
                    .text("id")
                    .orElseThrow();
            assertThat(id).matches("call_[0-9a-f]{32}");
            var expected = """
                    {"model":"claude","max_tokens":9,"temperature":0.5,"stop_sequences":["x"],"messages":[
                    {"role":"user","content":[{"type":"text","text":"File a/b.md:\\n````\\n```\\nx\\n```\\n````"},
                     {"type":"text","text":"What is this?"}]},
                    {"role":"assistant","content":[{"type":"thinking","thinking":"mine","signature":"sig"},
                     {"type":"redacted_thinking","data":"data"},{"type":"text","text":"Let me see."},
                     {"type":"tool_use","id":"ID","name":"see","input":{"x":1}},
                     {"type":"tool_use","id":"t2","name":"see","input":{}}]},
                    {"role":"user","content":[{"type":"tool_result","tool_use_id":"ID"},
                     {"type":"tool_result","tool_use_id":"t2","content":"broken","is_error":true}]},
                    {"role":"assistant","content":[{"type":"text","text":"{\\"answer\\":42}"}]},
                    {"role":"user","content":[{"type":"text","text":"And?"}]}],
                    "tools":[{"name":"weather","description":"Tells it","input_schema":{"type":"object"}}],
                    "stream":true,"thinking":{"type":"adaptive"}}
                    """.replace("ID", id);
            assertThat(body.fields()).hasSize(9);
            for (var field : json(expected).fields().entrySet()) {
                assertThat(body.get(field.getKey())).as(field.getKey()).contains(field.getValue());
            }
        }
    }
}
