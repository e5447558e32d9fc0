package dev.outrigger.serveweb;

import dev.outrigger.serveweb.view.Moment;
import dev.outrigger.web.VisibleCharacters;
import dev.outrigger.wire.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.StringJoiner;

/// What goes on, and how it ended, in a line.
final class ActivityWords {
    private ActivityWords() {}

    static String of(Json.Obj activity) {
        var tool = or(text(activity, "name"), "A tool");
        return switch (activity.text("on").orElse("")) {
            case "model" -> "Waiting for " + or(text(activity, "model"), "the model") + "…";
            case "tool" -> tool + " is running…";
            case "progress" -> tool + ": " + or(text(activity, "line"), "still running…");
            case "retry" -> retry(text(activity, "reason"), number(activity, "attempt"), number(activity, "seconds"));
            default -> "";
        };
    }

    /// @param attempt the number of the one that failed
    private static String retry(String why, long attempt, long seconds) {
        return or(why, "That failed") + "; try " + (attempt + 1) + (seconds > 0 ? " in " + seconds + " s…" : "…");
    }

    private static long number(Json.Obj object, String field) {
        return object.get(field).orElse(Json.Null.NULL) instanceof Json.Num(var text)
                ? new BigDecimal(text).longValue()
                : 0;
    }

    static String ending(Json.Obj complete) {
        var words = new StringJoiner(" · ");
        switch (complete.text("outcome").orElse("")) {
            case "length" -> words.add("The answer was cut off: it reached the model's limit");
            case "refused" -> words.add("The model declined to answer");
            case "cancelled" -> words.add("Stopped");
            case "failed" -> words.add("Failed: " + or(text(complete, "message"), "no reason was given"));
            default -> {}
        }
        complete.get("seconds").flatMap(ActivityWords::seconds).ifPresent(words::add);
        if (complete.get("usage").orElse(Json.EMPTY) instanceof Json.Obj usage) {
            tokens(usage, "input", "in", words);
            tokens(usage, "output", "out", words);
        }
        var model = text(complete, "model");
        if (!model.isEmpty()) {
            words.add(model);
        }
        return words.toString();
    }

    private static Optional<String> seconds(Json json) {
        if (json instanceof Json.Num(var number)) {
            var millis = new BigDecimal(number).movePointRight(3).longValue();
            return Optional.of(Moment.took(Duration.ofMillis(millis)));
        }
        return Optional.empty();
    }

    private static void tokens(Json.Obj usage, String field, String direction, StringJoiner words) {
        if (usage.get(field).orElse(Json.Null.NULL) instanceof Json.Num(var count)) {
            words.add(count + " tokens " + direction);
        }
    }

    private static String text(Json.Obj object, String field) {
        return VisibleCharacters.name(object.text(field).orElse(""));
    }

    private static String or(String text, String otherwise) {
        return text.isEmpty() ? otherwise : text;
    }
}
