package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.registry.Removal;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.wire.Json;

final class PluginRemove implements Changing {
    @Override
    public Command describe() {
        return Command.named("remove")
                .about("Remove installed plugins")
                .arg(Arg.positional("NAME", "A command path (serve web) or an id (serve-web)")
                        .many())
                .arg(Arg.flag("force", "Also what other plugins require"))
                .example("jp plugin remove serve web", "");
    }

    @Override
    public Planned plan(Session session) {
        return () -> {
            var ids = Removal.of(
                    session, session.values().all("NAME"), session.values().flag("force"));
            var text = new StringBuilder();
            for (var id : ids) {
                text.append("removed jp-").append(id).append('\n');
            }
            return _ -> Answer.result(
                    text.toString(),
                    Json.object().put("removed", Json.texts(ids)).build());
        };
    }
}
