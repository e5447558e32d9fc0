package dev.outrigger.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What to start. The environment is the whole of what the program gets, but for the few variables that [StartPlan]
/// adds.
/// `contain` puts it into a process namespace of its own, which nothing survives.
public record ProgramSpec(
        Path file, List<String> args, Map<String, String> environment, Path directory, boolean contain) {
    public ProgramSpec {
        file = file.toAbsolutePath();
        args = List.copyOf(args);
        environment = Map.copyOf(environment);
        directory = directory.toAbsolutePath();
    }
}
