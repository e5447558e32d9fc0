package dev.outrigger.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// A command, built-in or a plugin's: enough to parse its words and to draw its help. `longAbout` is "" when there is
/// no more to say than `about`. A command with sub-commands is a group; `alone` is one that does something without any
/// of them.
///
/// A table of commands is written as `Command.named("new").about("…").arg(…)`; every step makes a copy.
public record Command(
        String name,
        List<String> aliases,
        String about,
        String longAbout,
        List<Argument> args,
        List<Command> subcommands,
        List<CommandExample> examples,
        boolean alone) {

    public Command {
        aliases = List.copyOf(aliases);
        args = List.copyOf(args);
        subcommands = subcommands instanceof MembersWhenAsked ? subcommands : List.copyOf(subcommands);
        examples = List.copyOf(examples);
    }

    public static Command named(String name) {
        return new Command(name, List.of(), "", "", List.of(), List.of(), List.of(), false);
    }

    /// A group whose members are described when somebody asks for them: most calls are of another group.
    public static Command group(String name, Supplier<List<Command>> members) {
        return new Command(name, List.of(), "", "", List.of(), new MembersWhenAsked(members), List.of(), false);
    }

    public Command about(String text) {
        return new Command(name, aliases, text, longAbout, args, subcommands, examples, alone);
    }

    public Command longAbout(String text) {
        return new Command(name, aliases, about, text, args, subcommands, examples, alone);
    }

    public Command alias(String alias) {
        return new Command(name, with(aliases, alias), about, longAbout, args, subcommands, examples, alone);
    }

    public Command arg(Argument arg) {
        return new Command(name, aliases, about, longAbout, with(args, arg), subcommands, examples, alone);
    }

    public Command sub(Command command) {
        return new Command(name, aliases, about, longAbout, args, with(subcommands, command), examples, alone);
    }

    public Command example(String line, String does) {
        return new Command(
                name,
                aliases,
                about,
                longAbout,
                args,
                subcommands,
                with(examples, new CommandExample(line, does)),
                alone);
    }

    public Command actsAlone() {
        return new Command(name, aliases, about, longAbout, args, subcommands, examples, true);
    }

    public boolean group() {
        return !subcommands.isEmpty();
    }

    /// The sub-command of this name or alias.
    public Optional<Command> subcommand(String word) {
        for (var command : subcommands) {
            if (command.name.equals(word) || command.aliases.contains(word)) {
                return Optional.of(command);
            }
        }
        return Optional.empty();
    }

    private static <T> List<T> with(List<T> list, T one) {
        var longer = new ArrayList<T>(list.size() + 1);
        longer.addAll(list);
        longer.add(one);
        return longer;
    }
}
