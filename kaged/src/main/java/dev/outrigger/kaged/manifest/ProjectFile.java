package dev.outrigger.kaged.manifest;

import dev.outrigger.wire.Json;
import java.util.List;

/// What a project says of itself in `.kaged/project.yaml`. Made by [ProjectFileReader] alone, so that every value in it
/// has been checked. Texts that the file leaves out are empty.
///
/// @param assistant for sessions: which model, instructions and tools
public record ProjectFile(String id, String name, String description, List<Wanted> plugins, Json.Obj assistant) {
    public ProjectFile {
        plugins = List.copyOf(plugins);
    }

    /// A plugin that the project declares: `source` is where it comes from where it is not installed, `line` where the
    /// file says so.
    public record Wanted(String name, String source, String version, Json.Obj config, int line) {
        /// Whether any version will do, or it is this one.
        public boolean takes(String other) {
            return version.isEmpty() || version.equals(other);
        }
    }
}
