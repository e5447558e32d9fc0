package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.registry.Change;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.jp.registry.Refresh;
import dev.outrigger.jp.registry.Triples;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.ArrayList;

final class PluginOutdated implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("outdated")
                .about("List installed plugins of which the registry, as fetched last, has others")
                .example("jp plugin update && jp plugin outdated --format json", "by the newest registry");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var registry = Refresh.ifNone(session);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var change :
                Change.all(Installed.toChange(session.places()), registry, Triples.here(), session.places())) {
            text.append(change.text()).append('\n');
            list.add(change.json());
        }
        if (list.isEmpty()) {
            session.printer().note("everything is as the registry has it");
        }
        session.show(text.toString(), new Json.Arr(list));
        return 0;
    }
}
