package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.Problem;
import dev.outrigger.kaged.Session;
import dev.outrigger.kaged.service.Startable;
import dev.outrigger.kaged.store.Validation;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Visible;

/// Needs no daemon: for authors, and for their continuous integration.
final class PluginValidate implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("validate")
                .about("Check whether a folder is a plugin that can be installed")
                .arg(Arg.positional("DIR", "The folder with the kaged-plugin.yaml in it"))
                .example("kaged plugin validate .", "exit code 1, and the line of the mistake, when it is not");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var folder = session.folder().resolve(session.values().text("DIR").orElse("."));
        var path = session.environment().getOrDefault("PATH", "/usr/bin:/bin");
        var found = new Startable(session.home(), path).judge(Validation.of(folder));
        session.show(Visible.text(found.text()) + (found instanceof Validation.Valid ? "valid\n" : ""), found.json());
        return found instanceof Validation.Valid ? 0 : Problem.FAILED;
    }
}
