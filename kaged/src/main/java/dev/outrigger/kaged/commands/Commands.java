package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedContext;
import dev.outrigger.kaged.control.ToDaemon.Turn;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFormat;
import dev.outrigger.terminal.program.CompletionCommand;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.terminal.program.VersionCommand;
import java.util.List;

/// Every command, in the order in which help shows them.
public final class Commands {
    private static final ProgramCommand<KagedContext> VERSION = new VersionCommand<>(itself(), ProgramVersion.NUMBER);
    private static final ProgramCommand<KagedContext> AUDIT = new AuditShowCommand();
    private static final List<ProgramCommand<KagedContext>> TOP = List.of(
            new StartCommand(),
            new StopCommand(),
            new StatusCommand(),
            new MetricsCommand(),
            new CompletionCommand<>(
                    "kaged",
                    "Names of plugins and methods are read from kaged's folder: no daemon is started or asked."));
    private static final List<ProgramCommand<KagedContext>> PLUGIN = List.of(
            new PluginListCommand(),
            new PluginValidateCommand(),
            new PluginExplainCommand(),
            new PluginInstallCommand(false),
            new PluginInstallCommand(true),
            new PluginRemoveCommand(),
            new PluginCallCommand(),
            new PluginToolsCommand(),
            new PluginWrapCommand(),
            new PluginSwitchCommand(Turn.ENABLE),
            new PluginSwitchCommand(Turn.DISABLE),
            new PluginSwitchCommand(Turn.RESTART),
            new PluginSwitchCommand(Turn.STOP),
            new PluginSwitchCommand(Turn.RELOAD),
            new PluginShareCommand(true),
            new PluginShareCommand(false),
            new PluginLogsCommand(),
            new PluginTraceCommand(),
            new PluginReplayCommand());
    private static final List<ProgramCommand<KagedContext>> PROJECT = List.of(
            new ProjectLoadCommand(),
            new ProjectUnloadCommand(),
            new ProjectListCommand(),
            new ProjectStatusCommand(),
            new ProjectConsentCommand());
    private static final List<ProgramCommand<KagedContext>> AUDITING =
            List.of(new AuditAnchorCommand(), new AuditVerifyCommand(), new AuditRetainCommand());

    public static final Command ROOT = root();

    private Commands() {}

    private static Command itself() {
        return Command.named("kaged")
                .about("A daemon that hosts plugins nobody has to trust.")
                .longAbout("""
                        A daemon that hosts plugins nobody has to trust.

                        A service plugin is a program in any language with a manifest. It runs in a sandbox made from what \
                        the manifest declares, comes back when it crashes, and every call to it is in the audit. Files are \
                        in KAGED_HOME. Exit codes: 0 done, 1 failed, 2 not understood, 3 the daemon does not run.""")
                .example("kaged start", "the daemon, in the background")
                .example("kaged plugin install ./examples/notes", "shows what it may do, and asks")
                .example("kaged plugin call notes notes.list", "calls one of its methods")
                .arg(Argument.flag("version", "Print the version"));
    }

    private static Command root() {
        var root = OutputFormat.in(VERSION.describe())
                .arg(Argument.flag("quiet", "Nothing but results and errors")
                        .shortName('q')
                        .everywhere());
        for (var command : TOP) {
            root = root.sub(command.describe());
        }
        var plugin = Command.named("plugin").about("Install, call, watch and explain service plugins");
        for (var command : PLUGIN) {
            plugin = plugin.sub(command.describe());
        }
        var project = Command.named("project").about("Load projects, and decide about the plugins that they bring");
        for (var command : PROJECT) {
            project = project.sub(command.describe());
        }
        var audit = AUDIT.describe();
        for (var command : AUDITING) {
            audit = audit.sub(command.describe());
        }
        return root.sub(plugin).sub(project).sub(audit);
    }

    private static List<ProgramCommand<KagedContext>> group(String name) {
        return switch (name) {
            case "audit" -> AUDITING;
            case "project" -> PROJECT;
            default -> PLUGIN;
        };
    }

    /// Whether this group does something without a word behind it.
    public static boolean actsAlone(List<Command> path) {
        return path.getLast().alone();
    }

    /// The command at the end of a parsed path.
    public static ProgramCommand<KagedContext> of(List<Command> path) {
        var last = path.getLast();
        return switch (path.size()) {
            case 1 -> VERSION;
            case 2 -> last.name().equals("audit") ? AUDIT : ProgramCommand.named(TOP, last);
            default -> ProgramCommand.named(group(path.get(1).name()), last);
        };
    }
}
