package dev.outrigger.launch.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is to be run in a sandbox, and what it declared. From this, [SandboxPlan#of] makes a plan, anew at every start.
///
/// `folder` is the program's own, read-only inside; it is seen at the paths `seenAt`, in the first of which, at
/// `start`, the command starts. `data` is the one folder that is its own to write and lasts, seen as
/// [SandboxPlan#HOME]; where there is none, its home is gone with the sandbox. `keptOut` are folders that no capability
/// may touch: the host's own. `unwritable` are folders that none may write to: what the host itself runs. `searchPath`
/// is where the operator's programs are found, after the system's folders. `project` is what it is run for, if that is
/// a project.
public record Confinement(
        String name,
        List<Capability> capabilities,
        Path folder,
        List<Path> seenAt,
        Path start,
        @Nullable Path data,
        List<String> command,
        Map<String, String> environment,
        SandboxLimits limits,
        List<Path> keptOut,
        List<Path> unwritable,
        String searchPath,
        @Nullable ProjectFolder project) {
    private static final Path ITSELF = Path.of("");

    public Confinement {
        capabilities = List.copyOf(capabilities);
        folder = folder.toAbsolutePath().normalize();
        seenAt = seenAt.isEmpty() ? List.of(folder) : List.copyOf(seenAt);
        data = data == null ? null : data.toAbsolutePath().normalize();
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        keptOut = List.copyOf(keptOut);
        unwritable = List.copyOf(unwritable);
    }

    /// Of a program that starts in its own folder, keeps something, and belongs to no project.
    public Confinement(
            String name,
            List<Capability> capabilities,
            Path folder,
            List<Path> seenAt,
            Path data,
            List<String> command,
            Map<String, String> environment,
            SandboxLimits limits,
            List<Path> keptOut,
            List<Path> unwritable,
            String searchPath) {
        this(
                name,
                capabilities,
                folder,
                seenAt,
                ITSELF,
                data,
                command,
                environment,
                limits,
                keptOut,
                unwritable,
                searchPath,
                null);
    }

    /// And of a host whose own code is the system's, which no capability may write to anyway.
    public Confinement(
            String name,
            List<Capability> capabilities,
            Path folder,
            List<Path> seenAt,
            Path data,
            List<String> command,
            Map<String, String> environment,
            SandboxLimits limits,
            List<Path> keptOut,
            String searchPath) {
        this(name, capabilities, folder, seenAt, data, command, environment, limits, keptOut, List.of(), searchPath);
    }

    /// The same, but that another folder is its own to write.
    public Confinement withData(Path other) {
        return new Confinement(
                name,
                capabilities,
                folder,
                seenAt,
                start,
                other,
                command,
                environment,
                limits,
                keptOut,
                unwritable,
                searchPath,
                project);
    }

    Confinement keepingOut(Path path) {
        var more = new ArrayList<>(keptOut);
        more.add(path);
        return new Confinement(
                name,
                capabilities,
                folder,
                seenAt,
                start,
                data,
                command,
                environment,
                limits,
                more,
                unwritable,
                searchPath,
                project);
    }
}
