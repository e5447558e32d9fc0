package dev.outrigger.terminal.program;

import dev.outrigger.terminal.Command;
import java.util.List;

/// A command that a program itself has.
public interface ProgramCommand<C extends ProgramContext> extends CommandAction<C> {
    /// Its name, its arguments and what its help says.
    Command describe();

    /// The one of these that was parsed.
    static <C extends ProgramContext> ProgramCommand<C> named(List<ProgramCommand<C>> commands, Command parsed) {
        for (var command : commands) {
            if (command.describe().name().equals(parsed.name())) {
                return command;
            }
        }
        throw new IllegalStateException("nobody runs " + parsed.name());
    }
}
