package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;

final class AuditRetain implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("retain")
                .about("Remove the oldest whole days of the audit; the chain goes on from there")
                .arg(Arg.positional("DAYS", "How many days are kept"))
                .example("kaged audit retain 90", "what is older than 90 days goes");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        int days = Numbers.whole("DAYS", session.values().text("DAYS").orElse(""), 1, 100_000);
        var done = session.ask(new ToDaemon.AuditRetain(days));
        session.show("removed " + Words.text(done, "removed") + " rows\n", done);
        return 0;
    }
}
