package dev.outrigger.launch.sandbox;

import dev.outrigger.launch.ProgramEnding;
import dev.outrigger.launch.ProgramListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// A host in a folder: a plugin's folder, its data, a folder to read, one to write, and a secret that
/// everybody on the host may read.
record SandboxFixture(Path base) {
    static final ProgramListener DEAF = new ProgramListener() {};
    static final Duration LONG = Duration.ofSeconds(30);

    /// By the permissions of the host, anybody may write these: what then cannot be written, the sandbox refuses.
    private static final List<String> OPEN_TO_ALL = List.of("plugin", "open", "writable");

    static SandboxFixture in(Path base) throws IOException {
        mode(base, "rwxr-xr-x");
        for (var name : List.of("plugin", "open", "writable", "home", "state")) {
            mode(Files.createDirectories(base.resolve(name)), OPEN_TO_ALL.contains(name) ? "rwxrwxrwx" : "rwxr-xr-x");
        }
        Files.writeString(base.resolve("secret"), "REACHED\n");
        Files.writeString(base.resolve("home/database"), "REACHED\n");
        Files.writeString(base.resolve("open/file"), "REACHED\n");
        Files.writeString(base.resolve("plugin/file"), "REACHED\n");
        mode(Files.writeString(base.resolve("plugin/run"), "#!/bin/sh\necho REACHED\n"), "rwxr-xr-x");
        return new SandboxFixture(base.toRealPath());
    }

    static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    Path at(String name) {
        return base.resolve(name);
    }

    Capability capability(String text) throws ConfinementRefused {
        return Capability.parse(text.replace("@B", base.toString()));
    }

    Confinement confinement(List<String> capabilities, List<String> command, SandboxLimits limits)
            throws ConfinementRefused {
        var parsed = new ArrayList<Capability>();
        for (var text : capabilities) {
            parsed.add(capability(text));
        }
        return new Confinement(
                "probe",
                parsed,
                at("plugin"),
                List.of(at("plugin"), Path.of("/opt/kaged/plugins/probe")),
                Confinement.ITSELF,
                at("home/data/probe"),
                command,
                Map.of("GIVEN", "yes"),
                limits,
                List.of(at("home")),
                List.of(),
                "",
                null);
    }

    ConfinedProgram start(
            List<String> capabilities, List<String> command, SandboxLimits limits, ProgramListener listener)
            throws ConfinementRefused {
        return new Sandbox(at("state"))
                .start(confinement(capabilities, command, limits), HostIdentity.here(), listener);
    }

    /// A plan as it is, whatever a planner or a check would say of it.
    ConfinedProgram start(SandboxPlan plan, SandboxOversight oversight) throws ConfinementRefused {
        return new Sandbox(at("state"))
                .start(
                        BubblewrapBeginning.of(plan),
                        HeldDeclaredPaths.none(),
                        () -> plan,
                        "probe",
                        HostIdentity.here(),
                        DEAF,
                        oversight,
                        SpawnStep.NOTHING);
    }

    /// What it wrote, and how it ended.
    record Outcome(String stdout, List<String> stderr, ProgramEnding ending) {}

    Outcome run(List<String> capabilities, List<String> command, SandboxLimits limits)
            throws ConfinementRefused, IOException {
        try (var child = start(capabilities, command, limits, DEAF)) {
            child.stdin().close();
            var stdout = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
            var ending = child.end(LONG);
            return new Outcome(stdout, child.stderrTail(), ending);
        }
    }

    /// As [#run], after the plan was changed.
    Outcome run(List<String> capabilities, List<String> command, UnaryOperator<SandboxPlan> change)
            throws ConfinementRefused, IOException {
        var confinement = confinement(capabilities, command, SandboxLimits.DEFAULT);
        HostIdentity.here().own(confinement.data());
        var plan = change.apply(SandboxPlan.of(confinement));
        try (var child = start(plan, SandboxOversight.none())) {
            child.stdin().close();
            var stdout = new String(child.stdout().readAllBytes(), StandardCharsets.UTF_8);
            var ending = child.end(LONG);
            return new Outcome(stdout, child.stderrTail(), ending);
        }
    }

    Outcome run(List<String> capabilities, String... command) throws ConfinementRefused, IOException {
        return run(capabilities, List.of(command), SandboxLimits.DEFAULT);
    }
}
