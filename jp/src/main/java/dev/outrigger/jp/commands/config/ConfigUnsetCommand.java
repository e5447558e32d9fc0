package dev.outrigger.jp.commands.config;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.util.List;
import java.util.Map;

/// `jp config unset`: takes a key, or a table, out of a file of the user's.
public final class ConfigUnsetCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("unset")
                .about("Take a key out of your configuration")
                .arg(Argument.positional("KEY", "A dotted key, or a table with all that is in it"))
                .arg(ConfigTarget.SHARED)
                .arg(ConfigTarget.HERE)
                .example("jp config unset plugins.command.titles", "forget all about jp-titles");
    }

    @Override
    public Planned plan(JpContext context) throws Problem {
        var key = context.values().text("KEY").orElseThrow();
        var file = ConfigTarget.of(context);
        if (!file.wouldChange(Map.of(), List.of(key))) {
            throw new Problem(
                    key + " is not set in " + file.path(), "`jp config show " + key + " --explain` says where it is.");
        }
        return () -> {
            file.change(Map.of(), List.of(key));
            return _ -> Answer.note(
                    key + " is no longer set in " + file.path(), ConfigTarget.json(file, key, Json.Null.NULL));
        };
    }
}
