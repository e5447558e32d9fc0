package dev.outrigger.kaged.store;

import java.nio.file.Path;

/// How plugins come and go: a plan first, which changes nothing, then all of it or nothing.
public interface PluginPackages {
    /// What installing this folder would do.
    InstallPlan plan(Path source) throws StoreProblem;

    /// Carries out a plan, also against a crash. `local` says whether every project may use the plugin.
    default StoreStanding.Installed install(InstallPlan plan, boolean local) throws StoreProblem {
        return install(plan, local, LocalConfig.Origin.NONE);
    }

    /// The same, with a note of where a project had it from.
    StoreStanding.Installed install(InstallPlan plan, boolean local, LocalConfig.Origin origin) throws StoreProblem;

    /// Whether every project may use an installed plugin from now on, and the operator without one.
    void share(String name, boolean local) throws StoreProblem;

    /// What removing a plugin would take away.
    RemovalPlan planRemoval(String name, boolean purge) throws StoreProblem;

    void remove(RemovalPlan plan) throws StoreProblem;
}
