package dev.outrigger.jp.commands;

import dev.outrigger.jp.BuiltIn;
import dev.outrigger.terminal.Arg;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFormat;
import java.util.List;

/// Every built-in command, in the order in which help shows them.
public final class Commands {
    private static final BuiltIn VERSION = new Version();
    private static final List<BuiltIn> TOP =
            List.of(new Init(), new Query(), new Models(), new Tour(), new Doctor(), new PrintCompletion());
    private static final List<BuiltIn> CONVERSATION = List.of(
            new ConversationNew(),
            new ConversationLs(),
            new ConversationShow(),
            new ConversationPrint(),
            new ConversationUse(),
            new ConversationRename(),
            new ConversationPin(),
            new ConversationArchive(),
            new ConversationFork(),
            new ConversationGrep(),
            new ConversationRm(),
            new ConversationRepair());
    private static final List<BuiltIn> CONFIG = List.of(new ConfigShow(), new ConfigSet(), new ConfigUnset());

    private static final List<BuiltIn> PLUGIN = List.of(
            new PluginList(),
            new PluginSearch(),
            new PluginShow(),
            new PluginWhich(),
            new PluginInstall(),
            new PluginUpdate(),
            new PluginOutdated(),
            new PluginRemove(),
            new PluginLock(),
            new PluginApprove(),
            new PluginRevoke(),
            new PluginPin(),
            new PluginUnpin(),
            new PluginNew());

    private static final List<BuiltIn> TOOL = List.of(
            new ToolList(),
            new ToolShow(),
            new ToolRun(),
            new ToolCheck(),
            new ToolInstall(),
            new ToolRemove(),
            new ToolApprovals());

    public static final Command ROOT = root();

    private Commands() {}

    private static Command root() {
        var root = OutputFormat.in(VERSION.describe())
                .arg(Arg.flag("quiet", "Nothing but results and errors")
                        .shortName('q')
                        .everywhere())
                .arg(Arg.flag("verbose", "Repeat the log on stderr: -v warnings, -vv, -vvv, -vvvv everything")
                        .shortName('v')
                        .many()
                        .everywhere())
                .arg(Arg.option("cfg", "KEY=VALUE", "Set a key for this call: key=value, key:=json, or @file")
                        .many()
                        .everywhere())
                .arg(Arg.option("workspace", "DIR", "Work in this workspace").everywhere())
                .arg(Arg.option("trace-plugin", "FILE", "Write every line to and from a plugin to FILE, as JSON lines")
                        .everywhere());
        for (var command : TOP) {
            root = root.sub(command.describe());
        }
        return root.sub(group("conversation", "Work with the conversations of this workspace", CONVERSATION)
                        .alias("c"))
                .sub(group("config", "Show and change settings", CONFIG))
                .sub(group("plugin", "Find, trust, install and explain plugins", PLUGIN))
                .sub(group("tool", "Tools for the assistant, and the plugins that bring them", TOOL));
    }

    private static Command group(String name, String about, List<BuiltIn> members) {
        var group = Command.named(name).about(about);
        for (var member : members) {
            group = group.sub(member.describe());
        }
        return group;
    }

    /// The command at the end of a parsed path.
    public static BuiltIn of(List<Command> path) {
        return switch (path.size()) {
            case 1 -> VERSION;
            case 2 -> named(TOP, path.getLast());
            default -> named(members(path.get(1).name()), path.getLast());
        };
    }

    private static List<BuiltIn> members(String group) {
        return switch (group) {
            case "conversation" -> CONVERSATION;
            case "config" -> CONFIG;
            case "plugin" -> PLUGIN;
            case "tool" -> TOOL;
            default -> List.of();
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
