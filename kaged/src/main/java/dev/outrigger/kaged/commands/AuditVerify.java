package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;

final class AuditVerify implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("verify")
                .about("Check that no row of the audit was changed, removed or lost; exit code 1 if one was")
                .longAbout("""
                        Check that no row of the audit was changed, removed or lost; exit code 1 if one was.

                        A loss that a start of the daemon found (the end of the chain cut off, its head missing) stays \
                        named until `kaged audit retain` removes the day it was found on.""")
                .example("kaged audit verify", "walks the whole chain");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var verdict = session.ask(new ToDaemon.AuditVerify());
        session.show(Words.text(verdict, "text") + "\n", verdict);
        return Words.text(verdict, "whole").equals("yes") ? 0 : Problem.FAILED;
    }
}
