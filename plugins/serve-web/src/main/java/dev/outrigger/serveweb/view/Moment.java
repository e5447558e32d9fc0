package dev.outrigger.serveweb.view;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/// A time as people say it, with the exact one beside it.
public record Moment(Instant instant) {
    private static final DateTimeFormatter EXACT =
            DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu, HH:mm:ss", Locale.ENGLISH);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);

    public static Optional<Moment> parse(String rfc3339) {
        try {
            return Optional.of(new Moment(Instant.parse(rfc3339)));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    public String iso() {
        return instant.toString();
    }

    public String exact() {
        return EXACT.format(instant.atZone(ZoneId.systemDefault()));
    }

    public String relative() {
        return relative(Instant.now());
    }

    String relative(Instant now) {
        var ago = Duration.between(instant, now);
        if (ago.toMinutes() < 1) {
            return "just now";
        }
        if (ago.toHours() < 1) {
            return ago.toMinutes() + " min ago";
        }
        if (ago.toDays() < 1) {
            return ago.toHours() + " h ago";
        }
        if (ago.toDays() < 7) {
            return ago.toDays() == 1 ? "yesterday" : ago.toDays() + " days ago";
        }
        return DAY.format(instant.atZone(ZoneId.systemDefault()));
    }

    /// How long something took, in the words of a person.
    public static String took(Duration time) {
        long millis = Math.max(0, time.toMillis());
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        return millis / 60_000 + " min " + millis / 1000 % 60 + " s";
    }
}
