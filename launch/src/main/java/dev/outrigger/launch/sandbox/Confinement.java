package dev.outrigger.launch.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What is to be run in a sandbox, and what it declared. From this, [SandboxPlan#of] makes a plan, anew at every start.
///
/// `folder` is the program's own, read-only inside and the working directory; it is seen at the paths `seenAt`, the
/// first of which is where the command starts. `data` is the one folder that is its own to write and lasts, seen as
/// [SandboxPlan#HOME]. `keptOut` are folders that no capability may touch: the host's own. `unwritable` are folders
/// that none may write to: what the host itself runs. `searchPath` is where the operator's programs are found, after
/// the system's folders.
public record Confinement(
        String name,
        List<Capability> capabilities,
        Path folder,
        List<Path> seenAt,
        Path data,
        List<String> command,
        Map<String, String> environment,
        Limits limits,
        List<Path> keptOut,
        List<Path> unwritable,
        String searchPath) {
    public Confinement {
        capabilities = List.copyOf(capabilities);
        folder = folder.toAbsolutePath().normalize();
        seenAt = seenAt.isEmpty() ? List.of(folder) : List.copyOf(seenAt);
        data = data.toAbsolutePath().normalize();
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        keptOut = List.copyOf(keptOut);
        unwritable = List.copyOf(unwritable);
    }

    /// Of a host whose own code is the system's, which no capability may write to anyway.
    public Confinement(
            String name,
            List<Capability> capabilities,
            Path folder,
            List<Path> seenAt,
            Path data,
            List<String> command,
            Map<String, String> environment,
            Limits limits,
            List<Path> keptOut,
            String searchPath) {
        this(name, capabilities, folder, seenAt, data, command, environment, limits, keptOut, List.of(), searchPath);
    }

    Confinement keepingOut(Path path) {
        var more = new ArrayList<>(keptOut);
        more.add(path);
        return new Confinement(
                name, capabilities, folder, seenAt, data, command, environment, limits, more, unwritable, searchPath);
    }
}
