package dev.outrigger.launch.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A host to be killed: starts one sandboxed program, says the pid of the first process in the sandbox, and
/// waits. The rest of its words are capabilities.
final class KilledStarter {
    /// Instead of capabilities: it is to die before its program begins.
    static final String BEFORE = "before";

    /// Or even before there is a plan.
    static final String UNPLANNED = "unplanned";

    private KilledStarter() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 1 && args[1].equals(BEFORE)) {
            dieBeforeItsProgramBegins(SandboxFixture.in(Path.of(args[0])));
        }
        if (args.length > 1 && args[1].equals(UNPLANNED)) {
            dieBeforeThereIsAPlan(SandboxFixture.in(Path.of(args[0])));
        }
        var script = List.of("sh", "-c", "echo ready; sleep 1000 & sleep 1000");
        var capabilities = List.of(args).subList(1, args.length);
        var child = SandboxFixture.in(Path.of(args[0]))
                .start(capabilities, script, SandboxLimits.DEFAULT, SandboxFixture.DEAF);
        child.stdout().readNBytes("ready\n".length());
        System.out.println(child.firstProcess().orElseThrow().pid());
        Thread.currentThread().join();
    }

    private static void dieBeforeItsProgramBegins(SandboxFixture place) throws Exception {
        var confinement = place.confinement(List.of(), List.of("touch", "/home/plugin/began"), SandboxLimits.DEFAULT);
        var dying = new SpawnStep() {
            @Override
            public void spawned(long outside, long inside) {
                System.out.println(outside + " " + inside);
                Runtime.getRuntime().halt(1);
            }
        };
        try (var child = new Sandbox(place.at("state"))
                .start(confinement, HostIdentity.here(), SandboxFixture.DEAF, SandboxOversight.none(), dying)) {
            child.end(SandboxFixture.LONG);
        }
    }

    private static void dieBeforeThereIsAPlan(SandboxFixture place) throws Exception {
        var confinement = place.confinement(List.of(), List.of("touch", "/home/plugin/began"), SandboxLimits.DEFAULT);
        HostIdentity.here().own(confinement.data());
        var beginning = SandboxPlanner.beginning(confinement, CallFilter.processor());
        Sandbox.Plan dying = () -> {
            System.out.println(child());
            Runtime.getRuntime().halt(1);
            throw new AssertionError("it is dead");
        };
        try (var child = new Sandbox(place.at("state"))
                .start(
                        beginning,
                        HeldDeclaredPaths.none(),
                        dying,
                        "probe",
                        HostIdentity.here(),
                        SandboxFixture.DEAF,
                        SandboxOversight.none(),
                        SpawnStep.NOTHING)) {
            child.end(SandboxFixture.LONG);
        }
    }

    /// The one that is just being started.
    private static long child() {
        while (true) {
            var child = ProcessHandle.current().children().findFirst();
            if (child.isPresent()) {
                return child.get().pid();
            }
            Thread.onSpinWait();
        }
    }

    static Process start(Path base, String... more) throws java.io.IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                KilledStarter.class.getName(),
                base.toString()));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
