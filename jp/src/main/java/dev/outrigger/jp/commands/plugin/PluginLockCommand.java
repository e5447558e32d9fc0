package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.hosting.registry.LockFile;
import dev.outrigger.hosting.registry.PluginRegistry;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.util.List;

/// `jp plugin lock`: writes the lock file of what is installed.
public final class PluginLockCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("lock")
                .about("Write down which plugins are installed, for another machine to install the same")
                .arg(Argument.positional("FILE", "Where to").defaultValue(LockFile.USUAL_NAME))
                .example("jp plugin lock", "then, elsewhere: jp plugin install --locked " + LockFile.USUAL_NAME);
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var places = context.places();
        var cached = PluginRegistry.cached(places, context.settings()).orElse(new PluginRegistry(List.of()));
        var lock = LockFile.of(InstalledPrograms.toChange(places), cached);
        var file = context.folder().resolve(context.values().text("FILE").orElseThrow());
        return () -> {
            lock.write(file);
            return _ -> Answer.result(
                    "wrote " + file + "\n",
                    Json.object().put("file", file.toString()).build());
        };
    }
}
