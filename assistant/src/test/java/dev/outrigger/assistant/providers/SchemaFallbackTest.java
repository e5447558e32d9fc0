package dev.outrigger.assistant.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.outrigger.assistant.ModelCall;
import dev.outrigger.assistant.ProviderProblem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.event.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers that do not know how to hold a model to a schema.
class SchemaFallbackTest {
    private static ModelCall call(String type) {
        return new ModelCall(
                "m",
                "",
                List.of(new Event.ChatRequest("Hello")),
                List.of(),
                Optional.of(Json.object().put("type", type).build()),
                Json.EMPTY);
    }

    /// Takes no request in which this stands.
    private static RawServer minding(String provider, String... words) throws IOException {
        return new RawServer((request, out, _, _) -> {
            boolean minds = false;
            for (var word : words) {
                minds |= request.body().contains(word);
            }
            var body = minds ? "{\"error\":{\"message\":\"what is that?\"}}" : ProviderFixture.said(provider);
            var head = minds
                    ? "400 What\r\nContent-Type: application/json"
                    : "200 OK\r\nContent-Type: " + ProviderFixture.type(provider);
            out.write(("HTTP/1.1 " + head + "\r\nConnection: close\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
        });
    }

    /// What each request asked the server to hold the model to.
    private static List<String> asked(RawServer server) throws Exception {
        var asked = new ArrayList<String>();
        for (var request : server.requests) {
            var body = (Json.Obj) JsonText.parse(request.body());
            assertThat(request.body()).as("told in words in any case").contains("valid by this JSON Schema");
            asked.add(
                    switch (body.get("response_format")
                            .or(() -> body.get("format"))
                            .orElse(Json.Null.NULL)) {
                        case Json.Str(var form) -> form;
                        case Json.Obj form
                        when body.get("response_format").isPresent() ->
                            form.text("type").orElseThrow();
                        case Json.Obj _ -> "schema";
                        default -> "nothing";
                    });
        }
        server.requests.clear();
        return asked;
    }

    @Test
    void whatAServerDoesNotTakeIsAskedForOnceAndThenTheNextWeakerForm() throws Exception {
        try (var server = minding("openai", "\"json_schema\"")) {
            var provider = ProviderFixture.provider("openai", server.url());

            assertThat(ProviderFixture.hear(provider, call("object")).text()).isEqualTo("Hé");
            assertThat(asked(server)).containsExactly("json_schema", "json_object");
            ProviderFixture.hear(provider, call("object"));
            assertThat(asked(server)).as("remembered").containsExactly("json_object");
        }
        try (var server = minding("openai", "response_format")) {
            var provider = ProviderFixture.provider("openai", server.url());

            assertThat(ProviderFixture.hear(provider, call("object")).text()).isEqualTo("Hé");
            ProviderFixture.hear(provider, call("object"));
            assertThat(asked(server)).containsExactly("json_schema", "json_object", "nothing", "nothing");
        }
    }

    @Test
    void whatOneCommandFoundOutTheNextOneKnows() throws Exception {
        var known = new TreeMap<String, String>();
        var memory = new ServerMemory() {
            @Override
            public Optional<String> recall(String server) {
                return Optional.ofNullable(known.get(server));
            }

            @Override
            public void keep(String server, String word) {
                known.put(server, word);
            }
        };
        try (var server = minding("openai", "\"json_schema\"");
                var other = minding("openai", "nothing at all")) {
            ProviderFixture.hear(ProviderFixture.provider("openai", server.url(), memory), call("object"));
            assertThat(asked(server)).containsExactly("json_schema", "json_object");

            ProviderFixture.hear(ProviderFixture.provider("openai", server.url(), memory), call("object"));
            assertThat(asked(server)).containsExactly("json_object");
            // What is no object is not held to being one.
            ProviderFixture.hear(ProviderFixture.provider("openai", server.url(), memory), call("integer"));
            assertThat(asked(server)).containsExactly("nothing");
            ProviderFixture.hear(ProviderFixture.provider("openai", server.url(), memory), call("object"));
            assertThat(asked(server)).as("which says nothing of objects").containsExactly("json_object");
            ProviderFixture.hear(ProviderFixture.provider("openai", other.url(), memory), call("object"));
            assertThat(asked(other)).as("by server").containsExactly("json_schema");
            assertThat(known).as("nothing to remember of who takes all").hasSize(1);

            known.replaceAll((_, _) -> "a word of tomorrow");
            ProviderFixture.hear(ProviderFixture.provider("openai", server.url(), memory), call("object"));
            assertThat(asked(server)).containsExactly("json_schema", "json_object");
        }
    }

    @Test
    void aValueThatIsNoObjectIsNotAskedForAsOne() throws Exception {
        try (var server = minding("openai", "response_format")) {
            ProviderFixture.hear(ProviderFixture.provider("openai", server.url()), call("integer"));

            assertThat(asked(server)).containsExactly("json_schema", "nothing");
        }
    }

    @Test
    void ollamaFallsBackAsWell() throws Exception {
        try (var server = minding("ollama", "\"format\":{")) {
            ProviderFixture.hear(ProviderFixture.provider("ollama", server.url()), call("object"));

            assertThat(asked(server)).containsExactly("schema", "json");
        }
    }

    /// Then it was not the form; and nothing is remembered.
    @ParameterizedTest
    @ValueSource(strings = {"openai", "ollama"})
    void whoTakesNoFormIsAskedForEachOnceAndItsFirstWordsAreTold(String name) throws Exception {
        try (var server = minding(name, "model")) {
            var provider = ProviderFixture.provider(name, server.url());

            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> ProviderFixture.hear(provider, call("object")))
                        .isInstanceOf(ProviderProblem.class)
                        .hasMessageContaining("refused the request (400): what is that?");
                assertThat(asked(server)).hasSize(3);
            }
        }
    }

    @Test
    void aKeyThatIsNotTakenIsNotTriedInOtherForms() throws Exception {
        try (var server = RawServer.saying("401 No\r\nContent-Length: 0", "")) {
            assertThatThrownBy(() ->
                            ProviderFixture.hear(ProviderFixture.provider("openai", server.url()), call("object")))
                    .isInstanceOf(ProviderProblem.class);
            assertThat(server.requests).hasSize(1);
        }
    }
}
