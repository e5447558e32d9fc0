package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.context.KagedCommand;
import dev.outrigger.kaged.control.ToDaemon.Turn;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFormat;
import java.util.List;

/// Every command, in the order in which help shows them.
public final class Commands {
    private static final KagedCommand VERSION = new VersionCommand();
    private static final KagedCommand AUDIT = new AuditShowCommand();
    private static final List<KagedCommand> TOP = List.of(
            new StartCommand(), new StopCommand(), new StatusCommand(), new MetricsCommand(), new CompletionCommand());
    private static final List<KagedCommand> PLUGIN = List.of(
            new PluginListCommand(),
            new PluginValidateCommand(),
            new PluginExplainCommand(),
            new PluginInstallCommand(false),
            new PluginInstallCommand(true),
            new PluginRemoveCommand(),
            new PluginCallCommand(),
            new PluginSwitchCommand(Turn.ENABLE),
            new PluginSwitchCommand(Turn.DISABLE),
            new PluginSwitchCommand(Turn.RESTART),
            new PluginSwitchCommand(Turn.STOP),
            new PluginSwitchCommand(Turn.RELOAD),
            new PluginLogsCommand(),
            new PluginTraceCommand(),
            new PluginReplayCommand());
    private static final List<KagedCommand> AUDITING =
            List.of(new AuditAnchorCommand(), new AuditVerifyCommand(), new AuditRetainCommand());

    public static final Command ROOT = root();

    private Commands() {}

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
        var audit = AUDIT.describe();
        for (var command : AUDITING) {
            audit = audit.sub(command.describe());
        }
        return root.sub(plugin).sub(audit);
    }

    /// Whether this group does something without a word behind it.
    public static boolean actsAlone(List<Command> path) {
        return path.getLast().alone();
    }

    /// The command at the end of a parsed path.
    public static KagedCommand of(List<Command> path) {
        var last = path.getLast();
        return switch (path.size()) {
            case 1 -> VERSION;
            case 2 -> last.name().equals("audit") ? AUDIT : named(TOP, last);
            default -> named(path.get(1).name().equals("audit") ? AUDITING : PLUGIN, last);
        };
    }

    private static KagedCommand named(List<KagedCommand> commands, Command described) {
        for (var command : commands) {
            if (command.describe().name().equals(described.name())) {
                return command;
            }
        }
        throw new IllegalStateException("nobody runs " + described.name());
    }
}
