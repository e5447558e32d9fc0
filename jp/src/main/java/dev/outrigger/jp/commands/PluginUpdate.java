package dev.outrigger.jp.commands;

import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.registry.Address;
import dev.outrigger.jp.registry.Change;
import dev.outrigger.jp.registry.Entry;
import dev.outrigger.jp.registry.Installed;
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

final class PluginUpdate implements Changing {
    @Override
    public Command describe() {
        return Command.named("update")
                .about("Fetch the newest registry, and show what it would change; --apply does it")
                .arg(Arg.positional("NAME", "Only this plugin: a command path or an id")
                        .optional()
                        .many())
                .arg(Arg.flag("apply", "Install what was shown"))
                .arg(Arg.flag("allow-downgrade", "Also what is older, or may be, than what is here"))
                .arg(Arg.flag("yes", "Yes to every question; what is denied stays so")
                        .shortName('y'))
                .example("jp plugin update", "only looks")
                .example("jp plugin update serve web --apply", "");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var registry = Refresh.now(session);
        var installed = Installed.toChange(session.places());
        var changes = changes(session, installed, registry);
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        var wanted = new ArrayList<Entry>();
        for (var change : changes) {
            var kept = kept(session, change, registry, installed);
            text.append(change.text())
                    .append(kept.isEmpty() ? "" : ": kept, " + kept)
                    .append('\n');
            list.add(change.json().with("kept", Json.of(kept)));
            if (kept.isEmpty()) {
                change.entry().ifPresent(wanted::add);
            }
        }
        var result = Json.object().put("changes", new Json.Arr(list));
        if (!session.values().flag("apply") || wanted.isEmpty()) {
            if (changes.isEmpty()) {
                session.printer().note("everything is as the registry has it");
            } else if (!wanted.isEmpty()) {
                session.printer().note("`jp plugin update --apply` installs it");
            }
            return () -> _ -> Answer.result(text.toString(), result.build());
        }
        if (!session.json()) {
            session.printer().note(text.toString());
        }
        var plan = planner(session, registry, installed).plan(wanted, true);
        var url = Address.of(session.settings()).url();
        return () -> PluginInstall.carryOut(session, plan, url, result);
    }

    /// Why one stays as it is; "" when it does not. What was named is not passed over for being denied: that is an
    /// error.
    private static String kept(Session session, Change change, Registry registry, Installed installed)
            throws Problem, OutputFailed {
        var entry = change.entry();
        if (!change.possible() || entry.isEmpty()) {
            return "since there is nothing to go to";
        }
        if (change.backward() && !session.values().flag("allow-downgrade")) {
            return "unless --allow-downgrade";
        }
        if (!session.values().all("NAME").isEmpty()) {
            return "";
        }
        try {
            return planner(session, registry, installed)
                    .plan(List.of(entry.get()), true)
                    .denied();
        } catch (Problem problem) {
            // One that cannot be planned must not keep the others from being shown.
            return problem.what();
        }
    }

    private static Planner planner(Session session, Registry registry, Installed installed)
            throws Problem, OutputFailed {
        return new Planner(registry, installed, session.places(), session.settings(), Triples.here());
    }

    private static List<Change> changes(Session session, Installed installed, Registry registry) throws Problem {
        var all = Change.all(installed, registry, Triples.here(), session.places());
        var words = session.values().all("NAME");
        if (words.isEmpty()) {
            return all;
        }
        var named = Wanted.in(installed, words);
        var chosen = new ArrayList<Change>();
        for (var change : all) {
            if (named.contains(change.from())) {
                chosen.add(change);
            }
        }
        return chosen;
    }
}
