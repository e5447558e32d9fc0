package dev.outrigger.assistant;

import dev.outrigger.wire.Json;
import java.util.Optional;

/// Something the assistant can do.
public interface Tool {
    ToolDefinition definition();

    /// `builtin`, `local`, `plugin.<id>`, `mcp.<server>`.
    String source();

    /// Whether a call is asked about first, unless the settings say otherwise.
    Consent consent();

    /// Everything that whoever approves it agrees to: when this text changes, an earlier approval counts no more.
    String fingerprint();

    /// What a call would do, for whoever decides: a diff, a command line. Markdown. Who shows it makes visible what is
    /// not, and shows the arguments too; but not those of a `builtin`, whose preview has all that matters of them.
    default Optional<String> preview(Json.Obj arguments) {
        return Optional.empty();
    }

    /// Never throws for what goes wrong with a tool: a failure is a result like any other, and the model reads it. May
    /// be called by several threads at once. When cancelled it ends what it started and returns soon.
    ToolResult run(Json.Obj arguments, ToolRun run);

    enum Consent {
        ASK,
        UNATTENDED,
        /// Never run; the model is told so.
        SKIP
    }
}
