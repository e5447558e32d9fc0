package dev.outrigger.assistant.tools;

import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolResult;
import dev.outrigger.wire.FieldReader;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import dev.outrigger.wire.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a local tool said on its stdout.
sealed interface LocalAnswer {
    record Final(ToolResult result) implements LocalAnswer {}

    /// It wants to be run again, with an answer under this id.
    record Asks(String id, ToolQuestion question) implements LocalAnswer {}

    /// An object with one of the three types; anything else is plain output, as it is.
    static LocalAnswer of(String tool, String output) {
        var text = output.strip();
        if (!text.startsWith("{")) {
            return new Final(ToolResult.of(output));
        }
        Json parsed;
        try {
            parsed = JsonText.parse(text);
        } catch (MalformedJson _) {
            return new Final(ToolResult.of(output));
        }
        if (!(parsed instanceof Json.Obj object)) {
            return new Final(ToolResult.of(output));
        }
        try {
            return switch (object.text("type").orElse("")) {
                case "success" -> new Final(ToolResult.of(content(object)));
                case "error" -> new Final(ToolResult.error(new FieldReader(object).text("message")));
                case "needs_input" -> asks(new FieldReader(object).object("question"));
                default -> new Final(ToolResult.of(output));
            };
        } catch (FieldReader.Mistake e) {
            return new Final(ToolResult.error(
                    tool + " answered with `" + object.text("type").orElse("") + "`, but " + e.what()));
        }
    }

    /// Text as it is; another value as JSON.
    private static String content(Json.Obj object) throws FieldReader.Mistake {
        var content = new FieldReader(object).any("content");
        return content instanceof Json.Str(var text) ? text : JsonText.text(content);
    }

    private static LocalAnswer asks(Json.Obj question) throws FieldReader.Mistake {
        var fields = new FieldReader(question);
        var id = fields.text("id");
        var text = fields.text("text");
        var options = new ArrayList<>(fields.texts("options"));
        var kind = kind(question.get("answer_type").orElse(Json.of(options.isEmpty() ? "text" : "select")), options);
        if (kind == ToolQuestion.Kind.SELECT && options.isEmpty()) {
            throw new FieldReader.Mistake("its question has no `options` to select from");
        }
        var standard = question.get("default").filter(value -> value != Json.Null.NULL);
        return new Asks(
                id, new ToolQuestion(text, kind, List.copyOf(options), Optional.ofNullable(standard.orElse(null))));
    }

    /// `"boolean"`, `"text"`, `"select"` with `options` beside it, or `{"select": {"options": […]}}`.
    private static ToolQuestion.Kind kind(Json type, List<String> options) throws FieldReader.Mistake {
        var word = "";
        if (type instanceof Json.Str(var name)) {
            word = name;
        } else if (type instanceof Json.Obj(var fields) && fields.size() == 1) {
            word = fields.keySet().iterator().next();
            if (fields.get(word) instanceof Json.Obj inner) {
                options.addAll(new FieldReader(inner).texts("options"));
            }
        }
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "boolean" -> ToolQuestion.Kind.BOOLEAN;
            case "text" -> ToolQuestion.Kind.TEXT;
            case "select" -> ToolQuestion.Kind.SELECT;
            default ->
                throw new FieldReader.Mistake("the `answer_type` of its question must be boolean, text or select");
        };
    }
}
