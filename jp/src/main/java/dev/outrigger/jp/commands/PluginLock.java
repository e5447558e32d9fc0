package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.jp.registry.LockFile;
import dev.outrigger.jp.registry.Registry;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.List;

final class PluginLock implements Changing {
    @Override
    public Command describe() {
        return Command.named("lock")
                .about("Write down which plugins are installed, for another machine to install the same")
                .arg(Arg.positional("FILE", "Where to").defaultValue(LockFile.USUAL_NAME))
                .example("jp plugin lock", "then, elsewhere: jp plugin install --locked " + LockFile.USUAL_NAME);
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var places = session.places();
        var cached = Registry.cached(places, session.settings()).orElse(new Registry(List.of()));
        var lock = LockFile.of(Installed.toChange(places), cached);
        var file = session.folder().resolve(session.values().text("FILE").orElseThrow());
        return () -> {
            lock.write(file);
            return _ -> Answer.result(
                    "wrote " + file + "\n",
                    Json.object().put("file", file.toString()).build());
        };
    }
}
