package dev.outrigger.kaged.service;

import java.util.List;

/// Which plugin is there for which project, by the operator's word.
public interface ProjectReach {
    /// Every plugin is the operator's own, and there is no project.
    ProjectReach ALL_LOCAL = new ProjectReach() {
        @Override
        public Reach of(String plugin, String project) {
            return project.isEmpty()
                    ? new Reach.Granted(ProjectShare.NONE, false)
                    : new Reach.Denied("there is no project " + project);
        }

        @Override
        public List<ProjectShare> shares(String plugin) {
            return List.of();
        }
    };

    /// Whether a call may go to the plugin, `project` being an id or a folder, or empty for none.
    Reach of(String plugin, String project);

    /// The projects that it is active for.
    List<ProjectShare> shares(String plugin);

    sealed interface Reach {
        /// `apart`: the plugin runs once for each project.
        record Granted(ProjectShare share, boolean apart) implements Reach {}

        record Denied(String why) implements Reach {}
    }
}
