package dev.outrigger.jp.commands;

import dev.outrigger.hosting.context.JpContext;
import dev.outrigger.jp.commands.config.ConfigSetCommand;
import dev.outrigger.jp.commands.config.ConfigShowCommand;
import dev.outrigger.jp.commands.config.ConfigUnsetCommand;
import dev.outrigger.jp.commands.conversation.ConversationArchiveCommand;
import dev.outrigger.jp.commands.conversation.ConversationForkCommand;
import dev.outrigger.jp.commands.conversation.ConversationGrepCommand;
import dev.outrigger.jp.commands.conversation.ConversationLsCommand;
import dev.outrigger.jp.commands.conversation.ConversationNewCommand;
import dev.outrigger.jp.commands.conversation.ConversationPinCommand;
import dev.outrigger.jp.commands.conversation.ConversationPrintCommand;
import dev.outrigger.jp.commands.conversation.ConversationRenameCommand;
import dev.outrigger.jp.commands.conversation.ConversationRepairCommand;
import dev.outrigger.jp.commands.conversation.ConversationRmCommand;
import dev.outrigger.jp.commands.conversation.ConversationShowCommand;
import dev.outrigger.jp.commands.conversation.ConversationUseCommand;
import dev.outrigger.jp.commands.plugin.PluginApproveCommand;
import dev.outrigger.jp.commands.plugin.PluginInstallCommand;
import dev.outrigger.jp.commands.plugin.PluginListCommand;
import dev.outrigger.jp.commands.plugin.PluginLockCommand;
import dev.outrigger.jp.commands.plugin.PluginNewCommand;
import dev.outrigger.jp.commands.plugin.PluginOutdatedCommand;
import dev.outrigger.jp.commands.plugin.PluginPinCommand;
import dev.outrigger.jp.commands.plugin.PluginRemoveCommand;
import dev.outrigger.jp.commands.plugin.PluginRevokeCommand;
import dev.outrigger.jp.commands.plugin.PluginSearchCommand;
import dev.outrigger.jp.commands.plugin.PluginShowCommand;
import dev.outrigger.jp.commands.plugin.PluginUnpinCommand;
import dev.outrigger.jp.commands.plugin.PluginUpdateCommand;
import dev.outrigger.jp.commands.plugin.PluginWhichCommand;
import dev.outrigger.jp.commands.tool.ToolApprovalsCommand;
import dev.outrigger.jp.commands.tool.ToolCheckCommand;
import dev.outrigger.jp.commands.tool.ToolInstallCommand;
import dev.outrigger.jp.commands.tool.ToolListCommand;
import dev.outrigger.jp.commands.tool.ToolRemoveCommand;
import dev.outrigger.jp.commands.tool.ToolRunCommand;
import dev.outrigger.jp.commands.tool.ToolShowCommand;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.terminal.OutputFormat;
import dev.outrigger.terminal.program.CompletionCommand;
import dev.outrigger.terminal.program.ProgramCommand;
import dev.outrigger.terminal.program.ProgramVersion;
import dev.outrigger.terminal.program.VersionCommand;
import java.util.ArrayList;
import java.util.List;

/// Every built-in command, in the order in which help shows them.
public final class Commands {
    private static final ProgramCommand<JpContext> VERSION = new VersionCommand<>(itself(), ProgramVersion.NUMBER);
    private static final List<ProgramCommand<JpContext>> TOP = List.of(
            new InitCommand(),
            new QueryCommand(),
            new ModelsCommand(),
            new TourCommand(),
            new DoctorCommand(),
            new CompletionCommand<>(
                    "jp",
                    "Values are those that are known here: conversations, configuration keys, models that `jp models` has "
                            + "listed, plugins, tools. What plugins understand is known from when they last described "
                            + "themselves; only one that is approved and was never asked is started by a TAB behind its "
                            + "name, once."));
    private static final List<ProgramCommand<JpContext>> CONVERSATION = List.of(
            new ConversationNewCommand(),
            new ConversationLsCommand(),
            new ConversationShowCommand(),
            new ConversationPrintCommand(),
            new ConversationUseCommand(),
            new ConversationRenameCommand(),
            new ConversationPinCommand(),
            new ConversationArchiveCommand(),
            new ConversationForkCommand(),
            new ConversationGrepCommand(),
            new ConversationRmCommand(),
            new ConversationRepairCommand());
    private static final List<ProgramCommand<JpContext>> CONFIG =
            List.of(new ConfigShowCommand(), new ConfigSetCommand(), new ConfigUnsetCommand());

    private static final List<ProgramCommand<JpContext>> PLUGIN = List.of(
            new PluginListCommand(),
            new PluginSearchCommand(),
            new PluginShowCommand(),
            new PluginWhichCommand(),
            new PluginInstallCommand(),
            new PluginUpdateCommand(),
            new PluginOutdatedCommand(),
            new PluginRemoveCommand(),
            new PluginLockCommand(),
            new PluginApproveCommand(),
            new PluginRevokeCommand(),
            new PluginPinCommand(),
            new PluginUnpinCommand(),
            new PluginNewCommand());

    private static final List<ProgramCommand<JpContext>> TOOL = List.of(
            new ToolListCommand(),
            new ToolShowCommand(),
            new ToolRunCommand(),
            new ToolCheckCommand(),
            new ToolInstallCommand(),
            new ToolRemoveCommand(),
            new ToolApprovalsCommand());

    public static final Command ROOT = root();

    private Commands() {}

    private static Command itself() {
        return Command.named("jp")
                .about("An assistant at the terminal that small programs in any language can extend.")
                .longAbout("""
                        An assistant at the terminal that small programs in any language can extend.

                        A program called jp-NAME on PATH is the command `jp NAME`. It speaks JSON lines over its stdin and \
                        stdout, and reads and writes conversations through jp. Options of jp stand before the plugin's \
                        name; everything behind it is the plugin's.""")
                .example("jp tour", "see three small plugins at work, live")
                .example("jp init && jp conversation new --title 'First steps'", "start here")
                .arg(Argument.flag("version", "Print the version"));
    }

    private static Command root() {
        var root = OutputFormat.in(VERSION.describe())
                .arg(Argument.flag("quiet", "Nothing but results and errors")
                        .shortName('q')
                        .everywhere())
                .arg(Argument.flag("verbose", "Repeat the log on stderr: -v warnings, -vv, -vvv, -vvvv everything")
                        .shortName('v')
                        .many()
                        .everywhere())
                .arg(Argument.option("cfg", "KEY=VALUE", "Set a key for this call: key=value, key:=json, or @file")
                        .many()
                        .everywhere())
                .arg(Argument.option("workspace", "DIR", "Work in this workspace")
                        .everywhere())
                .arg(Argument.option(
                                "trace-plugin", "FILE", "Write every line to and from a plugin to FILE, as JSON lines")
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

    private static Command group(String name, String about, List<ProgramCommand<JpContext>> members) {
        return Command.group(name, () -> described(members)).about(about);
    }

    private static List<Command> described(List<ProgramCommand<JpContext>> members) {
        var described = new ArrayList<Command>(members.size());
        for (var member : members) {
            described.add(member.describe());
        }
        return described;
    }

    /// The command at the end of a parsed path.
    public static ProgramCommand<JpContext> of(List<Command> path) {
        return switch (path.size()) {
            case 1 -> VERSION;
            case 2 -> ProgramCommand.named(TOP, path.getLast());
            default -> ProgramCommand.named(members(path.get(1).name()), path.getLast());
        };
    }

    private static List<ProgramCommand<JpContext>> members(String group) {
        return switch (group) {
            case "conversation" -> CONVERSATION;
            case "config" -> CONFIG;
            case "plugin" -> PLUGIN;
            case "tool" -> TOOL;
            default -> List.of();
        };
    }
}
