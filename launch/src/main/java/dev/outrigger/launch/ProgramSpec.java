package dev.outrigger.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What to start. The environment is the whole of what the program gets, but for the few variables that [StartPlan]
/// adds.
/// `contain` puts it into a process namespace of its own, which nothing survives.
///
/// @param copy of what the file is a copy, to be made at the start; null when it is there
public record ProgramSpec(
        Path file,
        List<String> args,
        Map<String, String> environment,
        Path directory,
        boolean contain,
        @Nullable CheckedCopy copy) {
    public ProgramSpec {
        file = file.toAbsolutePath();
        args = List.copyOf(args);
        environment = Map.copyOf(environment);
        directory = directory.toAbsolutePath();
        if (contain && copy != null) {
            throw new IllegalArgumentException("a contained program is copied before its start");
        }
    }

    public ProgramSpec(Path file, List<String> args, Map<String, String> environment, Path directory, boolean contain) {
        this(file, args, environment, directory, contain, null);
    }

    /// What lies there before the start.
    Path original() {
        return copy == null ? file : copy.original();
    }
}
