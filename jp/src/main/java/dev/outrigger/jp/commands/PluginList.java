package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.finding.Finder;
import dev.outrigger.jp.finding.Names;
import dev.outrigger.jp.trust.Terms;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Columns;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Look;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class PluginList implements BuiltIn {
    /// One line of the list.
    private record Row(String command, String trust, String source, String rest) {}

    @Override
    public Command describe() {
        return Command.named("list")
                .alias("ls")
                .about("List the plugins on this machine, and whether they may run")
                .arg(Arg.flag(
                        "approved", "Only those that run without being asked, and approvals of what is not there"))
                .example("jp plugin list --approved", "everything you ever approved");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        boolean approvedOnly = session.values().flag("approved");
        var finder = new Finder(session, Commands.ROOT);
        var rows = new ArrayList<Row>();
        var list = new ArrayList<Json>();
        var seen = new HashSet<String>();
        for (var plugin : finder.programs().all()) {
            var facts = PluginFacts.of(session, finder, plugin);
            seen.add(plugin.id());
            if (!approvedOnly || facts.approved()) {
                rows.add(row(facts));
                list.add(facts.json().build());
            }
        }
        missing(session, seen, approvedOnly, rows, list);
        if (list.isEmpty()) {
            session.printer()
                    .note(
                            approvedOnly
                                    ? "no plugin is approved"
                                    : "no plugins: a program jp-NAME on PATH would be one");
        }
        if (session.json() || !list.isEmpty()) {
            session.page(drawn(rows, session.look()), new Json.Arr(list));
        }
        return 0;
    }

    private static Row row(PluginFacts facts) {
        var rest = new StringBuilder(facts.plugin().file().toString());
        if (!facts.version().isEmpty()) {
            rest.append("  ").append(facts.version());
        }
        if (!facts.description().isEmpty()) {
            rest.append("  ").append(PluginWords.line(facts.description()));
        }
        for (var problem : facts.problems()) {
            rest.append("  [").append(problem).append(']');
        }
        return new Row(facts.command(), facts.trust(), PluginWords.source(facts.plugin()), rest.toString());
    }

    /// What the settings speak of and nobody has. An approval of it would hold for whatever comes to have that name.
    private static void missing(
            Session session, Set<String> seen, boolean approvedOnly, List<Row> rows, List<Json> list)
            throws Problem, OutputFailed {
        if (!(session.settings().at("plugins.command").orElse(Json.EMPTY) instanceof Json.Obj(var tables))) {
            return;
        }
        for (var id : tables.keySet()) {
            var terms = Terms.of(id, session.settings());
            boolean approved = terms.run() == Terms.Run.UNATTENDED;
            if (!seen.contains(id) && Names.isName(id) && (approved || !approvedOnly)) {
                var trust = switch (terms.run()) {
                    case UNATTENDED -> "approved";
                    case DENY -> "denied";
                    case ASK, UNSET -> "ask";
                };
                boolean pinned = terms.pin().isPresent();
                rows.add(new Row("jp " + id, pinned ? trust + ", pinned" : trust, "missing", "[no such program]"));
                list.add(Json.object()
                        .put("id", id)
                        .put("file", Json.Null.NULL)
                        .put("source", "missing")
                        .put("trust", trust)
                        .put("pinned", pinned)
                        .put("problems", Json.texts(List.of("no such program")))
                        .build());
            }
        }
    }

    private static String drawn(List<Row> rows, Look look) {
        var columns = new Columns();
        for (var row : rows) {
            columns.row(row.command, row.trust, row.source, row.rest);
        }
        return columns.text(look);
    }
}
