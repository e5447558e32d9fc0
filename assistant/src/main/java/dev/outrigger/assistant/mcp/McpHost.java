package dev.outrigger.assistant.mcp;

import dev.outrigger.assistant.mcp.client.McpListener;
import dev.outrigger.launch.Launcher;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What all servers share.
///
/// @param cache the folder where tool lists are remembered
/// @param folders where a server's own folder may be made, the first that is fit; see [ServerFolder]
/// @param roots what a server is told when it asks where it may work
/// @param environment ours, of which servers get very little; see [ServerEnvironment]
/// @param version of this program
public record McpHost(
        Launcher launcher,
        Path cache,
        List<Path> folders,
        List<Path> roots,
        Map<String, String> environment,
        String version,
        McpListener listener) {
    public McpHost {
        folders = List.copyOf(folders);
        roots = List.copyOf(roots);
        environment = Map.copyOf(environment);
    }
}
