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
    /// The `start` of a program that starts in its own folder.
    public static final Path ITSELF = Path.of("");

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

    /// The same, but that another folder is its own to write.
    public Confinement withData(Path other) {
        return with(other, keptOut);
    }

    Confinement keepingOut(Path path) {
        var more = new ArrayList<>(keptOut);
        more.add(path);
        return with(data, more);
    }

    private Confinement with(@Nullable Path home, List<Path> hidden) {
        return new Confinement(
                name,
                capabilities,
                folder,
                seenAt,
                start,
                home,
                command,
                environment,
                limits,
                hidden,
                unwritable,
                searchPath,
                project);
    }
}
