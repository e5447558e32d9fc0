package dev.outrigger.jp.commands.tool;

import dev.outrigger.assistant.Tool;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.AvailableTools;
import dev.outrigger.hosting.turn.ToolChoice;
import dev.outrigger.hosting.turn.TurnTools;
import dev.outrigger.jp.commands.plugin.PluginWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.ListColumns;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.Locale;

/// `jp tool list`: every tool of every source, and whether its calls are asked about.
public final class ToolListCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("list")
                .alias("ls")
                .about("List the assistant's tools: where each comes from, and whether it is asked about")
                .arg(Argument.flag("refresh", "Start every MCP server, and ask it for its tools again"))
                .example("jp tool list --format json", "")
                .example("jp tool list --refresh", "also those that could not be started lately");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        boolean refresh = context.values().flag("refresh");
        try (var workbench = refresh
                ? AvailableTools.refresh(context, ToolChoice.ALL)
                : AvailableTools.open(context, ToolChoice.ALL)) {
            for (var note : workbench.notes()) {
                context.printer().note("warning: " + note);
            }
            show(context, workbench.tools());
        }
        return 0;
    }

    private static void show(JpContext context, TurnTools tools) throws OutputFailed {
        var columns = new ListColumns();
        var list = new ArrayList<Json>();
        for (var each : tools.all()) {
            columns.row(
                    each.name(),
                    full(each),
                    state(each),
                    PluginWords.line(each.tool().definition().description()));
            list.add(each.json());
        }
        context.page(columns.text(context.look()), new Json.Arr(list));
    }

    /// A server may call its tools as it likes.
    private static String full(TurnTools.Offered each) {
        return VisibleText.name(each.tool().fullName());
    }

    static String state(TurnTools.Offered each) {
        if (!each.enabled()) {
            return "disabled";
        }
        var caution = each.tool().caution();
        return word(each.tool().consent()) + (caution.isEmpty() ? "" : ", " + caution.toUpperCase(Locale.ROOT));
    }

    private static String word(Tool.Consent consent) {
        return consent.name().toLowerCase(Locale.ROOT);
    }
}
