package dev.outrigger.kaged.service;

import java.time.Duration;

/// How long anything before and after the life of a plugin's process may take, and how often the daemon looks at what a
/// plugin keeps: none of it is the plugin's to choose.
///
/// @param start from the decision to start it until its process runs; then `initialize` has a limit of its own
/// @param end from the end of the time that its manifest asks for until nothing of it is left
/// @param rhythm between two looks at what the plugins keep, which come one after the other
/// @param firstPause between the first of several failures in a row and the next start
record ServiceTimes(Duration start, Duration end, Duration rhythm, Duration firstPause) {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    static final ServiceTimes USUAL =
            new ServiceTimes(Duration.ofSeconds(60), Duration.ofSeconds(15), Duration.ofSeconds(30));

    ServiceTimes(Duration start, Duration end, Duration rhythm) {
        this(start, end, rhythm, FIRST_PAUSE);
    }

    /// A manifest may ask for half a minute to shut down.
    private static final Duration LONGEST_SHUTDOWN = Duration.ofSeconds(30);

    /// All plugins at once.
    Duration endOfAll() {
        return LONGEST_SHUTDOWN.plus(end).plus(end.dividedBy(3));
    }
}
