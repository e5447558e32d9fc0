package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.service.StartCheck;
import dev.outrigger.kaged.store.FolderValidation;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;

/// Needs no daemon: for authors, and for their continuous integration.
final class PluginValidateCommand implements ProgramCommand<KagedContext> {
    @Override
    public Command describe() {
        return Command.named("validate")
                .about("Check whether a folder is a plugin that can be installed")
                .arg(Argument.positional("DIR", "The folder with the kaged-plugin.yaml in it"))
                .example("kaged plugin validate .", "exit code 1, and the line of the mistake, when it is not");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var folder = context.folder().resolve(context.values().text("DIR").orElse("."));
        var path = context.environment().getOrDefault("PATH", "/usr/bin:/bin");
        var found = new StartCheck(context.home(), path).judge(FolderValidation.of(folder));
        context.show(
                VisibleText.text(found.text()) + (found instanceof FolderValidation.Valid ? "valid\n" : ""),
                found.json());
        return found instanceof FolderValidation.Valid ? 0 : Problem.FAILED;
    }
}
