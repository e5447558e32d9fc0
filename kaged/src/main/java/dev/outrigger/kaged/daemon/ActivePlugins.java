package dev.outrigger.kaged.daemon;

import dev.outrigger.kaged.manifest.Manifest;
import dev.outrigger.kaged.project.DeclaredPlugin;
import dev.outrigger.kaged.project.ProjectStanding;
import dev.outrigger.kaged.service.ProjectReach;
import dev.outrigger.kaged.service.ProjectShare;
import dev.outrigger.kaged.store.InstalledPlugins;
import dev.outrigger.kaged.store.LocalConfig;
import dev.outrigger.kaged.store.StoreProblem;
import dev.outrigger.kaged.store.StoreStanding;
import dev.outrigger.launch.sandbox.Capability;
import dev.outrigger.launch.sandbox.ConfinementRefused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What every call is held against, in memory: which plugins are active for which project, which are there for projects
/// alone, and which run once for each. It is a picture of the records and of the store, taken anew by whoever changes
/// these.
final class ActivePlugins implements ProjectReach {
    private volatile Picture picture = Picture.unknown("nobody has looked at them yet");

    /// By id and by folder; and the plugins. Where there is something in `unknown`, that is why there is no picture.
    private record Picture(
            String unknown,
            Map<String, Project> projects,
            Map<String, List<ProjectShare>> shares,
            Set<String> ofProjects,
            Set<String> apart) {
        static Picture unknown(String why) {
            return new Picture(why, Map.of(), Map.of(), Set.of(), Set.of());
        }
    }

    private record Project(String id, Map<String, DeclaredPlugin> plugins, Map<String, ProjectShare> active) {}

    @Override
    public Reach of(String plugin, String project) {
        var now = picture;
        if (!now.unknown.isEmpty()) {
            return new Reach.Denied("whose " + plugin + " is cannot be told: " + now.unknown
                    + "; then `kaged plugin reload " + plugin + "`");
        }
        boolean apart = now.apart.contains(plugin);
        if (project.isEmpty()) {
            if (now.ofProjects.contains(plugin)) {
                return new Reach.Denied(plugin + " is there for projects alone: --project names one, and `kaged plugin"
                        + " promote " + plugin + "` makes it yours");
            }
            return apart
                    ? new Reach.Denied(plugin + " works in the folder of a project: --project names one")
                    : new Reach.Granted(ProjectShare.NONE, false);
        }
        var known = now.projects.get(project);
        if (known == null) {
            return new Reach.Denied("no project " + project + " is loaded: kaged project list");
        }
        var share = known.active.get(plugin);
        return share == null
                ? new Reach.Denied(
                        plugin + " is not active for the project " + known.id + why(known.plugins.get(plugin)))
                : new Reach.Granted(share, apart);
    }

    private static String why(@Nullable DeclaredPlugin standing) {
        return standing == null
                ? ": the project does not declare it"
                : " (" + standing.state().word() + (standing.why().isEmpty() ? "" : ": " + standing.why()) + ")";
    }

    @Override
    public List<ProjectShare> shares(String plugin) {
        return picture.shares.getOrDefault(plugin, List.of());
    }

    boolean isOfProjects(String plugin) {
        return picture.ofProjects.contains(plugin);
    }

    /// Nobody has any until it is known whose they are.
    void unknown(String why) {
        picture = Picture.unknown(why);
    }

    /// From now on this is how it is; the projects are those that are loaded.
    void show(List<ProjectStanding> standings, InstalledPlugins store, LocalConfig local) throws StoreProblem {
        var projects = new HashMap<String, Project>();
        var shares = new HashMap<String, List<ProjectShare>>();
        for (var standing : standings) {
            var project = project(standing);
            project.active.forEach((plugin, share) ->
                    shares.computeIfAbsent(plugin, _ -> new ArrayList<>()).add(share));
            projects.put(standing.root().toString(), project);
            projects.put(standing.id(), project);
        }
        var ofProjects = new HashSet<String>();
        var apart = new HashSet<String>();
        for (var installed : store.list()) {
            if (local.plugin(installed.name()).ofProjects()) {
                ofProjects.add(installed.name());
            }
            if (installed instanceof StoreStanding.Installed(var name, var _, var manifest) && wantsProject(manifest)) {
                apart.add(name);
            }
        }
        picture = new Picture("", projects, shares, ofProjects, apart);
    }

    private static Project project(ProjectStanding standing) {
        var plugins = new HashMap<String, DeclaredPlugin>();
        var active = new HashMap<String, ProjectShare>();
        for (var plugin : standing.plugins()) {
            plugins.put(plugin.name(), plugin);
            if (plugin.active()) {
                active.put(plugin.name(), share(standing.id(), standing.name(), standing.root(), plugin));
            }
        }
        return new Project(standing.id(), plugins, active);
    }

    private static ProjectShare share(String id, String name, Path root, DeclaredPlugin plugin) {
        return new ProjectShare(id, name, root, plugin.wanted().config());
    }

    static boolean wantsProject(Manifest manifest) {
        for (var text : manifest.capabilityTexts()) {
            try {
                if (Capability.parse(text).isOfProject()) {
                    return true;
                }
            } catch (ConfinementRefused e) {
                throw new IllegalStateException("a manifest was read with it: " + text, e);
            }
        }
        return false;
    }
}
