package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.WorkspaceProblem;
import dev.outrigger.workspace.settings.ConfigFile;
import java.util.List;
import java.util.Map;

final class ConfigSet implements Changing {
    @Override
    public Command describe() {
        return Command.named("set")
                .about("Set a key in your configuration")
                .arg(Arg.positional("KEY", "A dotted key"))
                .arg(Arg.positional("VALUE", "Its new value"))
                .arg(ConfigTarget.SHARED)
                .arg(ConfigTarget.HERE)
                .example("jp config set plugins.command.titles.run unattended", "run jp-titles without asking");
    }

    @Override
    public Planned plan(Session session) throws Problem {
        var key = session.values().text("KEY").orElseThrow();
        var file = ConfigTarget.of(session);
        var values = Map.of(key, typed(key, session.values().text("VALUE").orElseThrow()));
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
            throw new Problem(e);
        }
    }
}
