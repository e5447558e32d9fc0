package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.control.ControlDesk.Declined;
import dev.outrigger.kaged.control.SocketPeer;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.service.PluginServices;
import dev.outrigger.kaged.service.StartCheck;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.store.InstallPlan;
import dev.outrigger.kaged.store.LocalConfig;
import dev.outrigger.kaged.store.PluginPackages;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// How plugins come and go while the daemon runs. The operator's word is in the audit before anything is changed.
final class PluginInstallation {
    private final DaemonServices grounds;
    private final PluginPackages packages;
    private final PluginServices services;
    private final PluginTurns turns = new PluginTurns();

    PluginInstallation(DaemonServices grounds, PluginPackages packages, PluginServices services) {
        this.grounds = grounds;
        this.packages = packages;
        this.services = services;
    }

    Json plan(String folder) throws StoreProblem, Declined {
        return planned(folder).json();
    }

    private InstallPlan planned(String folder) throws StoreProblem, Declined {
        return new BoundedFolderLook(grounds.steps()).at(folder, () -> looked(folder));
    }

    /// Nobody is asked about what could never be started.
    private InstallPlan looked(String folder) throws StoreProblem, Declined {
        var plan = packages.plan(path(folder));
        var startable = new StartCheck(grounds.home(), grounds.searchPath());
        var problem = startable.problem(plan.source(), plan.manifest());
        if (problem.isPresent()) {
            throw new Declined(problem.get().problem());
        }
        return startable
                .unconfigured(plan.manifest())
                .map(missing -> plan.noting("it is not started before this is right: " + missing))
                .orElse(plan);
    }

    Json install(ToDaemon.Install asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        var name = planned(asked.folder()).manifest().name();
        return turns.in(name, () -> installInTurn(name, asked, peer));
    }

    private Json installInTurn(String name, ToDaemon.Install asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, Declined, IOException {
        // Once more: whoever had the turn before may have changed what is there.
        var plan = planned(asked.folder());
        if (!plan.manifest().name().equals(name)) {
            throw new Declined(plan.source() + " was changed meanwhile: look at the plan again");
        }
        if (!plan.digest().equals(asked.digest())) {
            throw new Declined(plan.source() + " was changed meanwhile: look at the plan again");
        }
        fits(plan, asked.upgrade());
        decided(peer, name, asked.accepted() ? plan.deed() : "declined", plan);
        if (!asked.accepted()) {
            return Json.object().put("installed", false).build();
        }
        services.forget(name, "it is replaced");
        HomeFolders.dataOf(grounds.home(), name);
        var installed = packages.install(plan, true);
        // Whoever called it meanwhile started what was there before.
        services.forget(name, "it was replaced");
        grounds.log().note(name + " " + plan.manifest().version() + " is installed");
        return installed
                .json()
                .with("installed", Json.of(true))
                .with("deed", Json.of(plan.deed()))
                .with("notes", Json.texts(plan.notes()));
    }

    /// What a project brought, and the operator consented to by the hash in `origin`: for projects alone. A plugin of
    /// the operator's own is not replaced.
    void bring(String folder, LocalConfig.Origin origin, String digest)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        var name = planned(folder).manifest().name();
        var _ = turns.in(name, () -> {
            var plan = planned(folder);
            if (!plan.manifest().name().equals(name) || !plan.digest().equals(digest)) {
                throw new Declined(plan.source() + " was changed meanwhile: look at it again");
            }
            boolean there = !(plan.before() instanceof StoreStanding.Absent);
            if (there
                    && !LocalConfig.read(grounds.home().localConfig())
                            .plugin(name)
                            .ofProjects()) {
                throw new Declined(name + " is yours, and is not replaced by a project's");
            }
            services.forget(name, "it is replaced");
            HomeFolders.dataOf(grounds.home(), name);
            var installed = packages.install(plan, false, origin);
            services.forget(name, "it was replaced");
            grounds.log().note(name + " " + plan.manifest().version() + " is installed for a project");
            return installed.json();
        });
    }

    /// What installing this folder would do, for whoever asks within the daemon.
    InstallPlan look(String folder) throws StoreProblem, Declined {
        return planned(folder);
    }

    private static void fits(InstallPlan plan, boolean upgrade) throws Declined {
        var name = plan.manifest().name();
        switch (plan.before()) {
            case StoreStanding.Absent _
            when upgrade ->
                throw new Declined("there is no plugin " + name + " to upgrade: kaged plugin install " + plan.source());
            case StoreStanding.Installed _, StoreStanding.Broken _
            when !upgrade -> throw new Declined(name + " is installed already: kaged plugin upgrade " + plan.source());
            case StoreStanding.Absent _, StoreStanding.Installed _, StoreStanding.Broken _ -> {}
        }
    }

    private void decided(SocketPeer peer, String name, String word, InstallPlan plan) throws AuditFailure {
        var origin = plan.origin();
        var payload = Json.object()
                .put("version", plan.manifest().version())
                .put("source", origin.isEmpty() ? plan.source().toString() : origin)
                .put("digest", plan.digest())
                .put("capabilities", plan.difference().json())
                .build();
        said(peer, name, word, payload);
    }

    Json remove(ToDaemon.Remove asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return turns.in(asked.plugin(), () -> removeInTurn(asked, peer));
    }

    private Json removeInTurn(ToDaemon.Remove asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure {
        var name = asked.plugin();
        var plan = packages.planRemoval(name, asked.purge());
        said(peer, name, asked.purge() ? "purging" : "removing", plan.json());
        services.forget(name, "it is removed");
        try {
            packages.remove(plan);
            services.forget(name, "it was removed");
            if (asked.purge()) {
                grounds.storage().purge(name);
            }
        } catch (StoreProblem | StorageFailure e) {
            var why = Json.of(String.valueOf(e.getMessage()));
            said(
                    peer,
                    name,
                    asked.purge() ? "purge failed" : "removal failed",
                    plan.json().with("problem", why));
            throw e;
        }
        said(peer, name, asked.purge() ? "purged" : "removed", plan.json());
        grounds.log().note(name + (asked.purge() ? " is removed with everything it kept" : " is removed"));
        return plan.json();
    }

    private void said(SocketPeer peer, String name, String word, Json.Obj payload) throws AuditFailure {
        grounds.audit()
                .append(AuditEntry.event(
                        AuditEntry.Kind.INSTALL,
                        grounds.clock().instant(),
                        Integer.toString(peer.uid()),
                        name,
                        word,
                        payload));
    }

    private static Path path(String folder) throws Declined {
        try {
            var path = Path.of(folder);
            if (path.isAbsolute() && Files.isDirectory(path)) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw new Declined(Excerpt.of(folder) + " cannot be the name of a folder where the daemon runs: "
                    + e.getReason() + "; start it with LC_ALL=C.UTF-8");
        }
        throw new Declined("there is no folder " + folder);
    }
}
