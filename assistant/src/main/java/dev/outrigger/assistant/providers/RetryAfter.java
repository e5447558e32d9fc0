package dev.outrigger.assistant.providers;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// How long a provider wants to be left alone: in seconds, or until a date.
final class RetryAfter {
    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    static Optional<Duration> of(String header, Instant now) {
        var text = header.strip();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (text.matches("\\d{1," + MOST_DIGITS + "}(\\.\\d*)?")) {
            return Optional.of(Duration.ofMillis((long) Math.ceil(Double.parseDouble(text) * 1000)));
        }
        try {
            var pause = Duration.between(
                    now,
                    ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                            .toInstant());
            return Optional.of(pause.isNegative() ? Duration.ZERO : pause);
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
