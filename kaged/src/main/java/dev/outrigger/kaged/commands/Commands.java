package dev.outrigger.kaged.commands;

import dev.outrigger.kaged.BuiltIn;
import dev.outrigger.kaged.control.ToDaemon.Turn;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFormat;
import java.util.List;

/// Every command, in the order in which help shows them.
public final class Commands {
    private static final BuiltIn VERSION = new ShowVersion();
    private static final BuiltIn AUDIT = new AuditShow();
    private static final List<BuiltIn> TOP =
            List.of(new Start(), new Stop(), new Status(), new Figures(), new PrintCompletion());
    private static final List<BuiltIn> PLUGIN = List.of(
            new PluginList(),
            new PluginValidate(),
            new PluginExplain(),
            new PluginInstall(false),
            new PluginInstall(true),
            new PluginRemove(),
            new PluginCall(),
            new PluginTurn(Turn.ENABLE),
            new PluginTurn(Turn.DISABLE),
            new PluginTurn(Turn.RESTART),
            new PluginTurn(Turn.STOP),
            new PluginTurn(Turn.RELOAD),
            new PluginLogs(),
            new PluginTrace(),
            new PluginReplay());
    private static final List<BuiltIn> AUDITING = List.of(new AuditAnchor(), new AuditVerify(), new AuditRetain());

    public static final Command ROOT = root();

    private Commands() {}

    private static Command root() {
        var root = OutputFormat.in(VERSION.describe())
                .arg(Arg.flag("quiet", "Nothing but results and errors")
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
    public static BuiltIn of(List<Command> path) {
        var last = path.getLast();
        return switch (path.size()) {
            case 1 -> VERSION;
            case 2 -> last.name().equals("audit") ? AUDIT : named(TOP, last);
            default -> named(path.get(1).name().equals("audit") ? AUDITING : PLUGIN, last);
        };
    }

    private static BuiltIn named(List<BuiltIn> commands, Command described) {
        for (var command : commands) {
            if (command.describe().name().equals(described.name())) {
                return command;
            }
        }
        throw new IllegalStateException("nobody runs " + described.name());
    }
}
