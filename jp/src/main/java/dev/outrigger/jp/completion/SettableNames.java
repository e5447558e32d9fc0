package dev.outrigger.jp.completion;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.AvailableTools;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.jp.help.KnownPlugins;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.wire.command.LogLevel;
import dev.outrigger.workspace.settings.KeyOffers;
import dev.outrigger.workspace.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// The names that keys are set below: those that the settings have, and those of what is there to be set.
final class SettableNames implements KeyOffers.Names {
    private final JpContext context;
    private final Settings settings;
    private final KnownPlugins plugins;

    SettableNames(JpContext context, KnownPlugins plugins) throws Problem, OutputFailed {
        this.context = context;
        this.settings = context.settings();
        this.plugins = plugins;
    }

    @Override
    public List<String> below(String table) {
        var names = new TreeSet<String>();
        if (settings.at(table).orElse(Json.EMPTY) instanceof Json.Obj set) {
            names.addAll(set.fields().keySet());
        }
        try {
            names.addAll(there(table));
        } catch (Problem | OutputFailed e) {
            context.log().add(LogLevel.DEBUG, "jp", "a TAB is answered without what is there: " + e.getMessage());
        }
        return List.copyOf(names);
    }

    private List<String> there(String table) throws Problem, OutputFailed {
        var names = new ArrayList<String>();
        switch (table) {
            case "plugins.command" -> plugins.plugins().forEach(each -> names.add(each.id()));
            case "plugins.tool" ->
                InstalledToolPlugins.store(context).list().plugins().forEach(each -> names.add(each.id()));
            case "conversation.tools" -> AvailableTools.remembered(context).forEach(each -> names.add(each.name()));
            default -> {
                // What else a user names, only the settings know.
            }
        }
        return names;
    }
}
