package dev.outrigger.workspace.conversations;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/// Timestamps, by hand: `java.time`'s formatters cost more at start-up than all the rest of a push.
final class TimestampText {
    private static final int SECONDS_END = 19;
    private static final int DAY_SECONDS = 86_400;
    private static final int NO_OFFSET = Integer.MIN_VALUE;

    private TimestampText() {}

    /// UTC with milliseconds: `2025-07-20T10:30:00.000Z`.
    static String format(Instant time) {
        long seconds = time.getEpochSecond();
        var date = LocalDate.ofEpochDay(Math.floorDiv(seconds, DAY_SECONDS));
        int second = Math.floorMod(seconds, DAY_SECONDS);
        var text = new StringBuilder(24);
        digits(text, date.getYear(), 4).append('-');
        digits(text, date.getMonthValue(), 2).append('-');
        digits(text, date.getDayOfMonth(), 2).append('T');
        digits(text, second / 3600, 2).append(':');
        digits(text, second / 60 % 60, 2).append(':');
        digits(text, second % 60, 2).append('.');
        return digits(text, time.getNano() / 1_000_000, 3).append('Z').toString();
    }

    private static StringBuilder digits(StringBuilder text, int number, int width) {
        var digits = Integer.toString(number);
        for (int i = digits.length(); i < width; i++) {
            text.append('0');
        }
        return text.append(digits);
    }

    static boolean valid(String text) {
        return parse(text) != null;
    }

    /// Null when the text is no RFC 3339 time. A leap second counts as the one before it.
    static @Nullable Instant parse(String text) {
        if (text.length() <= SECONDS_END || !shaped(text, 0, "0000-00-00T00:00:00")) {
            return null;
        }
        int fractionEnd = afterFraction(text);
        int offset = offset(text, fractionEnd);
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        if (offset == NO_OFFSET || hour > 23 || minute > 59 || second > 60) {
            return null;
        }
        try {
            long day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
                    .toEpochDay();
            long seconds = day * DAY_SECONDS + hour * 3600L + minute * 60L + Math.min(second, 59) - offset;
            return Instant.ofEpochSecond(seconds, nanos(text, fractionEnd));
        } catch (DateTimeException _) {
            return null;
        }
    }

    /// The original `jp` writes `2025-07-20 10:30:00.0`, meaning UTC; what is no such time comes back as it is.
    static String modern(String text) {
        if (text.length() < SECONDS_END || text.charAt(10) != ' ') {
            return text;
        }
        var candidate = text.substring(0, 10) + 'T' + text.substring(11) + 'Z';
        return valid(candidate) ? candidate : text;
    }

    private static int afterFraction(String text) {
        int at = SECONDS_END;
        if (text.charAt(at) == '.') {
            do {
                at++;
            } while (at < text.length() && digit(text.charAt(at)));
        }
        return at;
    }

    private static int nanos(String text, int fractionEnd) {
        int nanos = 0;
        int scale = 100_000_000;
        for (int i = SECONDS_END + 1; i < fractionEnd; i++) {
            nanos += (text.charAt(i) - '0') * scale;
            scale /= 10;
        }
        return nanos;
    }

    /// In seconds.
    private static int offset(String text, int at) {
        int rest = text.length() - at;
        boolean bareDot = at == SECONDS_END + 1;
        if (rest == 0 || bareDot) {
            return NO_OFFSET;
        }
        char first = text.charAt(at);
        if (rest == 1 && (first == 'Z' || first == 'z')) {
            return 0;
        }
        if (rest != 6 || (first != '+' && first != '-') || !shaped(text, at + 1, "00:00")) {
            return NO_OFFSET;
        }
        int hours = number(text, at + 1, at + 3);
        int minutes = number(text, at + 4, at + 6);
        int seconds = hours * 3600 + minutes * 60;
        return hours > 23 || minutes > 59 ? NO_OFFSET : first == '-' ? -seconds : seconds;
    }

    private static boolean shaped(String text, int at, String shape) {
        for (int i = 0; i < shape.length(); i++) {
            char c = text.charAt(at + i);
            boolean fits = switch (shape.charAt(i)) {
                case '0' -> digit(c);
                case 'T' -> c == 'T' || c == 't';
                default -> c == shape.charAt(i);
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static int number(String text, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        return number;
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }
}
