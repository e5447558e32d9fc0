package dev.outrigger.terminal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was given for the arguments of a command and of the groups above it, by the argument's name. Asking for a name
/// that none of them declares is a bug, and fails.
public final class ArgumentValues {
    private final Map<String, Argument> declared = new HashMap<>();
    private final Map<String, List<String>> given;

    ArgumentValues(List<Command> path, Map<String, List<String>> given) {
        this.given = given;
        for (var command : path) {
            for (var arg : command.args()) {
                declared.put(arg.name(), arg);
            }
        }
    }

    /// Every one at its default.
    public static ArgumentValues none(List<Command> path) {
        return new ArgumentValues(path, Map.of());
    }

    /// The value, or the declared default.
    public Optional<String> text(String name) {
        var all = all(name);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }

    /// Every value in the order given, or the declared default.
    public List<String> all(String name) {
        var arg = declared(name);
        var values = given.get(name);
        if (values != null) {
            return List.copyOf(values);
        }
        return arg.defaultValue().isEmpty() ? List.of() : List.of(arg.defaultValue());
    }

    public boolean flag(String name) {
        return count(name) > 0;
    }

    /// How often it was given: 3 for `-vvv`.
    public int count(String name) {
        declared(name);
        var values = given.get(name);
        return values == null ? 0 : values.size();
    }

    private Argument declared(String name) {
        var arg = declared.get(name);
        if (arg == null) {
            throw new IllegalArgumentException("no argument is declared as " + name);
        }
        return arg;
    }
}
