package dev.outrigger.serveweb.view;

import dev.outrigger.web.VisibleCharacters;
import dev.outrigger.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// How a turn ended, from what is stored of it: how long it took, what it cost, and whether its answer is whole. Why an
/// answer is not whole is stored nowhere.
public final class StoredTurn {
    private String request = "";
    private @Nullable Instant began;
    private @Nullable Instant last;
    private boolean answered;
    private boolean incomplete;
    private long input;
    private long output;
    private String model = "";

    /// Says how the turn ended that is over with this event, which begins another one.
    public Optional<Entry.Ended> takes(Json.Obj event, long seq) {
        var over = Optional.<Entry.Ended>empty();
        switch (event.text("type").orElse("")) {
            case "turn_start" -> {
                over = answered ? end() : unanswered();
                request = "";
                answered = false;
            }
            case "chat_request" -> begin(event, seq);
            case "chat_response" -> respond(event);
            default -> answered = false;
        }
        return over;
    }

    private void begin(Json.Obj event, long seq) {
        request = "t-" + seq;
        began = instant(event);
        last = null;
        answered = false;
        incomplete = false;
        input = 0;
        output = 0;
        model = "";
    }

    private void respond(Json.Obj event) {
        last = instant(event);
        answered = true;
        if (event.get("metadata").orElse(Json.EMPTY) instanceof Json.Obj metadata) {
            incomplete = metadata.get("incomplete").equals(Optional.of(Json.Bool.TRUE));
            if (metadata.get("usage").orElse(Json.EMPTY) instanceof Json.Obj usage) {
                input += count(usage, "input");
                output += count(usage, "output");
                model = VisibleCharacters.name(usage.text("model").orElse(model));
            }
        }
    }

    private Optional<Entry.Ended> unanswered() {
        return request.isEmpty()
                ? Optional.empty()
                : Optional.of(new Entry.Ended(request, "Ended without an answer", true));
    }

    /// Without what the last event does not tell: more may still come.
    public Optional<Entry.Ended> end() {
        if (!answered || request.isEmpty()) {
            return Optional.empty();
        }
        var words = new StringJoiner(" · ");
        if (incomplete) {
            words.add("Not whole: it was stopped, or broke off");
        }
        if (began != null && last != null && Duration.between(began, last).toMillis() > 0) {
            words.add(Moment.took(Duration.between(began, last)));
        }
        if (input > 0) {
            words.add(input + " tokens in");
        }
        if (output > 0) {
            words.add(output + " tokens out");
        }
        if (!model.isEmpty()) {
            words.add(model);
        }
        return words.length() == 0 ? Optional.empty() : Optional.of(new Entry.Ended(request, words.toString(), false));
    }

    private static @Nullable Instant instant(Json.Obj event) {
        var at = EntryReader.moment(event);
        return at == null ? null : at.instant();
    }

    private static long count(Json.Obj usage, String field) {
        return usage.get(field).orElse(Json.Null.NULL) instanceof Json.Num(var digits) && digits.matches("\\d{1,15}")
                ? Long.parseLong(digits)
                : 0;
    }
}
