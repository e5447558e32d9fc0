package dev.outrigger.kaged.service;

import java.util.List;

/// The projects that one run of a plugin is for: all that it is active for; or one alone, whose folder it was promised.
sealed interface PluginProjects {
    /// What it hears of when it starts.
    List<ProjectShare> told();

    /// The one it runs for, and for no other.
    ProjectShare only();

    record Shared(ProjectReach reach, String plugin) implements PluginProjects {
        @Override
        public List<ProjectShare> told() {
            return reach.shares(plugin);
        }

        @Override
        public ProjectShare only() {
            return ProjectShare.NONE;
        }
    }

    record Apart(ProjectShare only) implements PluginProjects {
        @Override
        public List<ProjectShare> told() {
            return List.of(only);
        }
    }
}
