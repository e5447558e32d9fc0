package dev.outrigger.assistant.mcp.client;

import dev.outrigger.assistant.ToolQuestion;
import dev.outrigger.assistant.ToolRun;
import dev.outrigger.schema.Schema;
import dev.outrigger.wire.Json;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A form that a server wants filled in (`elicitation/create`): one question after the other. A field that cannot be
/// asked that way stays open; where it is required, the form is declined, and so is a page to be opened.
final class Elicitation {
    private static final Json.Obj DECLINED =
            Json.object().put("action", "decline").build();
    /// Nobody said anything.
    static final Json.Obj CANCELLED = Json.object().put("action", "cancel").build();
    private static final int LONGEST_TEXT = 2000;
    private static final int MOST_FIELDS = 20;
    private static final int MOST_OPTIONS = 200;
    private static final int MOST_TRIES = 5;
    private static final int MOST_DIGITS = 100;
    /// In words, as somebody is told before the answer.
    private static final Map<String, String> BOUNDS = bounds();

    private static Map<String, String> bounds() {
        var bounds = new LinkedHashMap<String, String>();
        bounds.put("minimum", "at least");
        bounds.put("maximum", "at most");
        bounds.put("minLength", "length at least");
        bounds.put("maxLength", "length at most");
        return bounds;
    }

    private final String source;
    private final String message;
    private final ToolRun run;

    private Elicitation(String source, String message, ToolRun run) {
        this.source = source;
        this.message = message;
        this.run = run;
    }

    /// What to answer the server; waits for the user, who is told through `note` what was answered without being asked.
    static Json.Obj answer(String source, Json.Obj params, ToolRun run, Consumer<String> note) {
        if (!params.text("mode").orElse("form").equals("form")) {
            note.accept(source + ": it wanted a page to be opened, which is not done here: declined");
            return DECLINED;
        }
        var message = HarmlessWords.text(params.text("message").orElse(""), LONGEST_TEXT);
        var schema = object(params, "requestedSchema");
        var form = object(schema, "properties").fields();
        var required = required(schema);
        var asked = new LinkedHashMap<>(form);
        asked.values().removeIf(field -> !fits(field));
        if (form.size() > MOST_FIELDS) {
            note.accept(source + ": its form was declined: it has " + form.size() + " fields, and at most "
                    + MOST_FIELDS + " are asked");
            return DECLINED;
        }
        var open =
                form.keySet().stream().filter(name -> !asked.containsKey(name)).toList();
        var needed = open.stream().filter(required::contains).toList();
        if (!needed.isEmpty() || (asked.isEmpty() && !form.isEmpty())) {
            note.accept(source + ": its form was declined: nobody can be asked here for "
                    + names(needed.isEmpty() ? open : needed));
            return DECLINED;
        }
        if (!open.isEmpty()) {
            note.accept(source + ": left out of its form, since nobody can be asked here for it: " + names(open));
        }
        return new Elicitation(source, message, run).fill(asked, required);
    }

    private static String names(List<String> fields) {
        return String.join(
                ", ",
                fields.stream()
                        .map(name -> "`" + HarmlessWords.line(name) + "`")
                        .toList());
    }

    private Json.Obj fill(Map<String, Json> form, List<String> required) {
        if (form.isEmpty()) {
            return run.ask(new ToolQuestion(
                            source + ": " + message + "\n(yes or no; Ctrl-D leaves the form)",
                            ToolQuestion.Kind.BOOLEAN,
                            List.of(),
                            Optional.empty()))
                    .map(yes -> yes == Json.Bool.TRUE ? accepted(Json.EMPTY) : DECLINED)
                    .orElse(CANCELLED);
        }
        var content = new LinkedHashMap<String, Json>();
        for (var field : form.entrySet()) {
            var answer = ask(field.getKey(), (Json.Obj) field.getValue(), required.contains(field.getKey()));
            if (answer.isEmpty()) {
                return CANCELLED;
            }
            if (answer.get() != Json.Null.NULL) {
                content.put(field.getKey(), answer.get());
            }
        }
        return accepted(new Json.Obj(content));
    }

    /// Until the answer is one that the field takes. [Json.Null] for a field that is left out, nothing for somebody who
    /// leaves the form.
    private Optional<Json> ask(String name, Json.Obj field, boolean required) {
        var choices = choices(field);
        var plain = question(name, field, required, choices);
        var question = plain;
        for (int i = 0; i < MOST_TRIES; i++) {
            var said = run.ask(question);
            if (said.isEmpty() || said.get() == Json.Null.NULL) {
                return said;
            }
            var meant = meant(said.get(), field, choices);
            var flaw = flaw(meant, field, required);
            if (flaw.isEmpty()) {
                return Optional.of(meant);
            }
            question = new ToolQuestion(
                    HarmlessWords.text(flaw.get() + "\n" + plain.text(), LONGEST_TEXT),
                    plain.kind(),
                    plain.options(),
                    plain.standard());
        }
        return Optional.empty();
    }

    private ToolQuestion question(String name, Json.Obj field, boolean required, Map<String, Json> choices) {
        var title = field.text("title").orElse(name);
        var described = field.text("description").filter(text -> !text.isBlank() && !text.equals(title));
        var text = source + ": " + message + "\n" + title
                + described.map(": "::concat).orElse("") + "\n("
                + expected(field)
                + (required ? "required" : "optional")
                + "; Ctrl-D leaves the form)";
        var standard = field.get("default").flatMap(value -> shown(value, choices));
        // Enter alone leaves an optional field out, where nothing else was proposed.
        var byEnter = standard.isEmpty() && !required ? Optional.<Json>of(Json.Null.NULL) : standard;
        var kind = choices.isEmpty()
                ? field.text("type").orElse("").equals("boolean") ? ToolQuestion.Kind.BOOLEAN : ToolQuestion.Kind.TEXT
                : ToolQuestion.Kind.SELECT;
        return new ToolQuestion(HarmlessWords.text(text, LONGEST_TEXT), kind, List.copyOf(choices.keySet()), byEnter);
    }

    private static String expected(Json.Obj field) {
        var words = new ArrayList<String>();
        switch (field.text("type").orElse("")) {
            case "integer" -> words.add("a whole number");
            case "number" -> words.add("a number");
            case "boolean" -> words.add("yes or no");
            default -> field.text("format").ifPresent(format -> words.add(HarmlessWords.line(format)));
        }
        for (var bound : BOUNDS.entrySet()) {
            if (field.get(bound.getKey()).orElse(Json.Null.NULL) instanceof Json.Num(var number)) {
                words.add(bound.getValue() + " " + HarmlessWords.line(number));
            }
        }
        return words.isEmpty() ? "" : String.join(", ", words) + "; ";
    }

    /// What a default is called at the prompt.
    private static Optional<Json> shown(Json value, Map<String, Json> choices) {
        return choices.isEmpty()
                ? Optional.of(asText(value))
                : choices.entrySet().stream()
                        .filter(choice -> choice.getValue().equals(value))
                        .<Json>map(choice -> Json.of(choice.getKey()))
                        .findFirst();
    }

    private static Json meant(Json said, Json.Obj field, Map<String, Json> choices) {
        if (!(said instanceof Json.Str(var text))) {
            return said;
        }
        if (!choices.isEmpty()) {
            return choices.getOrDefault(text, said);
        }
        return switch (field.text("type").orElse("")) {
            case "number", "integer" -> number(text.strip()).orElse(said);
            default -> said;
        };
    }

    /// What is wrong with an answer, for whoever gave it.
    private static Optional<String> flaw(Json meant, Json.Obj field, boolean required) {
        if (required && meant instanceof Json.Str(var text) && text.isBlank()) {
            return Optional.of("This is required.");
        }
        if (field.text("type").orElse("").matches("number|integer") && !(meant instanceof Json.Num)) {
            return Optional.of("This must be "
                    + (field.text("type").orElse("").equals("integer") ? "a whole number." : "a number."));
        }
        if (Schema.of(field).check(meant) instanceof Schema.Verdict.Misfit(var _, var what)) {
            return Optional.of("This does not fit: " + what + ".");
        }
        return meant instanceof Json.Str(var text)
                ? misformed(text, field.text("format").orElse(""))
                : Optional.empty();
    }

    private static Optional<String> misformed(String text, String format) {
        try {
            switch (format) {
                case "email" -> {
                    if (!text.matches("[^@\\s]+@[^@\\s]+")) {
                        return Optional.of("This must be an address such as ann@example.org.");
                    }
                }
                case "uri" -> {
                    if (!new URI(text).isAbsolute()) {
                        return Optional.of("This must be a URI such as https://example.org/.");
                    }
                }
                case "date" -> LocalDate.parse(text);
                case "date-time" -> OffsetDateTime.parse(text);
                default -> {}
            }
            return Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.of("This must be a URI such as https://example.org/.");
        } catch (DateTimeParseException _) {
            return Optional.of(
                    format.equals("date")
                            ? "This must be a date such as 2026-01-31."
                            : "This must be a date and time such as 2026-01-31T12:00:00Z.");
        }
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
                choices.put(HarmlessWords.line(shown), values.get(i));
            }
        }
        for (var each : list(field, "oneOf")) {
            if (each instanceof Json.Obj choice
                    && choice.get("const").orElse(Json.Null.NULL) instanceof Json.Str value) {
                choices.put(HarmlessWords.line(choice.text("title").orElse(value.value())), value);
            }
        }
        return choices;
    }

    private static Optional<Json> number(String digits) {
        try {
            var number = new BigDecimal(digits);
            // 1e999999999 would be written out.
            return Math.abs(number.scale()) > MOST_DIGITS
                    ? Optional.empty()
                    : Optional.of(new Json.Num(number.toPlainString()));
        } catch (NumberFormatException _) {
            // No number: it is asked for again.
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
