package dev.outrigger.launch.sandbox;

import java.util.List;

/// As much of a plan as bubblewrap must be started with; the rest it waits for. So it is loaded by the kernel while
/// the plan is made.
record BubblewrapBeginning(List<String> command, NetworkMode network, SandboxLimits limits, CallFilter calls) {
    BubblewrapBeginning {
        command = List.copyOf(command);
    }

    static BubblewrapBeginning of(SandboxPlan plan) {
        return new BubblewrapBeginning(plan.command(), plan.network().rule(), plan.limits(), plan.calls());
    }
}
