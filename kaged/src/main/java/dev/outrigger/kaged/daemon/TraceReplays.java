package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.control.SocketPeer;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.service.PluginServices;
import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.kaged.service.TrialRun;
import dev.outrigger.kaged.store.ReplayFolder;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.SandboxOversight;
import dev.outrigger.system.Sha256;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Plays recorded traces to fresh runs of plugins, one at a time. Nothing of the plugin's own is changed: it has a copy
/// of its data, reads what it may otherwise write, and its requests to the daemon are answered from the record. What it
/// may reach in the network it reaches, and only once the operator has said yes to just that.
final class TraceReplays {
    private final DaemonServices grounds;
    private final PluginServices services;
    private final Semaphore turn = new Semaphore(1);

    TraceReplays(DaemonServices grounds, PluginServices services) {
        this.grounds = grounds;
        this.services = services;
    }

    /// What a replay would reach for real, and what it would not be allowed.
    Json plan(String plugin) throws ServiceRefusal {
        usable(plugin);
        var rehearsal = TrialRun.of(grounds, plugin);
        return Json.object()
                .put("plugin", plugin)
                .put("version", rehearsal.version())
                .put("reach", Json.texts(rehearsal.reach()))
                .put(
                        "withheld",
                        Json.texts(rehearsal.withheld().stream()
                                .map(path -> new Capability.WritePath(path).text())
                                .toList()))
                .build();
    }

    Json play(ToDaemon.Replay asked, SocketPeer peer) throws ServiceRefusal, StoreProblem, AuditFailure, IOException {
        if (!turn.tryAcquire()) {
            throw new ServiceRefusal("another replay is under way: wait for its end");
        }
        try {
            return playInTurn(asked, peer);
        } finally {
            turn.release();
        }
    }

    private Json playInTurn(ToDaemon.Replay asked, SocketPeer peer)
            throws ServiceRefusal, StoreProblem, AuditFailure, IOException {
        var plugin = asked.plugin();
        usable(plugin);
        var rehearsal = TrialRun.of(grounds, plugin);
        var reach = rehearsal.reach();
        if (!new HashSet<>(asked.accepted()).containsAll(reach)) {
            throw new ServiceRefusal(plugin + " reaches for real, also in a replay: " + String.join(", ", reach)
                    + "; say yes to that first");
        }
        var script = ReplayScript.of(asked.recorded(), rules(rehearsal));
        var user = Integer.toString(peer.uid());
        var rows = ReplayRows.begin(
                grounds,
                user,
                plugin,
                Json.object()
                        .put("sha256", Sha256.of(asked.recorded()))
                        .put("lines", script.lines())
                        .put("version", rehearsal.version())
                        .put("reach", Json.texts(reach))
                        .put("data", asked.withoutData() ? "none" : "a copy")
                        .build());
        try {
            var told = played(asked, rehearsal, script, user, rows);
            rows.ended(told.outcome(), told.figures());
            return told.json(rows.id(), reach);
        } catch (ServiceRefusal | StoreProblem | IOException | RuntimeException e) {
            rows.ended(
                    "failed",
                    Json.object().put("why", String.valueOf(e.getMessage())).build());
            throw e;
        }
    }

    private RunningReplay.Told played(
            ToDaemon.Replay asked, TrialRun rehearsal, ReplayScript script, String user, ReplayRows rows)
            throws ServiceRefusal, StoreProblem, AuditFailure, IOException {
        var plugin = asked.plugin();
        var folder = ReplayFolder.make(grounds.home());
        try (var witness = new ReplayWitness(grounds, plugin, rows.id(), rehearsal.withheld())) {
            if (!asked.withoutData()) {
                folder.fill(grounds.home().data(plugin));
            }
            var oversight = SandboxOversight.telling(witness);
            try (var process = rehearsal.start(folder.data(), witness, oversight)) {
                witness.watch(process, folder.data());
                var replaying = new RunningReplay(process, witness, rehearsal, rows, user);
                return replaying.play(plugin, script, () -> switchedOff(plugin), oversight);
            }
        } finally {
            try {
                folder.close();
            } catch (IOException e) {
                grounds.log().note("a replay's copy of data stays until the next start: " + e);
            }
        }
    }

    private static ReplayScript.Rules rules(TrialRun rehearsal) {
        return new ReplayScript.Rules() {
            @Override
            public Optional<String> objection(String method, Json.Obj params) {
                return rehearsal.objection(method, params);
            }

            @Override
            public Json.Obj greeting() {
                return rehearsal.greeting();
            }
        };
    }

    private Optional<String> switchedOff(String plugin) {
        try {
            usable(plugin);
            return Optional.empty();
        } catch (ServiceRefusal e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// What is off for its calls is off for a replay.
    private void usable(String plugin) throws ServiceRefusal {
        var condition = services.condition(plugin);
        switch (condition.state()) {
            case IDLE, STARTING, READY, WAITING, STOPPING -> {}
            case FAILED, DISABLED ->
                throw new ServiceRefusal(plugin + " is switched off (" + condition.detail() + "), also for a replay:"
                        + " `kaged plugin enable " + plugin + "`");
            case BROKEN ->
                throw new ServiceRefusal(plugin + " cannot be used (" + condition.detail()
                        + "), nor replayed: mend it, then kaged plugin upgrade");
        }
    }
}
