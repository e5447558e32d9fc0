package dev.outrigger.jp.commands;

import dev.outrigger.assistant.Tool;
import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.ToolChoice;
import dev.outrigger.jp.query.Tools;
import dev.outrigger.jp.query.Workbench;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Columns;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Visible;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.Locale;

final class ToolList implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("list")
                .alias("ls")
                .about("List the assistant's tools: where each comes from, and whether it is asked about")
                .arg(Arg.flag("refresh", "Start every MCP server, and ask it for its tools again"))
                .example("jp tool list --format json", "")
                .example("jp tool list --refresh", "also those that could not be started lately");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        boolean refresh = session.values().flag("refresh");
        try (var workbench =
                refresh ? Workbench.refresh(session, ToolChoice.ALL) : Workbench.open(session, ToolChoice.ALL)) {
            for (var note : workbench.notes()) {
                session.printer().note("warning: " + note);
            }
            show(session, workbench.tools());
        }
        return 0;
    }

    private static void show(Session session, Tools tools) throws OutputFailed {
        var columns = new Columns();
        var list = new ArrayList<Json>();
        for (var each : tools.all()) {
            columns.row(
                    each.name(),
                    full(each),
                    state(each),
                    PluginWords.line(each.tool().definition().description()));
            list.add(json(each));
        }
        session.page(columns.text(session.look()), new Json.Arr(list));
    }

    /// A server may call its tools as it likes.
    private static String full(Tools.Offered each) {
        return Visible.name(each.tool().fullName());
    }

    static String state(Tools.Offered each) {
        if (!each.enabled()) {
            return "disabled";
        }
        var caution = each.tool().caution();
        return word(each.tool().consent()) + (caution.isEmpty() ? "" : ", " + caution.toUpperCase(Locale.ROOT));
    }

    private static String word(Tool.Consent consent) {
        return consent.name().toLowerCase(Locale.ROOT);
    }

    static Json.Obj json(Tools.Offered each) {
        var definition = each.tool().definition();
        return Json.object()
                .put("name", each.name())
                .put("full_name", each.tool().fullName())
                .put("source", each.tool().source())
                .put("enabled", each.enabled())
                .put("run", word(each.tool().consent()))
                .put("caution", each.tool().caution())
                .put("description", definition.description())
                .put("parameters", definition.parameters())
                .build();
    }
}
