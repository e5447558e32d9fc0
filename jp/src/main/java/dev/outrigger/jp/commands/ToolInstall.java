package dev.outrigger.jp.commands;

import dev.outrigger.assistant.plugin.StoreProblem;
import dev.outrigger.jp.Changing;
import dev.outrigger.jp.Problem;
import dev.outrigger.jp.Session;
import dev.outrigger.jp.query.InstalledTools;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.Format;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.wire.Json;

final class ToolInstall implements Changing {
    @Override
    public Command describe() {
        return Command.named("install")
                .about("Install the tool plugin in a folder, after a look at what it may do")
                .longAbout("""
                        Install the tool plugin in a folder, after a look at what it may do.

                        Its files are copied, and pinned by their content: what is changed afterwards is not run. \
                        Shows its capabilities and its tools, and asks.""")
                .arg(Arg.positional("DIR", "The folder with its rterm-plugin.json"))
                .arg(Arg.flag("yes", "Do not ask; needed where there is no terminal")
                        .shortName('y'))
                .example("jp tool install examples/tool-lines", "shows what it may do, and asks");
    }

    @Override
    public Planned plan(Session session) throws Problem, OutputFailed {
        var plugin = ToolsHere.at(
                session, session.folder().resolve(session.values().text("DIR").orElse("")));
        var prompt = new Prompt();
        boolean asks = !session.values().flag("yes");
        if (asks && prompt.possible()) {
            // Whatever --quiet and --format say: nobody is asked about what they do not see.
            prompt.tell(Format.PLAIN, ToolsHere.words(plugin));
        } else if (!session.json()) {
            session.printer().note(ToolsHere.words(plugin));
        }
        if (asks) {
            boolean agreed = prompt.confirm("Install " + plugin.id() + "?")
                    .orElseThrow(() -> new Problem(
                            "there is no terminal to ask whether " + plugin.id() + " may be installed",
                            "--yes is the consent without one."));
            if (!agreed) {
                throw new Problem("not installed", "");
            }
        }
        var store = InstalledTools.store(session);
        return () -> {
            try {
                var installed = store.install(plugin);
                return told -> told.show(
                        "installed " + plugin.id() + " " + plugin.manifest().version() + "\n",
                        Json.object()
                                .put("installed", ToolsHere.json(installed))
                                .build());
            } catch (StoreProblem e) {
                throw ToolsHere.problem(e);
            }
        };
    }
}
