package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFailed;
import dev.outrigger.terminal.Prompt;
import dev.outrigger.terminal.VisibleText;
import dev.outrigger.terminal.program.Problem;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.wire.Json;

/// `install` and `upgrade`: the plan is shown, the operator decides, the daemon does it.
final class PluginInstallCommand implements ProgramCommand<KagedContext> {
    private final boolean upgrade;

    PluginInstallCommand(boolean upgrade) {
        this.upgrade = upgrade;
    }

    @Override
    public Command describe() {
        var name = upgrade ? "upgrade" : "install";
        return Command.named(name)
                .about(
                        upgrade
                                ? "Replace an installed plugin by another version of it"
                                : "Install a plugin from a folder")
                .longAbout((upgrade
                                ? "Replace an installed plugin by another version of it."
                                : "Install a plugin from a folder.")
                        + "\n\nShows what the plugin may do"
                        + (upgrade ? ", and what of that is new," : "")
                        + " and asks. The decision is kept in the audit. Nothing of the plugin is run.")
                .arg(Argument.positional("DIR", "The folder with the kaged-plugin.yaml in it"))
                .arg(Argument.flag("yes", "Do not ask: the answer is yes").shortName('y'))
                .arg(Argument.flag("dry-run", "Only show the plan"))
                .example("kaged plugin " + name + " ./examples/notes", "shows the plan, and asks")
                .example("kaged plugin " + name + " --yes ./examples/notes", "for scripts");
    }

    @Override
    public int run(KagedContext context) throws Problem, OutputFailed {
        var folder = context.folder()
                .resolve(context.values().text("DIR").orElse("."))
                .normalize()
                .toString();
        var plan = context.ask(new ToDaemon.PlanInstall(folder));
        fits(plan, folder);
        var text = InstallPlanText.of(plan, upgrade);
        if (context.values().flag("dry-run")) {
            context.show(text, Json.object().put("plan", plan).build());
            return 0;
        }
        if (!context.json()) {
            context.printer().note(VisibleText.text(text));
        }
        boolean accepted = context.values().flag("yes") || agreed(plan);
        var done = context.ask(new ToDaemon.Install(folder, DaemonWords.text(plan, "digest"), accepted, upgrade));
        if (!accepted) {
            throw new Problem("nothing was " + (upgrade ? "upgraded" : "installed") + ": you said no", "");
        }
        var deed = DaemonWords.text(done, "deed");
        context.show(
                deed + " " + DaemonWords.text(done, "name") + (deed.equals("downgraded") ? " to " : " ")
                        + DaemonWords.text(done, "version") + "\n",
                done);
        return 0;
    }

    /// Before anybody reads a plan that cannot be carried out. The daemon looks at it again.
    private void fits(Json.Obj plan, String folder) throws Problem {
        var name = DaemonWords.text(DaemonWords.object(plan, "manifest"), "name");
        boolean there =
                !DaemonWords.text(DaemonWords.object(plan, "before"), "state").equals("absent");
        if (there && !upgrade) {
            throw new Problem(name + " is installed already", "`kaged plugin upgrade " + folder + "` replaces it.");
        }
        if (!there && upgrade) {
            throw new Problem(
                    "there is no plugin " + name + " to upgrade", "`kaged plugin install " + folder + "` installs it.");
        }
    }

    private boolean agreed(Json.Obj plan) throws Problem {
        var name = DaemonWords.text(DaemonWords.object(plan, "manifest"), "name");
        return new Prompt()
                .confirm((upgrade ? "Upgrade " : "Install ") + name + "?")
                .orElseThrow(() -> new Problem(
                        "there is no terminal to ask whether " + name + " may be installed",
                        "Look at the plan with --dry-run; then --yes says yes to it."));
    }
}
