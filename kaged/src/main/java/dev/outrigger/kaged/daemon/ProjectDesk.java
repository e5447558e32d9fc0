package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.audit.AuditEntry;
import dev.outrigger.kaged.audit.AuditFailure;
import dev.outrigger.kaged.control.ControlDesk.Declined;
import dev.outrigger.kaged.control.SocketPeer;
import dev.outrigger.kaged.control.ToDaemon;
import dev.outrigger.kaged.manifest.ManifestProblem;
import dev.outrigger.kaged.manifest.ProjectFile;
import dev.outrigger.kaged.manifest.ProjectFileReader;
import dev.outrigger.kaged.project.ProjectIds;
import dev.outrigger.kaged.project.ProjectJudge;
import dev.outrigger.kaged.project.ProjectRecord;
import dev.outrigger.kaged.project.ProjectRecords;
import dev.outrigger.kaged.project.ProjectStanding;
import dev.outrigger.kaged.service.DaemonServices;
import dev.outrigger.kaged.service.PluginServices;
import dev.outrigger.kaged.service.ProjectShare;
import dev.outrigger.kaged.service.ServiceRefusal;
import dev.outrigger.kaged.storage.StorageFailure;
import dev.outrigger.kaged.store.LocalConfig;
import dev.outrigger.kaged.store.PluginPackages;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.wire.Excerpt;
import dev.outrigger.wire.Json;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Projects come and go here, one after the other. What is asked of the operator's word is [ProjectConsents]'.
final class ProjectDesk {
    /// No plugin has such a name.
    private static final String TURN = "projects";

    private final DaemonServices grounds;
    private final PluginPackages packages;
    private final PluginServices services;
    private final ActivePlugins active;
    private final ProjectRecords records;
    private final ProjectJudge judge;
    private final BoundedFolderLook look;
    private final PluginTurns turns = new PluginTurns();
    /// Those that are loaded, as they stood when they were last looked at; by their numbers.
    private final Map<Integer, ProjectStanding> standings = new LinkedHashMap<>();
    /// Whether all have been looked at since the daemon began.
    private boolean known;

    ProjectDesk(DaemonServices grounds, OperatorServices operator, PluginServices services, ActivePlugins active) {
        this.grounds = grounds;
        this.packages = operator.packages();
        this.services = services;
        this.active = active;
        this.look = new BoundedFolderLook(grounds.steps());
        this.records = operator.projects();
        this.judge = new ProjectJudge(grounds.home(), grounds.store(), records);
    }

    ProjectRecords records() {
        return records;
    }

    /// Waits for the turn, and for the end of it, whatever becomes of who asked.
    Json inTurn(PluginTurns.Work work) throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return turns.in(TURN, () -> {
            if (!known) {
                lookAtAll();
            }
            return work.done();
        });
    }

    Json load(String folder, SocketPeer peer) throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return inTurn(() -> {
            var root = root(folder);
            var file = look.at("the project in " + root, () -> read(root));
            var all = records.list();
            var id = ProjectIds.of(root, file.id(), all);
            var known = ProjectIds.at(root, all);
            var record = (known.isPresent() ? known.get() : records.make(root, id)).as(id, true);
            row(
                    peer,
                    record,
                    "",
                    "loaded",
                    Json.object().put("root", root.toString()).build());
            records.write(record);
            var standing = judged(record, true);
            show(List.of(standing));
            return standing.json();
        });
    }

    Json unload(ToDaemon.UnloadProject asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return inTurn(() -> {
            var record = named(asked.project());
            row(peer, record, "", asked.forget() ? "forgotten" : "unloaded", Json.EMPTY);
            if (asked.forget()) {
                records.remove(record);
            } else {
                records.write(record.as(record.id(), false));
            }
            boolean loaded = standings.containsKey(record.number());
            show(() -> standings.remove(record.number()));
            return Json.object()
                    .put("id", record.id())
                    .put("root", record.root().toString())
                    .put("was_loaded", loaded)
                    .build();
        });
    }

    Json list() throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return inTurn(() -> {
            var all = new ArrayList<Json>();
            for (var record : records.list()) {
                var known = standings.get(record.number());
                all.add((known == null ? new ProjectStanding(record, "", "", List.of()) : known).json());
            }
            return new Json.Arr(all);
        });
    }

    Json status(String project) throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return inTurn(() -> standing(project).json());
    }

    Json share(ToDaemon.Share asked, SocketPeer peer)
            throws StoreProblem, AuditFailure, StorageFailure, Declined, IOException {
        return inTurn(() -> {
            var name = asked.plugin();
            var word = asked.local() ? "promoted" : "demoted";
            row(peer, "", name, word, Json.EMPTY);
            packages.share(name, asked.local());
            pluginChanged(name);
            return Json.object().put("name", name).put("local", asked.local()).build();
        });
    }

    /// In its turn: how it stands now, thoroughly looked at; known to all from now on, if it is loaded.
    ProjectStanding standing(String project) throws StoreProblem, Declined {
        var record = named(project);
        var standing = judged(record, true);
        if (record.loaded()) {
            show(List.of(standing));
        }
        return standing;
    }

    /// In its turn: after the store was changed, or something about this plugin was decided.
    void pluginChanged(String plugin) throws StoreProblem, Declined {
        var anew = new ArrayList<ProjectStanding>();
        for (var standing : List.copyOf(standings.values())) {
            if (standing.plugin(plugin).isPresent()) {
                anew.add(judged(current(standing.record()), false));
            }
        }
        show(anew);
    }

    private ProjectRecord current(ProjectRecord known) throws StoreProblem {
        return records.list().stream()
                .filter(each -> each.number() == known.number())
                .findFirst()
                .orElse(known);
    }

    /// When the daemon starts. Until they can be looked at, nobody has a plugin.
    void begin() {
        try {
            var _ = inTurn(() -> Json.EMPTY);
        } catch (StoreProblem | AuditFailure | StorageFailure | Declined | IOException e) {
            active.unknown(String.valueOf(e.getMessage()));
            grounds.log().note("no plugin and no project can be used: " + e.getMessage());
        }
    }

    /// At all that are loaded.
    private void lookAtAll() throws StoreProblem, Declined {
        records.recover().forEach(grounds.log()::note);
        var loaded = new ArrayList<ProjectStanding>();
        for (var record : records.list()) {
            if (record.loaded()) {
                loaded.add(judged(record, false));
            }
        }
        show(loaded);
        known = true;
    }

    /// From now on this is how they stand; what follows from that for plugins that run is done.
    private void show(Runnable change) throws StoreProblem {
        var before = shares();
        change.run();
        active.show(
                List.copyOf(standings.values()),
                grounds.store(),
                LocalConfig.read(grounds.home().localConfig()));
        var after = shares();
        before.keySet().forEach(plugin -> after.putIfAbsent(plugin, active.shares(plugin)));
        after.forEach((plugin, now) -> {
            var had = before.getOrDefault(plugin, List.of());
            if (!now.equals(had)) {
                had.stream()
                        .filter(share ->
                                now.stream().noneMatch(each -> each.id().equals(share.id())))
                        .forEach(share -> services.forget(
                                plugin, share.id(), "it is not active for " + share.id() + " any more"));
                sharedRun(plugin, now.isEmpty());
            }
        });
    }

    /// Of every plugin that a project declares: the projects that it is active for.
    private Map<String, List<ProjectShare>> shares() {
        var shares = new HashMap<String, List<ProjectShare>>();
        for (var standing : standings.values()) {
            for (var plugin : standing.plugins()) {
                shares.put(plugin.name(), active.shares(plugin.name()));
            }
        }
        return shares;
    }

    private void show(List<ProjectStanding> anew) throws StoreProblem {
        show(() -> anew.forEach(standing -> standings.put(standing.record().number(), standing)));
    }

    private void sharedRun(String plugin, boolean unused) {
        if (!unused || !active.isOfProjects(plugin)) {
            services.tellProjects(plugin);
            return;
        }
        try {
            services.stop(plugin, "no project has it any more");
        } catch (ServiceRefusal _) {
            // It is not installed any more.
        }
    }

    private ProjectStanding judged(ProjectRecord record, boolean thorough) throws StoreProblem, Declined {
        return look.at("the project in " + record.root(), () -> judge.judge(record, thorough));
    }

    ProjectRecord named(String project) throws StoreProblem {
        return ProjectIds.named(project, records.list());
    }

    private static ProjectFile read(Path root) throws StoreProblem {
        try {
            return ProjectFileReader.read(root);
        } catch (ManifestProblem e) {
            throw new StoreProblem(e);
        }
    }

    /// Its real path. What is kaged's own is no project's.
    private Path root(String folder) throws Declined {
        try {
            var path = Path.of(folder);
            if (!path.isAbsolute()) {
                throw new Declined("a folder is named by its whole path, and " + Excerpt.of(folder) + " is none");
            }
            var root = path.toRealPath();
            for (var own : grounds.home().keptOut()) {
                if (own.startsWith(root) || root.startsWith(own)) {
                    throw new Declined(root + " cannot be a project: " + own + " and it are one inside the other");
                }
            }
            return root;
        } catch (InvalidPathException | IOException _) {
            throw new Declined("there is no folder " + Excerpt.of(folder));
        }
    }

    void row(SocketPeer peer, ProjectRecord record, String plugin, String word, Json.Obj payload) throws AuditFailure {
        row(peer, record.id(), plugin, word, payload);
    }

    private void row(SocketPeer peer, String project, String plugin, String word, Json.Obj payload)
            throws AuditFailure {
        var who = Integer.toString(peer.uid());
        var now = grounds.clock().instant();
        grounds.audit()
                .append(new AuditEntry(AuditEntry.Kind.INSTALL, now, who, project, plugin, word, "", -1, payload));
    }
}
