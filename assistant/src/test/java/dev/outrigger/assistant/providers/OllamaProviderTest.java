package dev.outrigger.assistant.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.AnswerFinish;
import dev.outrigger.assistant.AnswerPiece;
import dev.outrigger.assistant.ModelCall;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OllamaProviderTest {
    private static ProviderFixture.Heard heard(String... lines) throws Exception {
        try (var server =
                RawServer.saying("200 OK\r\nContent-Type: application/x-ndjson", String.join("\n", lines) + "\n")) {
            return ProviderFixture.hear(ProviderFixture.provider("ollama", server.url()), ProviderFixture.hello());
        }
    }

    private static Json.Obj json(String text) throws Exception {
        return (Json.Obj) JsonText.parse(text);
    }

    @Test
    void aToolCallWithoutAnIdGetsOne() throws Exception {
        var call = "{\"function\":{\"name\":\"weather\",\"arguments\":{\"city\":\"Bern\"}}}";
        var heard = heard(
                "{\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[" + call + "," + call
                        + "]},\"done\":false}",
                "{\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}");

        assertThat(heard.pieces())
                .hasSize(2)
                .extracting(piece -> ((AnswerPiece.Call) piece).id())
                .allMatch(id -> id.matches("call_[0-9a-f]+"))
                .doesNotHaveDuplicates();
        assertThat(((AnswerPiece.Call) heard.pieces().getFirst()).arguments()).isEqualTo(json("{\"city\":\"Bern\"}"));
        assertThat(heard.finish().reason()).isEqualTo(AnswerFinish.Reason.TOOLS);
    }

    @Test
    void argumentsThatAreNoObjectAreABadCall() throws Exception {
        for (var arguments : List.of("[1]", "\"{\"", "7")) {
            assertThat(heard("{\"message\":{\"tool_calls\":[{\"function\":{\"name\":\"x\",\"arguments\":" + arguments
                                    + "}}]},\"done\":true}")
                            .pieces())
                    .singleElement()
                    .isInstanceOf(AnswerPiece.BadCall.class);
        }
    }

    @Test
    void thoughtsAreSealedAsItsOwn() throws Exception {
        var seal = new AnswerPiece.Seal(json("{\"ollama\":{\"own\":true}}"));
        assertThat(heard(
                                "{\"message\":{\"thinking\":\"hm\",\"content\":\"\"},\"done\":false}",
                                "{\"message\":{\"thinking\":\" so\"},\"done\":false}",
                                "{\"message\":{\"content\":\"Yep\"},\"done\":false}",
                                "{\"done\":true}")
                        .pieces())
                .containsExactly(
                        new AnswerPiece.Thought("hm"),
                        new AnswerPiece.Thought(" so"),
                        seal,
                        new AnswerPiece.Text("Yep"));
    }

    @Test
    void anAnswerCutAtItsLongestSaysSo() throws Exception {
        assertThat(heard("{\"done\":true,\"done_reason\":\"length\"}").finish().reason())
                .isEqualTo(AnswerFinish.Reason.LENGTH);
    }

    @Test
    void aModelThatIsNotThereIsNamedInItsOwnWords() throws Exception {
        try (var server = RawServer.saying(
                "404 Not Found\r\nContent-Type: application/json", "{\"error\":\"model 'm' not found\"}")) {
            var problem = ProviderFixture.problem(ProviderFixture.provider("ollama", server.url()));
            assertThat(problem.what()).endsWith(": model 'm' not found");
            assertThat(problem.hint()).contains("jp models ollama");
        }
    }

    @Test
    void aRequestHoldsTheWholeConversation() throws Exception {
        var history = List.<Event>of(
                new Event.ChatRequest("What?"),
                new Event.Reasoning("mine", json("{\"ollama\":{\"own\":true}}")),
                new Event.Reasoning("another's"),
                new Event.ToolCallRequest("t1", "see", json("{\"x\":1}")),
                new Event.ToolCallResponse("t1", "red", false));
        var parameters =
                json("{\"max_tokens\":9,\"top_k\":3,\"other\":{\"think\":true,\"options\":{\"num_ctx\":4096}}}");
        var schema = json("{\"type\":\"integer\"}");
        var call = new ModelCall("llama", "", history, List.of(), Optional.of(schema), parameters);
        try (var server =
                RawServer.saying("200 OK\r\nContent-Type: application/x-ndjson", ProviderFixture.said("ollama"))) {
            ProviderFixture.hear(ProviderFixture.provider("ollama", server.url()), call);

            var request = server.request();
            assertThat(request.line()).isEqualTo("POST /api/chat HTTP/1.1");
            var body = json(request.body());
            var messages = ((Json.Arr) body.get("messages").orElseThrow()).items();
            assertThat(new Json.Arr(messages.subList(1, messages.size()))).isEqualTo(JsonText.parse("""
                    [{"role":"user","content":"What?"},
                     {"role":"assistant","content":"","thinking":"mine",
                      "tool_calls":[{"id":"t1","function":{"name":"see","arguments":{"x":1}}}]},
                     {"role":"tool","content":"red","tool_name":"see","tool_call_id":"t1"}]
                    """));
            assertThat(body.fields())
                    .containsEntry("options", json("{\"num_ctx\":4096,\"num_predict\":9,\"top_k\":3}"))
                    .containsEntry("format", schema)
                    .containsEntry("think", Json.Bool.TRUE)
                    .containsEntry("stream", Json.Bool.TRUE);
        }
        var withTools =
                new ModelCall("llama", "", history, List.of(ProviderFixture.tool()), Optional.of(schema), Json.EMPTY);
        assertThat(OllamaRequest.of(withTools, SchemaFallback.Form.SCHEMA).fields())
                .containsKey("tools")
                .doesNotContainKey("format");
    }
}
