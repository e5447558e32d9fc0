package dev.outrigger.assistant.mcp.client;

import java.nio.file.Path;
import java.util.List;

/// On which terms a server is spoken to.
///
/// @param source what it is called to people
/// @param version of this program
/// @param roots what it is told when it asks where it may work
/// @param linesLogged so many lines of its log are passed on, and no more; for a listener without a limit of its own
public record ServerTerms(
        String source, String version, List<Path> roots, McpTiming timing, McpListener listener, int linesLogged) {
    public static final int LINES_LOGGED = 1000;

    public ServerTerms {
        roots = List.copyOf(roots);
    }
}
