package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.LiveDisplay;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;

/// `kaged audit`: rows of the audit, by plugin, kind or time.
final class AuditShowCommand implements ProgramCommand<KagedContext> {
    /// Of a row in characters, for programs: what is longer ends with an ellipsis, and is seen with --full.
    private static final int WIDEST = 200;
    /// Less than so much of what a row is about says nothing.
    private static final int LEAST_DETAIL = 12;

    @Override
    public Command describe() {
        return Command.named("audit")
                .actsAlone()
                .about("Show what happened: calls, starts and ends, violations, decisions")
                .longAbout("""
                        Show what happened: calls, starts and ends, violations, decisions.

                        Kind `daemon` is the daemon itself: started, stopped and why, died without a word. Kind `replay` is \
                        what `kaged plugin replay` did, calls included; none of it is of kind `call`.

                        Rows are chained by hashes: `kaged audit verify` says whether one was changed or removed by mistake, \
                        and with `--against` also whether somebody made the chain anew.""")
                .arg(Argument.option("plugin", "NAME", "Only of this plugin"))
                .arg(Argument.option("method", "METHOD", "Only of this method or event"))
                .arg(Argument.option("kind", "KIND", "Only of this kind")
                        .possibleValues(Arrays.stream(AuditEntry.Kind.values())
                                .map(AuditEntry.Kind::word)
                                .toArray(String[]::new))
                        .many())
                .arg(Argument.option("since", "TIME", "Only since then: 90s, 10m, 2h, 7d, a date, or an ISO time"))
                .arg(Argument.option("limit", "N", "The newest N").defaultValue("1000"))
                .arg(Argument.flag("full", "All of each row, however long it is, on more than one line of a terminal"))
                .example("kaged audit --plugin notes --since 1h", "what one plugin did")
                .example("kaged audit --kind daemon", "when the daemon ran, and why it stopped")
                .example("kaged audit --kind violation --json", "for programs");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var values = context.values();
        var since = values.text("since");
        var rows = context.ask(
                new ToDaemon.AuditRows(
                        values.text("plugin").orElse(""),
                        values.text("method").orElse(""),
                        values.all("kind"),
                        since.isPresent() ? since(since.get(), Instant.now()).toString() : "",
                        0,
                        TypedNumbers.whole("--limit", values.text("limit").orElse("1000"), 1, ToDaemon.MOST_ROWS)),
                _ -> {});
        var text = new StringBuilder();
        boolean full = values.flag("full");
        for (var row : DaemonWords.objects(rows)) {
            text.append(full ? DaemonWords.row(row) : cut(row, context.look())).append('\n');
        }
        if (text.isEmpty() && !context.json()) {
            context.printer().note("no rows");
        } else {
            context.page(text.toString(), rows);
        }
        return 0;
    }

    /// On a terminal what a row is about gets what is left of the line behind who did what, and what came of it.
    static String cut(Json.Obj row, StreamLook look) {
        if (!look.terminal()) {
            return cut(DaemonWords.row(row));
        }
        var head = DaemonWords.head(row, true);
        var words = head + DaemonWords.detail(row);
        if (words.length() > head.length() && look.width() - head.length() < LEAST_DETAIL) {
            return head + " …";
        }
        return LiveDisplay.cut(words, Math.max(look.width(), head.length()));
    }

    private static String cut(String words) {
        if (words.length() <= WIDEST) {
            return words;
        }
        int end = Character.isHighSurrogate(words.charAt(WIDEST - 2)) ? WIDEST - 2 : WIDEST - 1;
        return words.substring(0, end) + "…";
    }

    static Instant since(String text, Instant now) throws Problem {
        try {
            if (text.matches("[0-9]{1,6}[smhd]")) {
                long number = Long.parseLong(text.substring(0, text.length() - 1));
                return now.minus(
                        switch (text.charAt(text.length() - 1)) {
                            case 's' -> Duration.ofSeconds(number);
                            case 'm' -> Duration.ofMinutes(number);
                            case 'h' -> Duration.ofHours(number);
                            default -> Duration.ofDays(number);
                        });
            }
            return text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw new Problem(
                    "--since is '" + text + "': no time that can be read",
                    "Such as 90s, 10m, 2h, 7d, 2026-01-31 or 2026-01-31T12:00:00Z.",
                    Problem.USAGE);
        }
    }
}
