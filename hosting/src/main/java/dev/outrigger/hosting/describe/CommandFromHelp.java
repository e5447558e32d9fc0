package dev.outrigger.hosting.describe;

import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import dev.outrigger.wire.command.ToHost.Help;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// From a plugin's `help`, trimmed, to the command model that draws and completes our own commands.
final class CommandFromHelp {
    private CommandFromHelp() {}

    static Command command(String name, Help help) {
        return new Command(
                name,
                List.of(),
                help.about(),
                orEmpty(help.longAbout()),
                args(help.args()),
                subcommands(help.subcommands()),
                List.of(),
                false);
    }

    private static List<Command> subcommands(List<Help.Sub> subcommands) {
        var commands = new ArrayList<Command>(subcommands.size());
        for (var sub : subcommands) {
            commands.add(new Command(
                    sub.name(),
                    sub.visibleAliases(),
                    sub.about(),
                    orEmpty(sub.longAbout()),
                    args(sub.args()),
                    subcommands(sub.subcommands()),
                    List.of(),
                    false));
        }
        return commands;
    }

    private static List<Argument> args(List<Help.Argument> args) {
        var drawn = new ArrayList<Argument>(args.size());
        for (var arg : args) {
            drawn.add(arg(arg));
        }
        return drawn;
    }

    private static Argument arg(Help.Argument arg) {
        var kind = arg.positional()
                ? Argument.Kind.POSITIONAL
                : arg.valueName() == null ? Argument.Kind.FLAG : Argument.Kind.OPTION;
        var valueName = orEmpty(arg.valueName());
        var name = arg.positional() && !valueName.isEmpty() ? valueName : arg.longName();
        return new Argument(
                kind,
                name,
                arg.shortName() == null || arg.positional()
                        ? Argument.NO_SHORT
                        : arg.shortName().charAt(0),
                arg.help(),
                orEmpty(arg.longHelp()),
                valueName.isEmpty() ? name : valueName,
                orEmpty(arg.defaultValue()),
                arg.required(),
                arg.possibleValues(),
                arg.repeats(),
                false);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
