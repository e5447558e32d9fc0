package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.Question;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A form that a server wants filled in (`elicitation/create`): one question after the other. A field that cannot be
/// asked that way stays open; where it is required, the form is declined, and so is a page to be opened.
final class Elicitation {
    private static final Json.Obj DECLINED =
            Json.object().put("action", "decline").build();
    private static final Json.Obj CANCELLED =
            Json.object().put("action", "cancel").build();
    private static final int LONGEST_TEXT = 2000;
    private static final int MOST_FIELDS = 20;
    private static final int MOST_OPTIONS = 200;

    private final String source;
    private final String message;
    private final ToolRun run;

    private Elicitation(String source, String message, ToolRun run) {
        this.source = source;
        this.message = message;
        this.run = run;
    }

    /// What to answer the server; waits for the user.
    static Json.Obj answer(String source, Json.Obj params, ToolRun run) {
        if (!params.text("mode").orElse("form").equals("form")) {
            return DECLINED;
        }
        var message = Harmless.text(params.text("message").orElse(""), LONGEST_TEXT);
        var schema = object(params, "requestedSchema");
        var form = object(schema, "properties").fields();
        var required = required(schema);
        var asked = new LinkedHashMap<>(form);
        asked.values().removeIf(field -> !fits(field));
        boolean cannot = form.keySet().stream().anyMatch(name -> !asked.containsKey(name) && required.contains(name));
        if (form.size() > MOST_FIELDS || cannot || (asked.isEmpty() && !form.isEmpty())) {
            return DECLINED;
        }
        return new Elicitation(source, message, run).fill(asked, required);
    }

    private Json.Obj fill(Map<String, Json> form, List<String> required) {
        if (form.isEmpty()) {
            return run.ask(new Question(source + ": " + message, Question.Kind.BOOLEAN, List.of(), Optional.empty()))
                    .map(yes -> yes == Json.Bool.TRUE ? accepted(Json.EMPTY) : DECLINED)
                    .orElse(CANCELLED);
        }
        var content = new LinkedHashMap<String, Json>();
        for (var field : form.entrySet()) {
            var answer = ask(field.getKey(), (Json.Obj) field.getValue());
            if (answer.isPresent()) {
                content.put(field.getKey(), answer.get());
            } else if (required.contains(field.getKey())) {
                return CANCELLED;
            }
        }
        return content.isEmpty() ? CANCELLED : accepted(new Json.Obj(content));
    }

    private Optional<Json> ask(String name, Json.Obj field) {
        var label = field.text("title").or(() -> field.text("description")).orElse(name);
        var text = Harmless.text(source + ": " + message + "\n" + label, LONGEST_TEXT);
        var standard = field.get("default");
        var choices = choices(field);
        if (!choices.isEmpty()) {
            var shown = standard.flatMap(value -> choices.entrySet().stream()
                    .filter(choice -> choice.getValue().equals(value))
                    .map(choice -> (Json) Json.of(choice.getKey()))
                    .findFirst());
            return run.ask(new Question(text, Question.Kind.SELECT, List.copyOf(choices.keySet()), shown))
                    .flatMap(chosen -> chosen instanceof Json.Str(var option)
                            ? Optional.ofNullable(choices.get(option))
                            : Optional.empty());
        }
        return switch (field.text("type").orElse("")) {
            case "boolean" ->
                run.ask(new Question(text, Question.Kind.BOOLEAN, List.of(), standard))
                        .filter(Json.Bool.class::isInstance);
            case "number", "integer" ->
                run.ask(new Question(text, Question.Kind.TEXT, List.of(), standard.map(Elicitation::asText)))
                        .flatMap(said -> number(said, field.text("type").orElse("")));
            default ->
                run.ask(new Question(text, Question.Kind.TEXT, List.of(), standard))
                        .filter(Json.Str.class::isInstance);
        };
    }

    private static boolean fits(Json field) {
        return field instanceof Json.Obj object
                && List.of("string", "number", "integer", "boolean")
                        .contains(object.text("type").orElse(""))
                && choices(object).size() <= MOST_OPTIONS;
    }

    /// What is shown, and what is sent for it. Empty when any text will do.
    private static Map<String, Json> choices(Json.Obj field) {
        var choices = new LinkedHashMap<String, Json>();
        var titles = list(field, "enumNames");
        var values = list(field, "enum");
        for (int i = 0; i < values.size(); i++) {
            var title = i < titles.size() ? titles.get(i) : values.get(i);
            if (values.get(i) instanceof Json.Str && title instanceof Json.Str(var shown)) {
                choices.put(Harmless.line(shown), values.get(i));
            }
        }
        for (var each : list(field, "oneOf")) {
            if (each instanceof Json.Obj choice
                    && choice.get("const").orElse(Json.Null.NULL) instanceof Json.Str value) {
                choices.put(Harmless.line(choice.text("title").orElse(value.value())), value);
            }
        }
        return choices;
    }

    private static Optional<Json> number(Json said, String type) {
        if (said instanceof Json.Num) {
            return Optional.of(said);
        }
        if (!(said instanceof Json.Str(var text))) {
            return Optional.empty();
        }
        try {
            var digits = text.strip();
            return Optional.of(
                    type.equals("integer")
                            ? Json.of(Long.parseLong(digits))
                            : new Json.Num(new java.math.BigDecimal(digits).toString()));
        } catch (NumberFormatException _) {
            // No number: as good as no answer.
            return Optional.empty();
        }
    }

    private static Json asText(Json value) {
        return value instanceof Json.Num(var text) ? Json.of(text) : value;
    }

    private static Json.Obj accepted(Json.Obj content) {
        return Json.object().put("action", "accept").put("content", content).build();
    }

    private static Json.Obj object(Json.Obj parent, String name) {
        return parent.get(name).orElse(Json.Null.NULL) instanceof Json.Obj object ? object : Json.EMPTY;
    }

    private static List<Json> list(Json.Obj parent, String name) {
        return parent.get(name).orElse(Json.Null.NULL) instanceof Json.Arr(var items) ? items : List.of();
    }

    private static List<String> required(Json.Obj schema) {
        var names = new ArrayList<String>();
        for (var name : list(schema, "required")) {
            if (name instanceof Json.Str(var text)) {
                names.add(text);
            }
        }
        return names;
    }
}
