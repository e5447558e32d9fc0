package dev.outrigger.jp.commands.plugin;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.registry.InstalledPrograms;
import dev.outrigger.hosting.registry.RegistryEntry;
import dev.outrigger.hosting.registry.RegistryRefresh;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `jp plugin search`: the registry's entries that have all the words.
public final class PluginSearchCommand implements ProgramCommand<JpContext> {
    @Override
    public Command describe() {
        return Command.named("search")
                .about("List what the registry has")
                .arg(Argument.positional("WORD", "Only what has every word in its command, id or description")
                        .optional()
                        .many())
                .example("jp plugin search web", "");
    }

    @Override
    public int run(JpContext context) throws Problem, OutputFailed {
        var registry = RegistryRefresh.ifNone(context);
        var installed = InstalledPrograms.read(context.places());
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var entry : registry.entries()) {
            if (matches(entry, context.values().all("WORD"))) {
                boolean here = installed.byId(entry.id()).isPresent();
                text.append(line(entry, here));
                list.add(json(entry, here));
            }
        }
        if (list.isEmpty()) {
            context.printer().note("nothing found; `jp plugin update` fetches the newest list");
        }
        context.page(text.toString(), new Json.Arr(list));
        return 0;
    }

    private static boolean matches(RegistryEntry entry, List<String> words) {
        var all = (entry.name() + "\n" + entry.id() + "\n" + entry.description()).toLowerCase(Locale.ROOT);
        for (var word : words) {
            if (!all.contains(word.toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    private static String line(RegistryEntry entry, boolean here) {
        boolean group = entry.kind() == RegistryEntry.Kind.COMMAND_GROUP;
        return entry.name()
                + (entry.version().isEmpty() ? "" : " " + entry.version())
                + (entry.description().isEmpty() ? "" : "  " + entry.description())
                + (group ? "  (group)" : here ? "  (installed)" : "")
                + (entry.official() ? "" : "  (not official)")
                + "\n";
    }

    private static Json.Obj json(RegistryEntry entry, boolean here) {
        return Json.object()
                .put("id", entry.id())
                .put("command", entry.name())
                .put("kind", entry.kind().name().toLowerCase(Locale.ROOT))
                .put("version", entry.version())
                .put("description", entry.description())
                .put("official", entry.official())
                .put("installed", here)
                .put("repository", entry.repository())
                .put("triples", Json.texts(List.copyOf(entry.binaries().keySet())))
                .build();
    }
}
