package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.registry.Entry;
import dev.outrigger.jp.registry.Installed;
import dev.outrigger.jp.registry.Refresh;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

final class PluginSearch implements BuiltIn {
    @Override
    public Command describe() {
        return Command.named("search")
                .about("List what the registry has")
                .arg(Arg.positional("WORD", "Only what has every word in its command, id or description")
                        .optional()
                        .many())
                .example("jp plugin search web", "");
    }

    @Override
    public int run(Session session) throws Problem, OutputFailed {
        var registry = Refresh.ifNone(session);
        var installed = Installed.read(session.places());
        var text = new StringBuilder();
        var list = new ArrayList<Json>();
        for (var entry : registry.entries()) {
            if (matches(entry, session.values().all("WORD"))) {
                boolean here = installed.byId(entry.id()).isPresent();
                text.append(line(entry, here));
                list.add(json(entry, here));
            }
        }
        if (list.isEmpty()) {
            session.printer().note("nothing found; `jp plugin update` fetches the newest list");
        }
        session.page(text.toString(), new Json.Arr(list));
        return 0;
    }

    private static boolean matches(Entry entry, List<String> words) {
        var all = (entry.name() + "\n" + entry.id() + "\n" + entry.description()).toLowerCase(Locale.ROOT);
        for (var word : words) {
            if (!all.contains(word.toLowerCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }

    private static String line(Entry entry, boolean here) {
        boolean group = entry.kind() == Entry.Kind.COMMAND_GROUP;
        return entry.name()
                + (entry.version().isEmpty() ? "" : " " + entry.version())
                + (entry.description().isEmpty() ? "" : "  " + entry.description())
                + (group ? "  (group)" : here ? "  (installed)" : "")
                + (entry.official() ? "" : "  (not official)")
                + "\n";
    }

    private static Json.Obj json(Entry entry, boolean here) {
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
