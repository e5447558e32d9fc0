package dev.outrigger.assistant;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/// How often, and after which pauses, a model call that failed is tried again.
public record RetryBackoff(int tries, Duration first, Duration longest, Duration longestAsked) {
    /// Five tries, one second at first, doubled each time, up to a minute. A provider may ask for more, within reason.
    public static final RetryBackoff USUAL =
            new RetryBackoff(5, Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofMinutes(5));

    /// The pause after try number `attempt`, from 1; nothing when that was the last.
    Optional<Duration> after(int attempt, ProviderProblem problem) {
        if (attempt >= tries || !problem.passing()) {
            return Optional.empty();
        }
        if (problem.retryAfter().isPresent()) {
            return problem.retryAfter().filter(asked -> asked.compareTo(longestAsked) <= 0);
        }
        long doubled = first.toNanos() << Math.min(attempt - 1, 20);
        long capped = Math.min(doubled, longest.toNanos());
        // From half of it to all of it, so that many who were refused together do not come back together.
        return Optional.of(
                Duration.ofNanos(capped / 2 + ThreadLocalRandom.current().nextLong(capped / 2 + 1)));
    }
}
