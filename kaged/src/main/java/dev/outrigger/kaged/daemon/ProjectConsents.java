package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.control.ControlDesk.Declined;
import dev.outrigger.kaged.control.SocketPeer;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.manifest.CapabilityDifference;
import dev.outrigger.kaged.project.ConsentSubject;
import dev.outrigger.kaged.project.Decision;
import dev.outrigger.kaged.project.DeclaredPlugin;
import dev.outrigger.kaged.project.FetchedPlugins;
import dev.outrigger.kaged.project.ProjectRecord;
import dev.outrigger.kaged.project.ProjectStanding;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.kaged.service.TrialRun;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.store.LocalConfig;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.launch.sandbox.PlanReason;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The operator's word on the plugins of projects, each by itself: what a yes would mean, and what was said. A word is
/// kept before anything is changed; what it promised is brought about after that, by the next start if need be.
final class ProjectConsents {
    private final DaemonServices grounds;
    private final ProjectDesk projects;
    private final PluginInstallation installing;

    ProjectConsents(DaemonServices grounds, ProjectDesk projects, PluginInstallation installing) {
        this.grounds = grounds;
        this.projects = projects;
        this.installing = installing;
    }

    /// What saying yes would mean.
    Json plan(ToDaemon.PlanConsent asked) throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return projects.inTurn(() -> {
            var standing = projects.standing(asked.project());
            var plugin = plugin(standing, asked.plugin());
            var plan = plugin.json().with("project", Json.of(standing.id()));
            var subject = plugin.subject();
            return subject == null ? plan : shown(plan, standing, plugin, subject);
        });
    }

    private Json shown(Json.Obj plan, ProjectStanding standing, DeclaredPlugin plugin, ConsentSubject subject)
            throws StoreProblem, Declined {
        var manifest = subject.manifest();
        var before = grounds.store().standing(plugin.name());
        var had = before instanceof StoreStanding.Installed installed
                ? installed.manifest().capabilityTexts()
                : List.<String>of();
        return plan.with("manifest", manifest.json())
                .with("files_from", Json.of(subject.source()))
                .with("installs", Json.of(subject.installs()))
                .with("before", before.json())
                .with(
                        "capabilities",
                        CapabilityDifference.between(had, manifest.capabilityTexts())
                                .json())
                .with("rules", rules(subject))
                .with("notes", Json.texts(notes(standing, plugin, subject)));
    }

    /// What it could reach, part by part, as `explain` has it.
    private Json rules(ConsentSubject subject) throws Declined {
        try {
            var rules = new ArrayList<Json>();
            var found = TrialRun.explain(grounds.home(), subject.folder(), subject.manifest(), grounds.searchPath());
            for (var part : found) {
                if (!(part.because() instanceof PlanReason.Declared)) {
                    continue;
                }
                rules.add(Json.object()
                        .put("rule", part.rule())
                        .put("because", part.because().words())
                        .build());
            }
            return new Json.Arr(rules);
        } catch (ServiceRefusal e) {
            throw new Declined(e);
        }
    }

    private List<String> notes(ProjectStanding standing, DeclaredPlugin plugin, ConsentSubject subject)
            throws StoreProblem {
        var notes = new ArrayList<String>();
        if (subject.installs()) {
            for (var other : projects.records().list()) {
                var decision = other.decision(plugin.name());
                if (other.loaded()
                        && other.number() != standing.record().number()
                        && decision.isPresent()
                        && decision.get().accepted()) {
                    notes.add("it replaces what " + other.id() + " has: that project becomes pending");
                }
            }
        }
        notes.addAll(LookAlikeNames.of(plugin.name(), grounds.store().list()));
        return notes;
    }

    Json decide(ToDaemon.Decide asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return projects.inTurn(() -> {
            var standing = projects.standing(asked.project());
            var plugin = plugin(standing, asked.plugin());
            var subject = plugin.subject();
            if (asked.accepted()) {
                accept(standing, plugin, checked(plugin, subject, asked.sha256()), peer);
            } else {
                decline(standing, plugin, subject, peer);
            }
            return projects.standing(asked.project()).json();
        });
    }

    static DeclaredPlugin plugin(ProjectStanding standing, String name) throws Declined {
        if (!standing.problem().isEmpty()) {
            throw new Declined(standing.problem());
        }
        return standing.plugin(name)
                .orElseThrow(() -> new Declined("the project " + standing.id() + " declares no plugin " + name));
    }

    private static ConsentSubject checked(DeclaredPlugin plugin, @Nullable ConsentSubject subject, String sha256)
            throws Declined {
        var name = plugin.name();
        if (plugin.active()) {
            throw new Declined(name + " is active already");
        }
        if (subject == null) {
            throw new Declined("there is nothing to say yes to: " + name + " is "
                    + plugin.state().word() + (plugin.why().isEmpty() ? "" : ": " + plugin.why()));
        }
        if (!subject.sha256().equals(sha256)) {
            throw new Declined(name + " is not what was shown (it is " + subject.sha256() + " now): look at it again");
        }
        return subject;
    }

    private void decline(
            ProjectStanding standing, DeclaredPlugin plugin, @Nullable ConsentSubject subject, SocketPeer peer)
            throws StoreProblem, AuditFailure, Declined {
        var decision = subject == null
                ? new Decision(false, "", "", "", plugin.wanted().source(), "", List.of(), who(peer), now(), true)
                : decision(false, subject, "", peer);
        projects.row(peer, standing.record(), plugin.name(), "declined", decision.json());
        projects.records().write(standing.record().with(plugin.name(), decision));
        fetched(standing.record()).forget(plugin.name());
        projects.pluginChanged(plugin.name());
    }

    private void accept(ProjectStanding standing, DeclaredPlugin plugin, ConsentSubject subject, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        var digest = subject.installs()
                ? installing.look(subject.folder().toString()).digest()
                : installedDigest(plugin.name());
        var decision = decision(true, subject, digest, peer);
        var record = standing.record().with(plugin.name(), decision);
        projects.row(peer, record, plugin.name(), "accepted", decision.json());
        projects.records().write(record);
        boolean done = false;
        try {
            settle(record, plugin.name(), decision, subject);
            done = true;
        } finally {
            if (!done) {
                projects.row(peer, record, plugin.name(), "not installed", decision.json());
                projects.records().write(standing.record());
            }
        }
        projects.pluginChanged(plugin.name());
    }

    private String installedDigest(String plugin) throws StoreProblem, Declined {
        return grounds.store()
                .agreed(plugin)
                .orElseThrow(() -> new Declined("there is no note of what was agreed to for " + plugin
                        + ": kaged plugin upgrade DIR, with a folder that you agree to"));
    }

    /// Brings about what was promised.
    private void settle(ProjectRecord record, String plugin, Decision decision, ConsentSubject subject)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        if (subject.installs()) {
            var origin = new LocalConfig.Origin(decision.source(), decision.commit(), decision.sha256());
            installing.bring(subject.folder().toString(), origin, decision.digest());
        }
        projects.records().write(record.with(plugin, decision.isDone()));
        fetched(record).forget(plugin);
    }

    /// When the daemon starts: what was accepted, and not brought about by the one before.
    void finish() {
        try {
            var _ = projects.inTurn(() -> {
                for (var record : projects.records().list()) {
                    for (var decided : record.decisions().entrySet()) {
                        if (record.loaded() && !decided.getValue().done()) {
                            finish(record, decided.getKey(), decided.getValue());
                        }
                    }
                }
                return Json.EMPTY;
            });
        } catch (StoreProblem | AuditFailure | StorageFailure | Declined | IOException e) {
            grounds.log().note("what was accepted for projects cannot be finished: " + e.getMessage());
        }
    }

    private void finish(ProjectRecord record, String plugin, Decision decision) {
        try {
            var standing = projects.standing(record.id());
            var subject = plugin(standing, plugin).subject();
            if (subject != null && subject.sha256().equals(decision.sha256())) {
                settle(standing.record(), plugin, decision, subject);
                projects.pluginChanged(plugin);
            } else {
                grounds.log()
                        .note(plugin + " was accepted for " + record.id()
                                + ", and is not there any more as it was then: kaged project consent " + record.id());
            }
        } catch (StoreProblem | AuditFailure | StorageFailure | Declined | IOException e) {
            grounds.log()
                    .note(plugin + " was accepted for " + record.id() + ", and cannot be installed: " + e.getMessage());
        }
    }

    private FetchedPlugins fetched(ProjectRecord record) {
        return FetchedPlugins.of(projects.records().place(record.number()));
    }

    private Decision decision(boolean accepted, ConsentSubject subject, String digest, SocketPeer peer) {
        return new Decision(
                accepted,
                subject.manifest().version(),
                subject.sha256(),
                digest,
                subject.source(),
                subject.commit(),
                subject.manifest().capabilityTexts(),
                who(peer),
                now(),
                !accepted);
    }

    private static String who(SocketPeer peer) {
        return Integer.toString(peer.uid());
    }

    private String now() {
        return grounds.clock().instant().toString();
    }
}
