package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.registry.PluginRemoval;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.wire.Json;

/// `jp plugin remove`: deletes what `install` put there, unless another plugin requires it.
public final class PluginRemoveCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("remove")
                .about("Remove installed plugins")
                .arg(Argument.positional("NAME", "A command path (serve web) or an id (serve-web)")
                        .many())
                .arg(Argument.flag("force", "Also what other plugins require"))
                .example("jp plugin remove serve web", "");
    }

    @Override
    public Planned plan(JpContext context) {
        return () -> {
            var ids = PluginRemoval.of(
                    context, context.values().all("NAME"), context.values().flag("force"));
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
