package dev.outrigger.assistant.mcp.client;

import dev.outrigger.launch.ProgramEnding;
import java.util.List;
import java.util.Optional;

/// What is known of the process at the other end of a client's pipe, for the words about what went wrong with it.
public interface ServerProcess {
    /// The last of its stderr.
    List<String> lastWords();

    /// How it ended; waits for that a moment. Nothing when that is told elsewhere.
    Optional<ProgramEnding> ending();
}
