package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.ArrayList;

final class ToolList implements BuiltIn {
    /// One line of the list.
    private record Row(String tool, String source, String tier, String about) {}

    @Override
    public Command describe() {
        return Command.named("list")
                .alias("ls")
                .about("List the tools of the installed tool plugins")
                .example("jp tool list", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var listing = ToolsHere.store(session).list();
        var rows = new ArrayList<Row>();
        var list = new ArrayList<Json>();
        int tool = 0;
        int source = 0;
        int tier = 0;
        for (var plugin : listing.plugins()) {
            for (var each : plugin.manifest().tools()) {
                var row = new Row(
                        each.name(),
                        "plugin." + plugin.id(),
                        ToolsHere.tier(each),
                        PluginWords.line(each.description()));
                tool = Math.max(tool, row.tool.length());
                source = Math.max(source, row.source.length());
                tier = Math.max(tier, row.tier.length());
                rows.add(row);
                list.add(ToolsHere.json(plugin, each));
            }
        }
        for (var problem : listing.problems()) {
            session.printer().note("warning: " + problem);
        }
        if (rows.isEmpty()) {
            session.printer().note("no tools: `jp tool install DIR` installs a tool plugin");
        }
        var text = new StringBuilder();
        for (var row : rows) {
            pad(text, row.tool, tool);
            pad(text, row.source, source);
            pad(text, row.tier, tier);
            text.append(row.about).append('\n');
        }
        if (session.json() || !rows.isEmpty()) {
            session.page(text.toString(), new Json.Arr(list));
        }
        return 0;
    }

    private static void pad(StringBuilder text, String cell, int width) {
        text.append(cell).append(" ".repeat(width - cell.length() + 2));
    }
}
