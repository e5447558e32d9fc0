package dev.outrigger.assistant.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.assistant.ModelCall;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasoningEffortTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            off    | {"type":"disabled"}                       | absent   | false
            low    | {"type":"enabled","budget_tokens":2048}   | "low"    | true
            medium | {"type":"enabled","budget_tokens":6144}   | "medium" | true
            high   | {"type":"enabled","budget_tokens":12288}  | "high"   | true
            other  | absent                                    | absent   | absent
            """)
    void isSaidInTheWordsOfEachProvider(String effort, String anthropic, String openai, String ollama) {
        var call = new ModelCall(
                "m",
                "",
                List.of(),
                List.of(),
                Optional.empty(),
                Json.object().put("reasoning", effort).build());

        assertThat(field(AnthropicRequest.of(call), "thinking")).isEqualTo(anthropic);
        assertThat(field(OpenAiRequest.of(call, true, SchemaFallback.Form.TOLD), "reasoning_effort"))
                .isEqualTo(openai);
        assertThat(field(OllamaRequest.of(call, SchemaFallback.Form.TOLD), "think"))
                .isEqualTo(ollama);
    }

    private static String field(Json.Obj request, String name) {
        return request.get(name).map(JsonText::text).orElse("absent");
    }
}
