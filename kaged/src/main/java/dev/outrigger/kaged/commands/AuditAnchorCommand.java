package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// `kaged audit anchor`: the number and hash of the last row, to be kept where the daemon cannot write.
final class AuditAnchorCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("anchor")
                .about("Print the last row's number and hash, to be kept where nobody who reaches this machine does")
                .longAbout("""
                        Print the last row's number and hash, to be kept where nobody who reaches this machine does.

                        The chain of hashes has no secret: whoever can write to the daemon's files can make it anew, and \
                        `kaged audit verify` finds it whole. What they cannot change is a line that was kept elsewhere. \
                        `kaged audit verify --against` holds the audit against such lines.""")
                .example("kaged audit anchor", "one line, for a mail, a repository, a sheet of paper")
                .example("kaged audit anchor | ssh logs@elsewhere 'cat >> anchors'", "out of reach, from cron");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var anchor = context.ask(new ToDaemon.AuditAnchoring());
        context.show(DaemonWords.text(anchor, "anchor") + "\n", anchor);
        return 0;
    }
}
