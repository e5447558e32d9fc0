package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.control.Peer;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.service.Grounds;
import dev.outrigger.kaged.service.Refusal;
import dev.outrigger.kaged.service.Rehearsal;
import dev.outrigger.kaged.service.Services;
import dev.outrigger.kaged.store.ReplayFolder;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.launch.sandbox.Oversight;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// Plays recorded traces to fresh runs of plugins, one at a time. Nothing of the plugin's own is changed: it has a copy
/// of its data, reads what it may otherwise write, and its requests to the daemon are answered from the record. What it
/// may reach in the network it reaches, and only once the operator has said yes to just that.
final class Replays {
    private final Grounds grounds;
    private final Services services;
    private final Semaphore turn = new Semaphore(1);

    Replays(Grounds grounds, Services services) {
        this.grounds = grounds;
        this.services = services;
    }

    /// What a replay would reach for real, and what it would not be allowed.
    Json plan(String plugin) throws Refusal {
        usable(plugin);
        var rehearsal = Rehearsal.of(grounds, plugin);
        return Json.object()
                .put("plugin", plugin)
                .put("version", rehearsal.version())
                .put("reach", Json.texts(rehearsal.reach()))
                .put(
                        "withheld",
                        Json.texts(rehearsal.withheld().stream()
                                .map(path -> "write:fs:" + path)
                                .toList()))
                .build();
    }

    Json play(ToDaemon.Replay asked, Peer peer) throws Refusal, StoreProblem, AuditFailure, IOException {
        if (!turn.tryAcquire()) {
            throw new Refusal("another replay is under way: wait for its end");
        }
        try {
            return playInTurn(asked, peer);
        } finally {
            turn.release();
        }
    }

    private Json playInTurn(ToDaemon.Replay asked, Peer peer) throws Refusal, StoreProblem, AuditFailure, IOException {
        var plugin = asked.plugin();
        usable(plugin);
        var rehearsal = Rehearsal.of(grounds, plugin);
        var reach = rehearsal.reach();
        if (!new HashSet<>(asked.accepted()).containsAll(reach)) {
            throw new Refusal(plugin + " reaches for real, also in a replay: " + String.join(", ", reach)
                    + "; say yes to that first");
        }
        var script = ReplayScript.of(asked.recorded(), rules(rehearsal));
        var user = Integer.toString(peer.uid());
        var rows = ReplayRows.begin(
                grounds,
                user,
                plugin,
                Json.object()
                        .put("sha256", sha256(asked.recorded()))
                        .put("lines", script.lines())
                        .put("version", rehearsal.version())
                        .put("reach", Json.texts(reach))
                        .put("data", asked.withoutData() ? "none" : "a copy")
                        .build());
        try {
            var told = played(asked, rehearsal, script, user, rows);
            rows.ended(told.outcome(), told.figures());
            return told.json(rows.id(), reach);
        } catch (Refusal | StoreProblem | IOException | RuntimeException e) {
            rows.ended(
                    "failed",
                    Json.object().put("why", String.valueOf(e.getMessage())).build());
            throw e;
        }
    }

    private Replaying.Told played(
            ToDaemon.Replay asked, Rehearsal rehearsal, ReplayScript script, String user, ReplayRows rows)
            throws Refusal, StoreProblem, AuditFailure, IOException {
        var plugin = asked.plugin();
        var folder = ReplayFolder.make(grounds.home());
        try (var witness = new Witness(grounds, plugin, rows.id(), rehearsal.withheld())) {
            if (!asked.withoutData()) {
                folder.fill(grounds.home().data(plugin));
            }
            var oversight = Oversight.telling(witness);
            try (var process = rehearsal.start(folder.data(), witness, oversight)) {
                witness.watch(process, folder.data());
                var replaying = new Replaying(process, witness, rehearsal, rows, user);
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

    private static ReplayScript.Rules rules(Rehearsal rehearsal) {
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
        } catch (Refusal e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /// What is off for its calls is off for a replay.
    private void usable(String plugin) throws Refusal {
        var condition = services.condition(plugin);
        switch (condition.state()) {
            case IDLE, STARTING, READY, WAITING, STOPPING -> {}
            case FAILED, DISABLED ->
                throw new Refusal(plugin + " is switched off (" + condition.detail() + "), also for a replay:"
                        + " `kaged plugin enable " + plugin + "`");
            case BROKEN ->
                throw new Refusal(plugin + " cannot be used (" + condition.detail()
                        + "), nor replayed: mend it, then kaged plugin upgrade");
        }
    }

    private static String sha256(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
