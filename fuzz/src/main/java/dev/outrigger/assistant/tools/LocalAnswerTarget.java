package dev.outrigger.assistant.tools;

import dev.outrigger.fuzz.base.Seeds;
import dev.outrigger.fuzz.base.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// What a local command that serves as a tool has said.
public final class LocalAnswerTarget implements Target {
    @Override
    public String name() {
        return "local-answer";
    }

    @Override
    public List<byte[]> seeds(Seeds tree) {
        return Seeds.texts(
                "plain",
                "{\"type\":\"success\",\"content\":{\"a\":1}}",
                "{\"type\":\"error\",\"message\":\"no\"}",
                "{\"type\":\"needs_input\",\"question\":{\"id\":\"q\",\"text\":\"Which?\",\"answer_type\":{\"select\":{\"options\":[\"a\",\"b\"]}},\"default\":\"a\"}}");
    }

    @Override
    public List<String> words() {
        return List.of(
                "\"answer_type\":",
                "\"options\":[",
                "\"select\"",
                "\"boolean\"",
                "\"default\":",
                "\"content\":",
                "\"id\":");
    }

    @Override
    public String read(byte[] input) {
        return switch (LocalAnswer.of("tool", new String(input, StandardCharsets.UTF_8))) {
            case LocalAnswer.Final(var result) -> result.isError() ? result.content() : "final";
            case LocalAnswer.Asks(var _, var question) -> question.kind().name();
        };
    }
}
