package dev.outrigger.workspace.conversations;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The two forms of an `inquiry_request`. The original stores `question` as `{text, answer_type: {type, options?}}`;
/// plugins see a text, and `options` as a list of strings.
final class InquiryForms {
    private InquiryForms() {}

    static boolean differs(Json.Obj event) {
        return event.get("question").orElse(Json.Null.NULL) instanceof Json.Obj
                || !onlyTexts(event.get("options").orElse(Json.Null.NULL));
    }

    private static boolean onlyTexts(Json options) {
        return !(options instanceof Json.Arr(var items)) || items.stream().allMatch(Json.Str.class::isInstance);
    }

    static Json.Obj shown(Json.Obj event) {
        var fields = new LinkedHashMap<>(event.fields());
        var options = event.get("options").orElse(null);
        if (event.get("question").orElse(Json.Null.NULL) instanceof Json.Obj question) {
            fields.put("question", question.get("text").orElse(Json.of("")));
            var answer = question.get("answer_type").orElse(Json.Null.NULL);
            if (answer instanceof Json.Obj form) {
                form.get("type").ifPresent(type -> fields.put("answer_type", type));
                options = form.get("options").orElse(options);
            } else if (answer instanceof Json.Str) {
                fields.put("answer_type", answer);
            }
            options = question.get("options").orElse(options);
            question.get("default").ifPresent(value -> fields.put("default", value));
        }
        if (options instanceof Json.Arr(var items)) {
            fields.put("options", texts(items));
        }
        return new Json.Obj(fields);
    }

    private static Json texts(List<Json> items) {
        var texts = new ArrayList<Json>(items.size());
        for (var item : items) {
            texts.add(item instanceof Json.Str ? item : Json.of(JsonText.text(item)));
        }
        return new Json.Arr(texts);
    }

    /// What is wrong with the question or its options, in either form; null when nothing is.
    static @Nullable String problem(Json.Obj event) {
        var options = event.get("options").orElse(null);
        if (options != null && !(options instanceof Json.Arr)) {
            return "`options` must be an array";
        }
        return switch (event.get("question").orElse(Json.Null.NULL)) {
            case Json.Str _ -> null;
            case Json.Obj question -> {
                if (question.text("text").isEmpty()) {
                    yield "`question.text` must be a string";
                }
                yield switch (question.get("answer_type").orElse(Json.Null.NULL)) {
                    case Json.Obj form when form.text("type").isPresent() -> null;
                    case Json.Str _ -> null;
                    default -> "`question.answer_type` must be an object with a string `type`";
                };
            }
            default -> "`question` must be a string or an object";
        };
    }
}
