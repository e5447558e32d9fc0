package dev.outrigger.kaged.commands;

import dev.outrigger.terminal.ListColumns;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The daemon's answers for people.
final class DaemonWords {
    private static final int LONGEST_CELL = 500;

    private DaemonWords() {}

    /// "" when absent.
    static String text(Json.Obj object, String name) {
        return switch (object.fields().get(name)) {
            case null -> "";
            case Json.Str(var text) -> text;
            case Json.Num(var text) -> text;
            case Json.Bool truth -> truth == Json.Bool.TRUE ? "yes" : "no";
            case Json.Null _ -> "";
            case Json.Obj _, Json.Arr _, Json.Deferred _ ->
                JsonText.text(object.fields().get(name));
        };
    }

    static List<Json.Obj> objects(Json list) {
        return list instanceof Json.Arr(var items)
                ? items.stream()
                        .filter(Json.Obj.class::isInstance)
                        .map(Json.Obj.class::cast)
                        .toList()
                : List.of();
    }

    static List<String> texts(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Arr(var items)
                ? items.stream()
                        .map(item -> item instanceof Json.Str(var text) ? text : JsonText.text(item))
                        .toList()
                : List.of();
    }

    static Json.Obj object(Json.Obj object, String name) {
        return object.fields().get(name) instanceof Json.Obj inner ? inner : Json.EMPTY;
    }

    /// Plugins, a row each, and below it what is wrong with one.
    static String plugins(List<Json.Obj> plugins, Instant now) {
        var columns = new ListColumns();
        columns.row("NAME", "VERSION", "STATE", "SINCE", "CALLS", "");
        for (var plugin : plugins) {
            columns.row(
                    cell(run(plugin)),
                    cell(version(plugin)),
                    cell(text(plugin, "state")),
                    ago(text(plugin, "since"), now),
                    Long.toString(calls(plugin)),
                    cell(trouble(plugin, now)));
        }
        return columns.text();
    }

    /// With what a wrapped one was made from.
    private static String version(Json.Obj plugin) {
        var origin = text(plugin, "origin");
        return text(plugin, "version") + (origin.isEmpty() ? "" : " (" + origin + ")");
    }

    /// Its name, and which project it runs for where that is one alone.
    private static String run(Json.Obj plugin) {
        var project = text(plugin, "project");
        return text(plugin, "name") + (project.isEmpty() ? "" : " for " + project);
    }

    /// A stranger's words in a list: all of them to be seen.
    static String cell(String text) {
        return VisibleText.line(text, LONGEST_CELL);
    }

    private static long calls(Json.Obj plugin) {
        long sum = 0;
        for (var count : object(plugin, "calls").fields().values()) {
            sum += count instanceof Json.Num(var number) ? Long.parseLong(number) : 0;
        }
        return sum;
    }

    /// Why it is not well, the last failure and the next try; "" when there is nothing to say.
    private static String trouble(Json.Obj plugin, Instant now) {
        var failure = object(plugin, "last_failure");
        var detail = text(plugin, "detail");
        // Often the failure is why it is in its state, and once is enough.
        var words = new StringBuilder(detail.equals(text(failure, "words")) ? "" : detail);
        if (!failure.fields().isEmpty()) {
            words.append(words.isEmpty() ? "" : "; ")
                    .append("last failure ")
                    .append(ago(text(failure, "at"), now))
                    .append(": ")
                    .append(text(failure, "words"));
        }
        var next = text(plugin, "next_try");
        if (!next.isEmpty()) {
            words.append(words.isEmpty() ? "" : "; ").append("next try ").append(in(next, now));
        }
        return words.toString();
    }

    /// A time without its fractions of a second.
    static String seconds(String time) {
        try {
            return Instant.parse(time).truncatedTo(ChronoUnit.SECONDS).toString();
        } catch (DateTimeParseException _) {
            return time;
        }
    }

    static String ago(String time, Instant now) {
        try {
            return span(Duration.between(Instant.parse(time), now)) + " ago";
        } catch (DateTimeParseException _) {
            return time;
        }
    }

    private static String in(String time, Instant now) {
        try {
            var left = Duration.between(now, Instant.parse(time));
            return left.isPositive() ? "in " + span(left) : "now";
        } catch (DateTimeParseException _) {
            return time;
        }
    }

    static String span(Duration time) {
        long seconds = Math.max(time.toSeconds(), 0);
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7200) {
            return seconds / 60 + " min";
        }
        return seconds < 172_800 ? seconds / 3600 + " h" : seconds / 86_400 + " d";
    }

    /// A stranger's words on one line, otherwise as they are.
    static String harmless(String words) {
        return VisibleText.text(words).replace('\n', ' ');
    }

    /// A row of the audit.
    static String row(Json.Obj row) {
        return head(row, false) + detail(row);
    }

    /// What a row is about: "", or with two blanks before it.
    static String detail(Json.Obj row) {
        var payload = text(row, "payload");
        return payload.equals("{}") ? "" : harmless("  " + payload);
    }

    /// Who did what, and what came of it.
    static String head(Json.Obj row, boolean toTheSecond) {
        var time = text(row, "time");
        var line = new StringBuilder(toTheSecond ? time.replaceFirst("\\.[0-9]+Z$", "Z") : time);
        for (var name : new String[] {"kind", "plugin", "method", "outcome"}) {
            var value = text(row, name);
            line.append(value.isEmpty() ? "" : "  " + value);
        }
        var micros = text(row, "duration_us");
        if (!micros.isEmpty()) {
            long number = Long.parseLong(micros);
            line.append("  ").append(number / 1000).append('.');
            line.append("%03d".formatted(number % 1000)).append(" ms");
        }
        var user = text(row, "user");
        line.append(user.isEmpty() ? "" : "  user " + user);
        var project = text(row, "project");
        line.append(project.isEmpty() ? "" : "  project " + project);
        return harmless(line.toString());
    }

    /// A row of a plugin's log. What it wrote stands behind a bar and what happened to it behind a star, so that
    /// nothing it writes looks like a word of the daemon's.
    static String logged(Json.Obj row) {
        var payload = object(row, "payload");
        var time = text(row, "time");
        if (text(row, "kind").equals("stderr") && payload.fields().containsKey("line")) {
            return harmless(time + " | " + text(payload, "line"));
        }
        return harmless(time + " * " + text(row, "kind") + " " + text(row, "method") + happened(row, payload));
    }

    private static String happened(Json.Obj row, Json.Obj payload) {
        return switch (text(row, "kind")) {
            case "life" -> led(" (pid ", text(payload, "pid"), ")") + led(": ", text(payload, "why"), "");
            case "install" -> {
                var capabilities = object(payload, "capabilities");
                yield led(" ", text(payload, "version"), "")
                        + led(" from ", text(payload, "source"), "")
                        + led("; may now: ", String.join(", ", texts(capabilities, "added")), "")
                        + led("; may no longer: ", String.join(", ", texts(capabilities, "removed")), "")
                        + led(" by user ", text(row, "user"), "");
            }
            default -> payload.fields().isEmpty() ? "" : " " + JsonText.text(payload);
        };
    }

    /// "" when there are no words.
    private static String led(String before, String words, String behind) {
        return words.isEmpty() ? "" : before + words + behind;
    }
}
