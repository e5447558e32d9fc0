package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.registry.InstallPlanner;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.hosting.registry.MachineTriples;
import dev.outrigger.hosting.registry.PluginRegistry;
import dev.outrigger.hosting.registry.RegistryAddress;
import dev.outrigger.hosting.registry.RegistryChange;
import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.hosting.registry.RegistryRefresh;
import dev.outrigger.hosting.registry.WantedPlugins;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

/// `jp plugin update`: fetches the registry, and plans what is newer there; `--apply` carries it out.
public final class PluginUpdateCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("update")
                .about("Fetch the newest registry, and show what it would change; --apply does it")
                .arg(Argument.positional("NAME", "Only this plugin: a command path or an id")
                        .optional()
                        .many())
                .arg(Argument.flag("apply", "Install what was shown"))
                .arg(Argument.flag("allow-downgrade", "Also what is older, or may be, than what is here"))
                .arg(Argument.flag("yes", "Yes to every question; what is denied stays so")
                        .shortName('y'))
                .example("jp plugin update", "only looks")
                .example("jp plugin update serve web --apply", "");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var registry = RegistryRefresh.now(context);
        var installed = InstalledPrograms.toChange(context.places());
        var changes = changes(context, installed, registry);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        var wanted = new ArrayList<RegistryEntry>();
        for (var change : changes) {
            var kept = kept(context, change, registry, installed);
            text.append(change.text())
                    .append(kept.isEmpty() ? "" : ": kept, " + kept)
                    .append('\n');
            list.add(change.json().with("kept", Json.of(kept)));
            if (kept.isEmpty()) {
                change.entry().ifPresent(wanted::add);
            }
        }
        var result = Json.object().put("changes", new Json.Arr(list));
        if (!context.values().flag("apply") || wanted.isEmpty()) {
            if (changes.isEmpty()) {
                context.printer().note("everything is as the registry has it");
            } else if (!wanted.isEmpty()) {
                context.printer().note("`jp plugin update --apply` installs it");
            }
            return () -> _ -> Answer.result(text.toString(), result.build());
        }
        if (!context.json()) {
            context.printer().note(text.toString());
        }
        var plan = planner(context, registry, installed).plan(wanted, true);
        var url = RegistryAddress.of(context.settings()).url();
        return () -> PluginInstallCommand.carryOut(context, plan, url, result);
    }

    /// Why one stays as it is; "" when it does not. What was named is not passed over for being denied: that is an
    /// error.
    private static String kept(
            JpContext context, RegistryChange change, PluginRegistry registry, InstalledPrograms installed)
            throws Problem, OutputFailed {
        var entry = change.entry();
        if (!change.possible() || entry.isEmpty()) {
            return "since there is nothing to go to";
        }
        if (change.backward() && !context.values().flag("allow-downgrade")) {
            return "unless --allow-downgrade";
        }
        if (!context.values().all("NAME").isEmpty()) {
            return "";
        }
        try {
            return planner(context, registry, installed)
                    .plan(List.of(entry.get()), true)
                    .denied();
        } catch (Problem problem) {
            // One that cannot be planned must not keep the others from being shown.
            return problem.what();
        }
    }

    private static InstallPlanner planner(JpContext context, PluginRegistry registry, InstalledPrograms installed)
            throws Problem, OutputFailed {
        return new InstallPlanner(registry, installed, context.places(), context.settings(), MachineTriples.here());
    }

    private static List<RegistryChange> changes(JpContext context, InstalledPrograms installed, PluginRegistry registry)
            throws Problem {
        var all = RegistryChange.all(installed, registry, MachineTriples.here(), context.places());
        var words = context.values().all("NAME");
        if (words.isEmpty()) {
            return all;
        }
        var named = WantedPlugins.in(installed, words);
        var chosen = new ArrayList<RegistryChange>();
        for (var change : all) {
            if (named.contains(change.from())) {
                chosen.add(change);
            }
        }
        return chosen;
    }
}
