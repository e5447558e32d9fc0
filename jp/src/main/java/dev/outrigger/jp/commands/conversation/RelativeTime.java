package dev.outrigger.jp.commands.conversation;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;

/// A time of a conversation, as people say it: where they are, and how long ago that was. What is no time stays as it
/// is.
///
/// @param local to the minute, at the place of whoever reads it
/// @param since at most seven columns in a lifetime, in the coarsest unit that still tells something
record RelativeTime(String local, String since) {
    static RelativeTime of(String rfc3339, Instant now, ZoneId zone) {
        try {
            var then = Instant.parse(rfc3339);
            return new RelativeTime(local(LocalDateTime.ofInstant(then, zone)), since(Duration.between(then, now)));
        } catch (DateTimeParseException _) {
            return new RelativeTime(rfc3339, "");
        }
    }

    /// Not by a formatter, which takes longer to load than the rest of the list.
    private static String local(LocalDateTime time) {
        return time.getYear() + "-" + two(time.getMonthValue()) + "-" + two(time.getDayOfMonth()) + " "
                + two(time.getHour()) + ":" + two(time.getMinute());
    }

    private static String two(int number) {
        return number < 10 ? "0" + number : Integer.toString(number);
    }

    private static String since(Duration passed) {
        if (passed.toMinutes() < 0) {
            return "ahead";
        }
        if (passed.toMinutes() < 1) {
            return "now";
        }
        if (passed.toHours() < 1) {
            return passed.toMinutes() + " min";
        }
        long days = passed.toDays();
        if (days < 1) {
            return passed.toHours() + " h";
        }
        if (days < 14) {
            return days + (days == 1 ? " day" : " days");
        }
        if (days < 70) {
            return days / 7 + " weeks";
        }
        return days < 730 ? days / 30 + " mon" : days / 365 + " years";
    }

    /// In one phrase.
    String phrase() {
        return switch (since) {
            case "" -> local;
            case "now", "ahead" -> local + " (" + since + ")";
            default -> local + " (" + since + " ago)";
        };
    }
}
