package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.audit.AuditAnchor;
import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

/// `kaged audit verify`: recomputes the chain of hashes, and holds it against the head and against anchors.
final class AuditVerifyCommand implements ProgramCommand<KagedContext> {
    /// No anchor failed, and none could be decided.
    private static final int UNDECIDED = 4;

    @Override
    public Command describe() {
        return Command.named("verify")
                .about("Check that no row of the audit was changed, removed or lost; exit code 1 if one was")
                .longAbout("""
                        Check that no row of the audit was changed, removed or lost; exit code 1 if one was.

                        A loss that a start of the daemon found (the end of the chain cut off, its head missing) stays \
                        named until `kaged audit retain` removes the day it was found on.

                        The chain has no secret, so this finds accidents and clumsy changes. Whoever can write to the \
                        daemon's files can make all of it anew; that is found by --against, with what `kaged audit anchor` \
                        printed before and was kept elsewhere. Rows behind the newest anchor are not covered by it. Exit \
                        code 4: none fails, but `kaged audit retain` removed all of the rows that they name.""")
                .arg(Argument.option(
                        "against",
                        "ANCHOR",
                        "What `kaged audit anchor` printed: the line, @FILE with such lines, or - for stdin"))
                .example("kaged audit verify", "walks the whole chain")
                .example("kaged audit verify --against @anchors", "and holds it against each line of a file")
                .example("ssh logs@elsewhere cat anchors | kaged audit verify --against -", "kept out of reach");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var against = context.values().text("against");
        if (against.isEmpty()) {
            var verdict = context.ask(new ToDaemon.AuditVerify(List.of()));
            context.show(DaemonWords.text(verdict, "text") + "\n", verdict);
            return whole(verdict);
        }
        var compared = context.ask(new ToDaemon.AuditVerify(anchors(context, against.get())));
        context.show(DaemonWords.text(compared, "text") + "\n", compared);
        return switch (DaemonWords.text(compared, "against")) {
            case "holds" -> whole(compared);
            case "undecided" -> whole(compared) == 0 ? UNDECIDED : Problem.FAILED;
            default -> Problem.FAILED;
        };
    }

    private static int whole(Json.Obj verdict) {
        return DaemonWords.text(verdict, "whole").equals("yes") ? 0 : Problem.FAILED;
    }

    /// Every line counts: one that cannot be read may be the one that would have failed.
    private static List<String> anchors(KagedContext context, String word) throws Problem {
        var given = ArgumentText.of(context, "--against", word, 4 << 20);
        var anchors = new ArrayList<String>();
        int number = 0;
        for (var line : given.text().lines().toList()) {
            number++;
            var text = line.strip();
            if (text.isEmpty() || text.startsWith("#")) {
                continue;
            }
            if (AuditAnchor.of(text).isEmpty()) {
                throw new Problem(
                        given.where() + (word.equals(text) ? "" : ":" + number) + " is no anchor: "
                                + text.substring(0, Math.min(text.length(), 80)),
                        "A line as `kaged audit anchor` prints it; @FILE for a file of them, where # begins a comment.",
                        Problem.USAGE);
            }
            anchors.add(text);
        }
        if (anchors.isEmpty() || anchors.size() > AuditAnchor.MOST) {
            throw new Problem(
                    given.where() + " holds " + (anchors.isEmpty() ? "no anchor" : anchors.size() + " anchors"),
                    anchors.isEmpty()
                            ? "A line as `kaged audit anchor` prints it."
                            : "At most " + AuditAnchor.MOST + " at once: the newest ones are enough.",
                    Problem.USAGE);
        }
        return anchors;
    }
}
