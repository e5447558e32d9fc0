package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.hosting.registry.MachineTriples;
import dev.outrigger.hosting.registry.RegistryChange;
import dev.outrigger.hosting.registry.RegistryRefresh;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.util.ArrayList;

/// `jp plugin outdated`: what is installed against the registry as it was fetched last; asks no network.
public final class PluginOutdatedCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("outdated")
                .about("List installed plugins of which the registry, as fetched last, has others")
                .example("jp plugin update && jp plugin outdated --format json", "by the newest registry");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var registry = RegistryRefresh.ifNone(context);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var change : RegistryChange.all(
                InstalledPrograms.toChange(context.places()), registry, MachineTriples.here(), context.places())) {
            text.append(change.text()).append('\n');
            list.add(change.json());
        }
        if (list.isEmpty()) {
            context.printer().note("everything is as the registry has it");
        }
        context.show(text.toString(), new Json.Arr(list));
        return 0;
    }
}
