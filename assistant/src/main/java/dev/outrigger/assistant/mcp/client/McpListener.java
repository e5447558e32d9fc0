package dev.outrigger.assistant.mcp.client;

import java.util.List;

/// Hears of servers. Lines begin with the server's name and are made harmless; they come from any thread.
public interface McpListener {
    /// What people should know: a server that cannot be started, a tool that was left out.
    void note(String line);

    /// Whose tools are waited for now, by the servers' names; nobody's, when it is over. By the thread that waits.
    default void waiting(List<String> servers) {}

    /// What only who looks for it wants to know: a server's stderr, its own log.
    default void log(String line) {}

    /// A request of the server's that is not granted, by its method: a model to use, for one. By the thread that reads.
    default void refused(String method) {}
}
