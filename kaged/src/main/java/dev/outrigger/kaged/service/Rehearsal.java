package dev.outrigger.kaged.service;

import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.store.Home;
import dev.outrigger.launch.Listener;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.Confined;
import dev.outrigger.launch.sandbox.Confinement;
import dev.outrigger.launch.sandbox.Oversight;
import dev.outrigger.launch.sandbox.Refused;
import dev.outrigger.launch.sandbox.RunAs;
import dev.outrigger.launch.sandbox.SandboxPlan;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A plugin beside its service: what it would run in, and a run that nobody supervises, for whoever tries it out.
/// `greeting` are the params of the `initialize` it expects.
public record Rehearsal(Confined process, Json.Obj greeting) {
    /// What the plugin in this folder would be confined to, part by part. Starts nothing, and needs no daemon.
    public static List<SandboxPlan.Rule<String>> explain(Home home, Path folder, Manifest manifest, String searchPath)
            throws Refusal {
        return explain(home, folder, manifest, Contract.capabilities(manifest), searchPath);
    }

    static List<SandboxPlan.Rule<String>> explain(
            Home home, Path folder, Manifest manifest, List<Capability> capabilities, String searchPath)
            throws Refusal {
        var confinement = Contract.confinement(manifest, folder, capabilities, home, searchPath);
        var data = home.data(manifest.name());
        if (Files.isDirectory(data)) {
            return explain(confinement);
        }
        // It has no folder that lasts before it is first started; another one stands in for it.
        try {
            var other = Files.createTempDirectory("kaged-explain");
            try {
                var like = new Confinement(
                        confinement.name(),
                        confinement.capabilities(),
                        confinement.folder(),
                        confinement.seenAt(),
                        other,
                        confinement.command(),
                        confinement.environment(),
                        confinement.limits(),
                        confinement.keptOut(),
                        confinement.unwritable(),
                        confinement.searchPath());
                return explain(like).stream()
                        .map(part -> new SandboxPlan.Rule<>(
                                part.rule().replace(other.toString(), data.toString()), part.because()))
                        .toList();
            } finally {
                Files.delete(other);
            }
        } catch (IOException e) {
            throw new Refusal("a sandbox cannot be planned: " + e.getMessage(), e);
        }
    }

    private static List<SandboxPlan.Rule<String>> explain(Confinement confinement) throws Refusal {
        try {
            return SandboxPlan.of(confinement).explain();
        } catch (Refused e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }

    /// By the thread that stays until the process has ended: the process does not outlive it.
    public static Rehearsal start(Grounds grounds, String plugin, Listener listener, Oversight oversight)
            throws Refusal {
        var contract = Contract.load(grounds, plugin);
        try {
            var as = RunAs.forPlugin(grounds.home().data(), plugin);
            var process = grounds.sandbox().start(contract.confinement(grounds), as, listener, oversight);
            return new Rehearsal(process, contract.greeting(grounds.version()));
        } catch (Refused e) {
            throw new Refusal(String.valueOf(e.getMessage()), e);
        }
    }
}
