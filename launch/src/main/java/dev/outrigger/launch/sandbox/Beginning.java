package dev.outrigger.launch.sandbox;

import java.util.List;

/// As much of a plan as bubblewrap must be started with; the rest it waits for. So it is loaded by the kernel while
/// the plan is made.
record Beginning(List<String> command, NetworkMode network, Limits limits, CallFilter calls) {
    Beginning {
        command = List.copyOf(command);
    }

    static Beginning of(SandboxPlan plan) {
        return new Beginning(plan.command(), plan.network().rule(), plan.limits(), plan.calls());
    }
}
