package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.registry.InstallPlanner;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.hosting.registry.Installer;
import dev.outrigger.hosting.registry.LockFile;
import dev.outrigger.hosting.registry.MachineTriples;
import dev.outrigger.hosting.registry.PluginRegistry;
import dev.outrigger.hosting.registry.RegistryAddress;
import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.hosting.registry.RegistryInstallPlan;
import dev.outrigger.hosting.registry.RegistryRefresh;
import dev.outrigger.hosting.registry.WantedPlugins;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

/// `jp plugin install`: a plan from the registry or a lock file, shown, and carried out after a yes.
public final class PluginInstallCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("install")
                .about("Install plugins from the registry, with what they require")
                .arg(Argument.positional("NAME", "A command path (serve web) or an id (serve-web)")
                        .optional()
                        .many())
                .arg(Argument.flag("yes", "Yes to every question; what is denied stays so")
                        .shortName('y'))
                .arg(Argument.flag("dry-run", "Only show what would be done"))
                .arg(Argument.option("locked", "FILE", "Install what this lock file says, without any registry"))
                .example("jp plugin install serve web", "shows its plan, and asks where it must")
                .example("jp plugin install --locked jp-plugins.lock", "the same plugins as on another machine");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var words = context.values().all("NAME");
        var locked = context.values().text("locked");
        if (words.isEmpty() && locked.isEmpty()) {
            throw new Problem("which plugin?", "jp plugin search shows what there is.", 2);
        }
        if (locked.isEmpty()) {
            var registry = RegistryRefresh.ifNone(context);
            return install(
                    context,
                    registry,
                    wanted(registry, words),
                    RegistryAddress.of(context.settings()).url(),
                    false);
        }
        var believed =
                PluginRegistry.cached(context.places(), context.settings()).orElse(new PluginRegistry(List.of()));
        var file = LockFile.read(context.folder().resolve(locked.get()), believed);
        var plugins = file.plugins();
        return install(
                context, plugins, words.isEmpty() ? plugins.entries() : wanted(plugins, words), file.registry(), true);
    }

    private static List<RegistryEntry> wanted(PluginRegistry registry, List<String> words) throws Problem {
        var wanted = WantedPlugins.in(registry, words);
        for (var entry : wanted) {
            if (entry.kind() == RegistryEntry.Kind.COMMAND_GROUP) {
                throw new Problem(
                        "`" + entry.name() + "` is a group: there is nothing to install",
                        "`jp plugin search " + entry.name() + "` shows its plugins.");
            }
        }
        return wanted;
    }

    private static Planned install(
            JpContext context, PluginRegistry registry, List<RegistryEntry> wanted, String url, boolean replace)
            throws Problem, OutputFailed {
        var places = context.places();
        var plan = new InstallPlanner(
                        registry, InstalledPrograms.toChange(places), places, context.settings(), MachineTriples.here())
                .plan(wanted, replace);
        if (context.values().flag("dry-run")) {
            return () -> _ -> Answer.result(
                    plan.text(), Json.object().put("plan", plan.json()).build());
        }
        return () -> carryOut(context, plan, url, Json.object());
    }

    /// Shows the plan to people, does it, and says what is there now; `result` may hold what was said before.
    static Report carryOut(JpContext context, RegistryInstallPlan plan, String url, Json.Builder result)
            throws Problem, OutputFailed {
        if (!context.json()) {
            context.printer().note(plan.text());
        }
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var one :
                new Installer(context, plan, url).carryOut(context.values().flag("yes"))) {
            text.append("installed ")
                    .append(one.name())
                    .append(one.version().isEmpty() ? "" : " " + one.version())
                    .append('\n');
            list.add(InstalledPrograms.json(one)
                    .with(
                            "file",
                            Json.of(InstalledPrograms.program(context.places(), one.id())
                                    .toString())));
        }
        return _ -> Answer.result(
                text.toString(),
                result.put("plan", plan.json())
                        .put("installed", new Json.Arr(list))
                        .build());
    }
}
