package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// `kaged audit retain`: removes the oldest whole days; the chain goes on from a new beginning.
final class AuditRetainCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("retain")
                .about("Remove the oldest whole days of the audit; the chain goes on from there")
                .arg(Argument.positional("DAYS", "How many days are kept"))
                .example("kaged audit retain 90", "what is older than 90 days goes");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        int days = TypedNumbers.whole("DAYS", context.values().text("DAYS").orElse(""), 1, 100_000);
        var done = context.ask(new ToDaemon.AuditRetain(days));
        context.show("removed " + DaemonWords.text(done, "removed") + " rows\n", done);
        return 0;
    }
}
