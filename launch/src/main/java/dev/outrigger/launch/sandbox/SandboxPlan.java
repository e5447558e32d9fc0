package dev.outrigger.launch.sandbox;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// All that a sandbox is, before there is one: to be printed, compared, and tested without starting anything. Two plans
/// of the same [Confinement] on an unchanged system are equal.
///
/// The mounts are in the order in which they are made, parents first: else a read-only folder would vanish under its
/// writable parent.
public record SandboxPlan(
        List<Mount> mounts,
        List<Variable> environment,
        String hostname,
        Rule<NetworkMode> network,
        List<Rule<String>> rules,
        SandboxPrograms programs,
        SandboxLimits limits,
        Path directory,
        List<String> command,
        CallFilter calls) {
    /// The program's own folder that lasts, as it is seen inside.
    public static final Path HOME = Path.of("/home/plugin");

    /// How the words about a system call begin.
    public static final String CALL = "call  ";

    public static final Path TMP = Path.of("/tmp");
    static final Path SHARED_MEMORY = Path.of("/dev/shm");

    public SandboxPlan {
        mounts = List.copyOf(mounts);
        environment = List.copyOf(environment);
        rules = List.copyOf(rules);
        command = List.copyOf(command);
    }

    public record Variable(String name, String value, PlanReason because) {}

    /// Something that holds in the sandbox, and what causes it.
    public record Rule<T>(T rule, PlanReason because) {}

    /// Made, and looked at once more as a whole: see [PlanCheck].
    public static SandboxPlan of(Confinement confinement) throws ConfinementRefused {
        var machine = CallFilter.processor();
        var plan = SandboxPlanner.plan(confinement, machine);
        PlanCheck.check(plan, confinement, machine);
        return plan;
    }

    /// The plan, part by part: what holds, in words, and what causes it.
    public List<Rule<String>> explain() {
        var parts = new ArrayList<Rule<String>>();
        for (var mount : mounts) {
            parts.add(new Rule<>(mount.words(), mount.because()));
        }
        for (var program : programs.placed()) {
            parts.add(new Rule<>("run   " + program.name() + " (" + program.file() + ")", program.because()));
        }
        for (var variable : environment) {
            parts.add(new Rule<>("env   " + variable.name() + "=" + variable.value(), variable.because()));
        }
        explainNetwork(parts);
        parts.addAll(rules);
        var refused = new PlanReason.Always("nothing a plugin needs");
        for (var rule : calls.rules()) {
            parts.add(new Rule<>(CALL + rule.words(), refused));
        }
        return parts;
    }

    private void explainNetwork(List<Rule<String>> parts) {
        switch (network.rule()) {
            case NetworkMode.None _ -> parts.add(new Rule<>("net   none but a loopback of its own", network.because()));
            case NetworkMode.Host _ -> parts.add(new Rule<>("net   all of the host's", network.because()));
            case NetworkMode.TunnelsOnly(var ends) -> {
                var doors = network.rule().doors();
                parts.add(new Rule<>("net   a loopback of its own, and tunnels", network.because()));
                for (var end : ends) {
                    parts.add(new Rule<>("net   " + doors.words(end.end()), new PlanReason.Declared(end)));
                }
            }
        }
    }
}
