package dev.outrigger.jp.completion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.jp.commands.Commands;
import dev.outrigger.terminal.Argument;
import dev.outrigger.terminal.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArgumentSubjectTest {
    /// What a value is called that the shell completes by itself.
    private static final Set<String> FILES = Set.of("FILE", "PATH", "FILENAME", "DIR", "FOLDER", "DIRECTORY");

    /// A new argument is listed, if only as one that nobody can complete.
    @Test
    void saysOfEveryValueWhatItNames() {
        var forgotten = new ArrayList<String>();
        walk(List.of(Commands.ROOT), forgotten);
        assertThat(forgotten).as("not in Subject").isEmpty();
    }

    private static void walk(List<Command> path, List<String> forgotten) {
        for (var arg : path.getLast().args()) {
            if (arg.kind() != Argument.Kind.FLAG
                    && arg.possibleValues().isEmpty()
                    && !FILES.contains(arg.valueName())
                    && ArgumentSubject.of(path, arg).isEmpty()) {
                forgotten.add(path.getLast().name() + " " + arg.name());
            }
        }
        for (var command : path.getLast().subcommands()) {
            var below = new ArrayList<>(path);
            below.add(command);
            walk(below, forgotten);
        }
    }
}
