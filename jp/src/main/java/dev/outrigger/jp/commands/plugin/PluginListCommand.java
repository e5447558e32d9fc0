package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.finding.PluginFinder;
import dev.outrigger.hosting.program.CommandNames;
import dev.outrigger.hosting.program.PluginProgram;
import dev.outrigger.hosting.program.PluginTerms;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.ListColumns;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.StreamLook;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// `jp plugin list`: every command plugin found here, and what trust says of it; none is started.
public final class PluginListCommand implements ProgramCommand<JpContext> {
    /// One line of the list.
    private record Row(String command, String trust, String source, String rest) {}

    @Override
    public Command describe() {
        return Command.named("list")
                .alias("ls")
                .about("List the plugins on this machine, and whether they may run")
                .arg(
                        Argument.flag(
                                "approved",
                                "Only those that run without being asked and are no part of jp, and approvals of what is not there"))
                .example("jp plugin list --approved", "everything you ever approved");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        boolean approvedOnly = context.values().flag("approved");
        var finder = new PluginFinder(context);
        var rows = new ArrayList<Row>();
        var list = new ArrayList<Json>();
        var seen = new HashSet<String>();
        for (var plugin : finder.programs().all()) {
            var facts = PluginFacts.of(context, finder, plugin);
            seen.add(plugin.id());
            boolean ours = plugin.source() == PluginProgram.Source.SHIPPED;
            if (!approvedOnly || (facts.approved() && !ours)) {
                rows.add(row(facts));
                list.add(facts.json().build());
            }
        }
        missing(context, seen, approvedOnly, rows, list);
        if (list.isEmpty()) {
            context.printer()
                    .note(
                            approvedOnly
                                    ? "no plugin is approved"
                                    : "no plugins: a program jp-NAME on PATH would be one");
        }
        if (context.json() || !list.isEmpty()) {
            context.page(drawn(rows, context.look()), new Json.Arr(list));
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
        if (facts.developed()) {
            var id = facts.plugin().id();
            rest.append("  [whatever is written to this file runs unasked: `jp plugin approve ")
                    .append(id)
                    .append("` pins it, `jp plugin revoke ")
                    .append(id)
                    .append("` takes it back]");
        }
        for (var problem : facts.problems()) {
            rest.append("  [").append(problem).append(']');
        }
        return new Row(facts.command(), facts.trust(), PluginWords.source(facts.plugin()), rest.toString());
    }

    /// What the settings speak of and nobody has. An approval of it would hold for whatever comes to have that name.
    private static void missing(
            JpContext context, Set<String> seen, boolean approvedOnly, List<Row> rows, List<Json> list)
            throws Problem, OutputFailed {
        if (!(context.settings().at("plugins.command").orElse(Json.EMPTY) instanceof Json.Obj(var tables))) {
            return;
        }
        for (var id : tables.keySet()) {
            var terms = PluginTerms.of(id, context.settings());
            boolean approved = terms.run() == PluginTerms.Run.UNATTENDED;
            if (!seen.contains(id) && CommandNames.isName(id) && (approved || !approvedOnly)) {
                var trust = switch (terms.run()) {
                    case UNATTENDED -> terms.dev().isPresent() ? "dev" : "approved";
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

    private static String drawn(List<Row> rows, StreamLook look) {
        var columns = new ListColumns();
        for (var row : rows) {
            columns.row(row.command, row.trust, row.source, row.rest);
        }
        return columns.text(look);
    }
}
