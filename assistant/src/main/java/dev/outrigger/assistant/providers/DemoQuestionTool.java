package dev.outrigger.assistant.providers;

import dev.outrigger.assistant.Tool;
import dev.outrigger.assistant.ToolDefinition;
import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.List;
import java.util.Optional;

/// A tool that asks the user something and repeats the answer, so that questions can be tried without a tool that has
/// any. Only the demo model knows it.
final class DemoQuestionTool implements Tool {
    static final String NAME = "demo_ask";
    private static final List<String> YES_OR_NO = List.of("yes", "no");
    private static final ToolDefinition DEFINITION = new ToolDefinition(
            NAME,
            "Asks the user",
            Json.object()
                    .put("type", "object")
                    .put(
                            "properties",
                            Json.object()
                                    .put("question", typed("string"))
                                    .put(
                                            "options",
                                            Json.object()
                                                    .put("type", "array")
                                                    .put("items", typed("string"))
                                                    .build())
                                    .build())
                    .put("required", Json.texts(List.of("question")))
                    .build());

    private static Json typed(String type) {
        return Json.object().put("type", type).build();
    }

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String source() {
        return DemoProvider.NAME;
    }

    @Override
    public Consent consent() {
        return Consent.UNATTENDED;
    }

    @Override
    public boolean mutating() {
        return false;
    }

    @Override
    public String fingerprint() {
        return DemoProvider.NAME + " " + NAME;
    }

    @Override
    public ToolResult run(Json.Obj arguments, ToolRun run) {
        try {
            var fields = new FieldReader(arguments);
            var answer = run.ask(question(fields.text("question"), fields.texts("options")));
            return answer.isPresent()
                    ? ToolResult.of("The answer is " + JsonText.text(answer.get()))
                    : ToolResult.error("Nobody answered.");
        } catch (FieldReader.Mistake e) {
            return ToolResult.error(e.what());
        }
    }

    private static ToolQuestion question(String text, List<String> options) {
        if (options.isEmpty()) {
            return new ToolQuestion(text, ToolQuestion.Kind.TEXT, List.of(), Optional.empty());
        }
        return options.equals(YES_OR_NO)
                ? new ToolQuestion(text, ToolQuestion.Kind.BOOLEAN, List.of(), Optional.empty())
                : new ToolQuestion(text, ToolQuestion.Kind.SELECT, options, Optional.of(Json.of(options.getFirst())));
    }
}
