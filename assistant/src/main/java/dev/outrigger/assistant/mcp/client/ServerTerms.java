package dev.outrigger.assistant.mcp.client;

import java.nio.file.Path;
import java.util.List;

/// On which terms a server is spoken to.
///
/// @param source what it is called to people
/// @param version of this program
/// @param roots what it is told when it asks where it may work
public record ServerTerms(String source, String version, List<Path> roots, McpTiming timing, McpListener listener) {
    public ServerTerms {
        roots = List.copyOf(roots);
    }
}
