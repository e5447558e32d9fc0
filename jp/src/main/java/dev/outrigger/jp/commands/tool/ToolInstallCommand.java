package dev.outrigger.jp.commands.tool;

import dev.outrigger.assistant.plugin.PluginStoreProblem;
import dev.outrigger.assistant.plugin.ToolPlugin;
import dev.outrigger.assistant.plugin.ToolPlugins;
import dev.outrigger.hosting.context.ChangingCommand;
import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.hosting.turn.InstalledToolPlugins;
import dev.outrigger.jp.commands.plugin.PluginWords;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.PrintFormat;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.wire.Json;
import dev.outrigger.workspace.settings.Settings;

/// `jp tool install`: copies the folder of a tool plugin and pins it, after a yes to what it may do.
public final class ToolInstallCommand implements ChangingCommand {
    @Override
    public Command describe() {
        return Command.named("install")
                .about("Install the tool plugin in a folder, after a look at what it may do")
                .longAbout("""
                        Install the tool plugin in a folder, after a look at what it may do.

                        Its files are copied, and pinned by their content: what is changed afterwards is not run. \
                        Shows its capabilities and its tools, and asks.""")
                .arg(Argument.positional("DIR", "The folder with its rterm-plugin.json"))
                .arg(Argument.flag("yes", "Do not ask; needed where there is no terminal")
                        .shortName('y'))
                .example("jp tool install examples/tool-lines", "shows what it may do, and asks");
    }

    @Override
    public Planned plan(JpContext context) throws Problem, OutputFailed {
        var plugin = ToolPluginsHere.at(
                context, context.folder().resolve(context.values().text("DIR").orElse("")));
        refuseUnfit(context, plugin);
        var store = InstalledToolPlugins.store(context);
        var words = ToolPluginsHere.words(plugin) + replaced(store, plugin);
        var prompt = new Prompt();
        boolean asks = !context.values().flag("yes");
        if (asks && prompt.possible()) {
            // Whatever --quiet and --format say: nobody is asked about what they do not see.
            prompt.tell(PrintFormat.PLAIN, words);
        } else if (!context.json()) {
            context.printer().note(words);
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
        return () -> {
            try {
                var installed = store.install(plugin);
                return _ -> Answer.result(
                        "installed " + plugin.id() + " " + plugin.manifest().version() + "\n",
                        Json.object()
                                .put("installed", ToolPluginsHere.json(installed))
                                .build());
            } catch (PluginStoreProblem e) {
                throw ToolPluginsHere.problem(e);
            }
        };
    }

    /// Nobody is asked about what would be refused at every call.
    private static void refuseUnfit(JpContext context, ToolPlugin plugin) throws Problem {
        var why = InstalledToolPlugins.runtime(context).refusal(plugin);
        if (why.isPresent()) {
            throw new Problem(
                    PluginWords.line(plugin.id()) + " could never run: " + PluginWords.line(why.get()),
                    "Its author must declare less; or say what it may do yourself, in "
                            + PluginWords.line(Settings.path("plugins", "tool", plugin.id(), "grant")) + ".");
        }
    }

    /// Whoever installs another plugin of the same id hands it what was granted to the first.
    private static String replaced(ToolPlugins store, ToolPlugin plugin) {
        for (var other : store.list().plugins()) {
            if (other.id().equals(plugin.id())) {
                return other.sha256().equals(plugin.sha256())
                        ? "The very same files are installed already.\n"
                        : "It REPLACES the installed " + PluginWords.line(other.id()) + " "
                                + PluginWords.line(other.manifest().version())
                                + ", which has other files. What you granted to that one is this one's then.\n";
            }
        }
        return "";
    }
}
