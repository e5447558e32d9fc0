package dev.outrigger.kaged.store;

import java.nio.file.Path;

/// How plugins come and go: a plan first, which changes nothing, then all of it or nothing.
public interface PluginPackages {
    /// What installing this folder would do.
    InstallPlan plan(Path source) throws StoreProblem;

    /// Carries out a plan, also against a crash. `local` says whether every project may use the plugin.
    StoreStanding.Installed install(InstallPlan plan, boolean local) throws StoreProblem;

    /// What removing a plugin would take away.
    RemovalPlan planRemoval(String name, boolean purge) throws StoreProblem;

    void remove(RemovalPlan plan) throws StoreProblem;
}
