package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.control.ControlDesk;
import dev.outrigger.kaged.control.ControlDesk.Declined;
import dev.outrigger.kaged.control.SocketPeer;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.project.DeclaredPlugin;
import dev.outrigger.kaged.project.FetchedPlugins;
import dev.outrigger.kaged.project.GitFetch;
import dev.outrigger.kaged.project.GitHosts;
import dev.outrigger.kaged.project.ProjectRecord;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.store.LocalConfig;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.launch.sandbox.Cgroups;
import dev.outrigger.launch.sandbox.Sandbox;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// Plugins that are fetched for projects, while somebody waits for them. Whoever leaves takes the fetch back.
final class ProjectFetches {
    private final DaemonServices grounds;
    private final ProjectDesk projects;
    private final Cgroups groups;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    ProjectFetches(DaemonServices grounds, ProjectDesk projects, Cgroups groups) {
        this.grounds = grounds;
        this.projects = projects;
        this.groups = groups;
    }

    private record Subject(ProjectRecord record, DeclaredPlugin plugin, GitHosts hosts) {
        String name() {
            return record.number() + " " + plugin.name();
        }
    }

    /// In the end there is `plugin`, as it stands then, or a `problem`.
    ControlDesk.Telling fetch(ToDaemon.Fetch asked, SocketPeer peer, ControlDesk.Teller teller)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        var subject = subject(asked, peer);
        if (!underWay.add(subject.name())) {
            throw new Declined(asked.plugin() + " is being fetched already");
        }
        var stop = new AtomicBoolean();
        Thread.ofPlatform().daemon().name("fetches " + asked.plugin()).start(() -> {
            Json.Obj answer;
            try {
                bring(subject, teller, stop);
                answer = brought(asked, peer);
            } catch (StoreProblem | AuditFailure | StorageFailure | Declined | IOException e) {
                answer = Json.object()
                        .put("problem", String.valueOf(e.getMessage()))
                        .build();
            } catch (RuntimeException e) {
                grounds.log().bug("while fetching " + asked.plugin(), e);
                answer = Json.object()
                        .put("problem", "kaged made a mistake; its log says which")
                        .build();
            } finally {
                underWay.remove(subject.name());
            }
            teller.end(answer);
        });
        return () -> stop.set(true);
    }

    private Subject subject(ToDaemon.Fetch asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        var found = new Subject[1];
        var _ = projects.inTurn(() -> {
            var standing = projects.standing(asked.project());
            var plugin = ProjectConsents.plugin(standing, asked.plugin());
            var hosts =
                    new GitHosts(LocalConfig.read(grounds.home().localConfig()).gitHosts());
            found[0] = new Subject(standing.record(), plugin, hosts);
            var source = Json.object().put("source", plugin.wanted().source()).build();
            projects.row(peer, standing.record(), plugin.name(), "fetching", source);
            return Json.EMPTY;
        });
        return found[0];
    }

    private void bring(Subject subject, ControlDesk.Teller teller, AtomicBoolean stop) throws StoreProblem {
        var sandbox = new Sandbox(
                grounds.home().sandboxes(),
                host -> subject.hosts.resolve(host, InetAddress.getAllByName(host)),
                groups);
        var into = FetchedPlugins.of(projects.records().place(subject.record.number()));
        new GitFetch(sandbox, grounds.home().keptOut(), GitFetch.Bounds.USUAL)
                .fetch(
                        subject.plugin.wanted(),
                        subject.hosts,
                        into,
                        line -> teller.tell(Json.object().put("message", line).build()),
                        () -> !stop.get());
    }

    private Json.Obj brought(ToDaemon.Fetch asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        var answer = projects.inTurn(() -> {
            var standing = projects.standing(asked.project());
            var plugin = ProjectConsents.plugin(standing, asked.plugin());
            projects.row(peer, standing.record(), plugin.name(), "fetched", plugin.json());
            return Json.object().put("plugin", plugin.json()).build();
        });
        return answer instanceof Json.Obj object ? object : Json.EMPTY;
    }
}
