package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.registry.Address;
import dev.outrigger.jp.registry.Entry;
import dev.outrigger.jp.registry.InstallPlan;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.jp.registry.Installer;
import dev.outrigger.jp.registry.LockFile;
import dev.outrigger.jp.registry.Planner;
import dev.outrigger.jp.registry.Refresh;
import dev.outrigger.jp.registry.Registry;
import dev.outrigger.jp.registry.Triples;
import dev.outrigger.jp.registry.Wanted;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;

final class PluginInstall implements Changing {
    @Override
    public Command describe() {
        return Command.named("install")
                .about("Install plugins from the registry, with what they require")
                .arg(Arg.positional("NAME", "A command path (serve web) or an id (serve-web)")
                        .optional()
                        .many())
                .arg(Arg.flag("yes", "Yes to every question; what is denied stays so")
                        .shortName('y'))
                .arg(Arg.flag("dry-run", "Only show what would be done"))
                .arg(Arg.option("locked", "FILE", "Install what this lock file says, without any registry"))
                .example("jp plugin install serve web", "shows its plan, and asks where it must")
                .example("jp plugin install --locked jp-plugins.lock", "the same plugins as on another machine");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var words = session.values().all("NAME");
        var locked = session.values().text("locked");
        if (words.isEmpty() && locked.isEmpty()) {
            throw new Problem("which plugin?", "jp plugin search shows what there is.", 2);
        }
        if (locked.isEmpty()) {
            var registry = Refresh.ifNone(session);
            return install(
                    session,
                    registry,
                    wanted(registry, words),
                    Address.of(session.settings()).url(),
                    false);
        }
        var believed = Registry.cached(session.places(), session.settings()).orElse(new Registry(List.of()));
        var file = LockFile.read(session.folder().resolve(locked.get()), believed);
        var plugins = file.plugins();
        return install(
                session, plugins, words.isEmpty() ? plugins.entries() : wanted(plugins, words), file.registry(), true);
    }

    private static List<Entry> wanted(Registry registry, List<String> words) throws Problem {
        var wanted = Wanted.in(registry, words);
        for (var entry : wanted) {
            if (entry.kind() == Entry.Kind.COMMAND_GROUP) {
                throw new Problem(
                        "`" + entry.name() + "` is a group: there is nothing to install",
                        "`jp plugin search " + entry.name() + "` shows its plugins.");
            }
        }
        return wanted;
    }

    private static Planned install(Session session, Registry registry, List<Entry> wanted, String url, boolean replace)
            throws Problem, OutputFailed {
        var places = session.places();
        var plan = new Planner(registry, Installed.toChange(places), places, session.settings(), Triples.here())
                .plan(wanted, replace);
        if (session.values().flag("dry-run")) {
            return () -> _ -> Answer.result(
                    plan.text(), Json.object().put("plan", plan.json()).build());
        }
        return () -> carryOut(session, plan, url, Json.object());
    }

    /// Shows the plan to people, does it, and says what is there now; `result` may hold what was said before.
    static Report carryOut(Session session, InstallPlan plan, String url, Json.Builder result)
            throws Problem, OutputFailed {
        if (!session.json()) {
            session.printer().note(plan.text());
        }
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var one :
                new Installer(session, plan, url).carryOut(session.values().flag("yes"))) {
            text.append("installed ")
                    .append(one.name())
                    .append(one.version().isEmpty() ? "" : " " + one.version())
                    .append('\n');
            list.add(Installed.json(one)
                    .with(
                            "file",
                            Json.of(Installed.program(session.places(), one.id())
                                    .toString())));
        }
        return _ -> Answer.result(
                text.toString(),
                result.put("plan", plan.json())
                        .put("installed", new Json.Arr(list))
                        .build());
    }
}
