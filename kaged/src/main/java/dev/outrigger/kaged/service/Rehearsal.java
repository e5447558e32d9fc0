package dev.outrigger.kaged.service;

import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.store.Home;
import dev.outrigger.launch.Listener;
import dev.outrigger.launch.sandbox.Confined;
import dev.outrigger.launch.sandbox.Refused;
import dev.outrigger.launch.sandbox.RunAs;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.wire.Json;
import java.nio.file.Path;

/// A plugin beside its service: what it would run in, and a run that nobody supervises, for whoever tries it out.
/// `greeting` are the params of the `initialize` it expects.
public record Rehearsal(Confined process, Json.Obj greeting) {
    /// What the plugin in this folder would be confined to. Starts nothing, and needs no daemon.
    public static SandboxPlan plan(Home home, Path folder, Manifest manifest, String searchPath) throws Refusal {
        try {
            return SandboxPlan.of(
                    Contract.confinement(manifest, folder, Contract.capabilities(manifest), home, searchPath));
        } catch (Refused e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }

    /// By the thread that stays until the process has ended: the process does not outlive it.
    public static Rehearsal start(Grounds grounds, String plugin, Listener listener) throws Refusal {
        var contract = Contract.load(grounds, plugin);
        try {
            var process = grounds.sandbox().start(contract.confinement(grounds), RunAs.here(), listener);
            return new Rehearsal(process, contract.greeting(grounds.version()));
        } catch (Refused e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }
}
