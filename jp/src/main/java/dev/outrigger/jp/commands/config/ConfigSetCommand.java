package dev.outrigger.jp.commands.config;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.context.WorkspaceProblemWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.ConfigFile;
import java.util.List;
import java.util.Map;

/// `jp config set`: writes one key into a file of the user's, unless the file would not load with it.
public final class ConfigSetCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("set")
                .about("Set a key in your configuration")
                .arg(Argument.positional("KEY", "A dotted key"))
                .arg(Argument.positional("VALUE", "Its new value"))
                .arg(ConfigTarget.SHARED)
                .arg(ConfigTarget.HERE)
                .example("jp config set plugins.command.titles.run unattended", "run jp-titles without asking");
    }

    @Override
    public Planned plan(JpContext context) throws Problem {
        var key = context.values().text("KEY").orElseThrow();
        var file = ConfigTarget.of(context);
        var values = Map.of(key, typed(key, context.values().text("VALUE").orElseThrow()));
        file.wouldChange(values, List.of());
        return () -> {
            file.change(values, List.of());
            return _ -> Answer.note(
                    key + " is set in " + file.path(),
                    ConfigTarget.json(file, key, values.getOrDefault(key, Json.Null.NULL)));
        };
    }

    private static Json typed(String key, String value) throws Problem {
        try {
            return ConfigFile.typed(key, value);
        } catch (WorkspaceProblem e) {
            throw WorkspaceProblemWords.of(e);
        }
    }
}
